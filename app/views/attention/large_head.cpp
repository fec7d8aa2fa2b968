// One map of a head large: its sides named, the strips of Q, K and V around it, its result.
#include <algorithm>
#include <cmath>

#include "app/paint/formula.h"
#include "app/paint/outline.h"
#include "app/views/attention/head_painter.h"
#include "app/views/attention/step_maps.h"
#include "app/views/attention/texts.h"

namespace glassformer {

namespace {

/// What the scores of a map are computed from: operands that are rows of queries and keys.
struct Sources {
    int query = -1, key = -1;
};

Sources sources_of(const Trace& trace, const std::vector<int>& maps) {
    for (const int map : maps) {
        const Record& record = trace.record(map);
        if (record.operands.size() < 2) continue;
        const int q = record.operands[0], k = record.operands[1];
        const auto is_rows = [&](int id) {
            const Record& of = trace.record(id);
            return of.kind == Record::Kind::computed && of.shape.find(Axis::key) < 0 &&
                   of.shape.find(Axis::position) >= 0 && of.value != nullptr;
        };
        if (is_rows(q) && is_rows(k) && trace.record(k).shape.size_of(Axis::position, 0) == record.shape.cols())
            return {q, k};
    }
    return {};
}

/// Of steps the symbol that has t in it, not that of the first one.
std::string symbol_of_rows(const Trace& trace, const Rows& rows) {
    if (rows.parts.size() == 1) return trace.coloured_symbol(rows.record());
    const Stage& stage = *trace.record(rows.record()).stage;
    return "\\meaning{" + std::string(name(stage.meaning)) + "}{" + stage.symbol + "}";
}

/// Of all rows those that a track shows; they follow one another.
void show_only(Rows& rows, const Track& track) {
    if (!rows || track.whole()) return;
    const int first = track.shown.front(), count = static_cast<int>(track.shown.size());
    if (rows.parts.size() > 1) {
        rows.parts = {rows.parts.begin() + first, rows.parts.begin() + first + count};
        return;
    }
    Slice& part = rows.parts.front();
    part.values = block(part.values, first, 0, count, part.values.cols);
    part.row_first += first;
}

}  // namespace

HeadPainter::HeadPainter(Page& page, const AttentionShow& show)
    : page_(page),
      show_(show),
      painter_(page.painter),
      theme_(page.painter.theme()),
      trace_(page.trace),
      em_(page.em),
      pair_(show.pair) {
    const Evaluation& evaluation = page.scene.evaluation;
    const int weights = show.layer.weights;
    if (pair_.query < 0 && pair_.key < 0) {  // nothing chosen: where the answer is read, and its strongest key
        const ConstMatrix map = page.slice(weights).values;
        const int row = std::clamp(show.first_query, 0, map.rows - 1);
        float strongest = -1;
        for (int key = 0; key < map.cols; ++key)
            if (const float weight = map.at(row, key); weight > strongest) {
                strongest = weight;
                pair_ = {row + evaluation.first_token_along(trace_.record(weights), Axis::query), key};
            }
    }
    maps_ = maps_of(trace_, show.layer, pair_.query);
    large_ = weights;
    if (show.large >= 0 && trace_.record(show.large).stage->range != Range::probability)
        for (const int map : maps_)
            if (trace_.record(map).stage == trace_.record(show.large).stage) large_ = map;
    first_ = evaluation.first_token_along(trace_.record(large_), Axis::query);
    if (large_ == weights && maps_.back() != weights) steps_ = show.layer.queries;
}

/// Queries, or results, of all rows of the large map.
Rows HeadPainter::rows_of(bool queries) const {
    const auto record_at = [&](int query, const std::vector<int>& maps) {
        return queries ? sources_of(trace_, maps).query : taken_of(trace_, show_.layer, query);
    };
    const auto of_all_steps = [&] {
        std::vector<int> found;
        found.reserve(static_cast<std::size_t>(std::max(0, steps_)));
        for (int query = 0; query < steps_; ++query)
            found.push_back(record_at(query, maps_of(trace_, show_.layer, query)));
        return found;
    };
    Rows rows;
    for (const int record : steps_ > 1 ? page_.memory.records(show_.layer.weights, queries ? 0 : 1, of_all_steps)
                                       : std::vector{record_at(pair_.query, maps_)}) {
        if (record < 0 || trace_.record(record).value == nullptr) return {};
        rows.parts.push_back(page_.slice(record));
    }
    if (rows.count() != panel_->slice.values.rows) return {};
    rows.style = page_.style(rows.record(), rows.parts.front().values);
    for (const Slice& part : rows.parts)
        rows.style.limit = std::max(rows.style.limit, page_.style(part.record, part.values).limit);
    return rows;
}

Rows HeadPainter::all_of(int record) const {
    const Slice slice = page_.slice(record);
    return {{slice}, page_.style(record, slice.values)};
}

void HeadPainter::lay_out() {
    const Slice slice = page_.slice(large_);
    HeatPanel panel{.slice = slice,
                    .style = page_.style(large_, slice.values),
                    .operand = operand_of(page_, large_),
                    .result = large_ == page_.scene.record,
                    .title = TitlePlace::none,
                    .row_labels = true,
                    .col_labels = true,
                    .legend = false};
    const Track all_rows{.count = slice.values.rows}, all_cols{.count = slice.values.cols};
    words_ = label_margins(page_, panel, all_rows, all_cols);
    const int last = slice.values.cols - 1;
    const float last_word = painter_.measure(page_.label(large_, slice.col_dim, last), em::small).width;
    panel_ = &panel;
    queries_ = rows_of(true);
    results_ = rows_of(false);
    const Sources sources = sources_of(trace_, maps_);
    const int taken = taken_of(trace_, show_.layer, pair_.query);
    const bool values = results_ && trace_.record(taken).operands.size() >= 2;
    const HeadNeeds needs{.em = em_,
                          .rows = slice.values.rows,
                          .cols = slice.values.cols,
                          .words_left = words_.left,
                          .words_above = words_.top,
                          .words_right = std::min(words_.right, 0.71F * last_word + 0.6F * em_),
                          .strips = queries_ && sources.key >= 0,
                          .result = values,
                          .steps = static_cast<int>(maps_.size())};
    plan_ = head_plan(needs, page_.area);
    const Vec2 size{plan_.cell.x * static_cast<float>(needs.cols), plan_.cell.y * static_cast<float>(needs.rows)};
    const float beside = plan_.result > 0 ? plan_.result_gap + plan_.result : needs.words_right;
    const Rect& room = plan_.board;
    const float x = room.x + std::max(0.0F, (room.w - words_.left - size.x - beside) / 2),
                y = room.y + std::max(0.0F, (room.h - words_.top - size.y) / 2);
    board_ =
        std::make_unique<Board>(page_, Rect{x, y, words_.left + size.x + words_.right, words_.top + size.y}.snapped());
    board_->largest_cell_width = board_->largest_cell_height = 1e4F;
    panel.row_track =
        board_->row({.count = needs.rows, .largest = plan_.cell.y, .focus = std::max(0, pair_.query - first_)});
    panel.col_track = board_->column({.count = needs.cols, .largest = plan_.cell.x, .focus = std::max(0, pair_.key)});
    panel_ = &board_->add(std::move(panel));
    board_->solve();
    rows_ = &board_->rows(panel_->row_track);
    cols_ = &board_->columns(panel_->col_track);
    drawn_.record = large_;
    drawn_.large = panel_->rect;
    drawn_.pair = pair_;
    row_ends_ = row_label_ends(page_, *panel_, *rows_);
    col_ends_ = col_label_ends(page_, *panel_, *cols_);
    if (needs.strips) keys_ = all_of(sources.key);
    if (values) values_ = all_of(trace_.record(taken).operands[1]);
    show_only(queries_, *rows_);
    show_only(results_, *rows_);
    show_only(keys_, *cols_);
    show_only(values_, *cols_);
    place_strips();
}

/// Strips are shorter than the sides that they feed, so that the lines between them spread.
void HeadPainter::place_strips() {
    constexpr float closer = 0.62F;
    const Rect& large = drawn_.large;
    const auto length = [&](float cell, std::size_t count) {
        return std::round((cell < 5 ? cell : closer * cell) * static_cast<float>(count));
    };
    if (plan_.strip_left > 0) {
        const float high = length(rows_->cell, rows_->shown.size()), wide = length(cols_->cell, cols_->shown.size());
        drawn_.queries = Rect{large.x - words_.left - plan_.feed_left - plan_.strip_left, large.centre().y - high / 2,
                              plan_.strip_left, high}
                             .snapped();
        float lean = 0;  // words that rise to the right end there
        for (std::size_t i = 0; i < col_ends_.size(); ++i)
            lean += col_ends_[i].at.x - large.x - cols_->cell * (static_cast<float>(i) + 0.5F);
        lean /= static_cast<float>(col_ends_.size());
        drawn_.keys = Rect{large.centre().x + lean - wide / 2,
                           large.y - words_.top - plan_.feed_above - plan_.strip_above, wide, plan_.strip_above}
                          .snapped();
    }
    if (plan_.result <= 0) return;
    drawn_.result = Rect{large.right() + plan_.result_gap, large.y, plan_.result, large.h}.snapped();
    // Above Z: its title, the scale of V, and V with rows not higher than those of Z.
    const float bottom = large.y - 3.2F * em_,
                room = bottom - (large.y - words_.top - plan_.feed_above - plan_.strip_above);
    const float high = std::min(room, length(rows_->cell, cols_->shown.size()));
    if (high >= 1.4F * em_) drawn_.values = Rect{drawn_.result.x, bottom - high, plan_.result, high}.snapped();
    if (!drawn_.keys.w) return;
    const float over = drawn_.keys.right() - (drawn_.result.x - 2.2F * em_);
    if (over > 0) drawn_.keys.x = std::max(large.x, std::round(drawn_.keys.x - over));
}

/// Rows from top to bottom, or from left to right, the lit one outlined.
void HeadPainter::draw_rows(const Rows& rows, const Rect& rect, int lit, bool upright) {
    const auto count = static_cast<float>(upright ? cols_->shown.size() : rows.count());
    for (std::size_t part = 0; part < rows.parts.size(); ++part) {
        PlainMap map{upright ? Page::transposed(rows.parts[part]) : rows.parts[part], rows.style, rect};
        if (rows.parts.size() > 1) {
            map.rect.y += rect.h / count * static_cast<float>(part);
            map.rect.h = rect.h / count;
        }
        draw_plain(page_, map);
    }
    const float step = (upright ? rect.w : rect.h) / count;
    const auto line = [&](int place) {
        const float at = step * static_cast<float>(place);
        return upright ? Rect{rect.x + at, rect.y, step, rect.h} : Rect{rect.x, rect.y + at, rect.w, step};
    };
    if (lit >= 0) outline(painter_, line(lit), tone(trace_.record(rows.record()).stage->meaning));
}

void HeadPainter::draw_strips() {
    const auto symbol = [&](const Rows& rows, Vec2 at, Align align) {
        const std::string text = symbol_of_rows(trace_, rows);
        const float wide = measure_formula(painter_, text, 1000, {.size = 1.2F}).width;
        draw_formula_at(painter_, text, {align == Align::right ? at.x - wide : at.x, at.y},
                        {.size = 1.2F, .align = Align::left});
        return wide;
    };
    const float bottom = drawn_.large.bottom() + 0.4F * em_;
    if (drawn_.queries.w > 0) {
        const Rect& strip = drawn_.queries;
        draw_rows(queries_, strip, row(), false);
        symbol(queries_, {strip.x, strip.y - 0.4F * em_}, Align::left);
        legend(painter_, {strip.x, bottom, std::min(6 * em_, drawn_.large.x - strip.x - em_), 2.3F * em_},
               queries_.style, queries_.matrices());
    }
    if (drawn_.keys.w > 0) {
        const Rect& strip = drawn_.keys;
        draw_rows(keys_, strip, column(), true);
        const float y = strip.centre().y, wide = 6 * em_;
        const bool left = strip.x - wide - 3 * em_ >= plan_.body.x;
        const Rect scale{left ? strip.x - 0.5F * em_ - wide : strip.right() + 0.5F * em_, y - 0.6F * em_, wide,
                         1.2F * em_};
        symbol(keys_, {(left ? scale.x : strip.x) - 0.5F * em_, y + 0.4F * em_}, Align::right);
        const float limit = drawn_.result.w > 0 ? drawn_.result.x - 2.4F * em_ : plan_.body.right();
        if (left || scale.right() <= limit) legend_line(painter_, scale, keys_.style, keys_.matrices());
    }
    if (drawn_.result.w > 0) {
        const Rect& strip = drawn_.result;
        draw_rows(results_, strip, row(), false);
        const float wide = plan_.body.right() - strip.x;
        draw_title(page_, {strip.x, strip.y - 1.7F * em_}, symbol_of_rows(trace_, results_),
                   trace_.record(results_.record()).stage->label, wide);
        legend(painter_, {strip.x, bottom, std::min(wide, std::max(strip.w, 5.5F * em_)), 2.3F * em_}, results_.style,
               results_.matrices());
    }
    if (drawn_.values.w > 0) {
        const Rect& strip = drawn_.values;
        draw_rows(values_, strip, column(), false);
        symbol(values_, {strip.x - 0.4F * em_, strip.centre().y + 0.4F * em_}, Align::right);
        legend_line(painter_, {strip.x, strip.bottom() + 0.1F * em_, strip.w, 1.2F * em_}, values_.style,
                    values_.matrices());
    }
    if (!plan_.corner)
        legend(painter_, {drawn_.large.x, bottom, std::clamp(drawn_.large.w, 5.5F * em_, 11 * em_), 2.3F * em_},
               panel_->style, panel_->slice.values);
}

void HeadPainter::name_sides() {
    using namespace texts::attention;
    const bool crossing = trace_.record(show_.layer.weights).site.attention == AttentionKind::cross;
    const bool strips = drawn_.keys.w > 0;
    const Rect& large = drawn_.large;
    const auto wide = [&](const char* text) { return painter_.measure(text, em::body, Face::bold).width; };
    const auto style = [&](Meaning meaning) { return TextStyle{.colour = tone(meaning), .face = Face::bold}; };
    const float y = (strips ? drawn_.keys.y : large.y - words_.top - plan_.feed_above) - plan_.caption;

    // The keys' name above the columns; the large map's own before it.
    const float left = strips ? drawn_.queries.x : large.x - words_.left - plan_.feed_left;
    const float right = drawn_.values.w > 0 ? drawn_.values.x - 1.5F * em_ : plan_.body.right();
    const float middle = strips ? drawn_.keys.centre().x : large.centre().x, from = left + 3 * em_;
    const char* key = crossing ? cross_key_side : key_side;
    for (const char* shorter : {key_brief, key_short})
        if (wide(key) > right - from) key = shorter;
    const float key_x = std::clamp(middle - wide(key) / 2, from, std::max(from, right - wide(key)));
    text_in(painter_, {key_x, y, wide(key) + em_, 1.4F * em_}, key, style(Meaning::key));
    const float room = key_x - em_ - left - 0.55F * em_ -
                       measure_formula(painter_, trace_.coloured_symbol(large_), 1000, {.size = 1.2F}).width;
    const std::string label = trace_.record(large_).stage->label, shape = shape_text(panel_->slice);
    std::string title, both = shape;
    both.append(" · ").append(label);
    for (const std::string& longer : {label, both})
        if (painter_.measure(longer, em::small).width <= room) title = longer;
    draw_title(page_, {left, y}, trace_.coloured_symbol(large_), title, key_x - em_ - left);

    if (drawn_.values.w > 0) {
        const float space = plan_.body.right() - drawn_.values.x;
        text_in(painter_, {drawn_.values.x, drawn_.values.y - 1.5F * em_, space, 1.4F * em_},
                wide(value_side) <= space ? value_side : value_short, style(Meaning::value));
    }

    // The queries' name in the corner, above the words and the strip: what stands there is above it.
    float top = strips ? drawn_.keys.bottom() + 0.1F * em_ : y + 1.5F * em_;
    const float foot = std::min(strips ? drawn_.queries.y - 1.7F * em_ : large.y, large.y - 0.1F * em_);
    const float space = large.x - left - 0.6F * em_;
    if (plan_.corner && foot - top >= 3.6F * em_) {
        legend(painter_, {left, top + 0.1F * em_, std::min(space, 8 * em_), 2.3F * em_}, panel_->style,
               panel_->slice.values);
        top += 2.4F * em_;
    }
    const char* query = crossing ? cross_query_side : query_side;
    const auto high = [&] { return paragraph(painter_, {left, top, space, 0}, query, style(Meaning::query), false); };
    const auto longest_word = [&] {  // a paragraph does not break words
        float longest = 0;
        for (std::string_view rest = query; !rest.empty();) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            longest = std::max(longest, painter_.measure(rest.substr(0, end), em::body, Face::bold).width);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return longest;
    };
    for (const char* shorter : {query_brief, query_short})
        if (high() > foot - top || longest_word() > space) query = shorter;
    paragraph(painter_, {left, foot - high(), space, high()}, query, style(Meaning::query));
}

HeadDrawn HeadPainter::draw() {
    lay_out();
    weigh();
    // A map of positions alone is not computed from Q and K.
    const bool fed = drawn_.queries.w > 0 && trace_.record(large_).stage->meaning != Meaning::position;
    if (fed) {
        feed_rows();
        feed_columns();
    }
    feed_result();
    board_->draw();
    mark_lit();
    draw_strips();
    name_sides();
    if (plan_.steps.w > 0)
        drawn_.steps = draw_step_maps(page_, plan_.steps, plan_.column, maps_,
                                      large_ == show_.layer.weights ? maps_.back() : large_, pair_, show_.locked);
    return drawn_;
}

HeadDrawn draw_steps(Page& page, const AttentionShow& show) { return HeadPainter(page, show).draw(); }

}  // namespace glassformer
