// The batch as rows of tokens with labels, its mask for one text, and the passes that compute the same one query after
// the other.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/paint/fitting_words.h"
#include "app/paint/heat_scale.h"
#include "app/views/experiments/batch/page.h"
#include "app/views/experiments/batch/texts.h"
#include "app/views/shared/touched_matrix.h"
#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

namespace strings = texts::batch;

std::string small_number(double number) {
    return number == 0 ? "0" : number < 1e-3 ? power_number(fmt::format("{:.1e}", number)) : number_text(number);
}

Rect inside(const Rect& cell) { return {cell.x, cell.y, cell.w - 1, cell.h - 1}; }

/// "■ visible  ■ later" below a grid.
void key_of_colours(Ui& ui, Rect line, std::initializer_list<std::pair<const char*, Colour>> all) {
    for (const auto& [name, colour] : all) {
        const Rect box = line.take_left(0.8F * ui.em);
        ui.painter.fill({box.x, box.centre().y - 0.35F * ui.em, 0.7F * ui.em, 0.7F * ui.em}, colour);
        ui.painter.stroke({box.x, box.centre().y - 0.35F * ui.em, 0.7F * ui.em, 0.7F * ui.em}, ui.theme.muted);
        line.take_left(0.3F * ui.em);
        text_in(ui.painter, line, name, {.colour = ui.theme.muted, .size = em::small});
        line.take_left(ui.painter.measure(name, em::small).width + 0.9F * ui.em);
    }
}

}  // namespace

/// The loss that has the strongest colour, 1 at least.
HeatStyle BatchPage::loss_style() const {
    double largest = 1;
    for (const auto& text : made()->both.texts)
        for (const PositionInBatch& at : text)
            if (at.loss > largest) largest = at.loss;
    return {.map = HeatMap::sequential, .meaning = Meaning::output, .limit = static_cast<float>(largest)};
}

void BatchPage::draw_batch_title(ViewContext& context, Rect line) const {
    Ui& ui = context.ui;
    const float em = ui.em;
    const BatchBothWays& both = made()->both;
    const int all = static_cast<int>(made()->words.size()) * both.length;
    const TextStyle words_style{.colour = ui.theme.muted, .size = em::small};
    legend_line(ui.painter, line.take_right(11 * em), loss_style());
    line.take_right(0.5F * em);
    const std::string of_colour = fmt::format(strings::loss_key, number_text(both.loss));
    text_in(ui.painter, line.take_right(ui.painter.measure(of_colour, em::small).width + 2), of_colour, words_style);
    line.take_right(em);
    const std::string full = fmt::format(strings::batch_title, both.padding, all);
    const bool fits = ui.painter.measure(full, em::small).width <= line.w;
    text_in(ui.painter, line, fits ? full : fmt::format(strings::batch_title_brief, both.padding, all), words_style);
}

void BatchPage::draw_cells(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const BatchMade& now = *made();
    const int texts = static_cast<int>(now.words.size()), length = now.both.length;
    const HeatScale scale(ui.painter, loss_style());
    const MatrixPlace place{.cells = area.snapped(), .rows = texts, .cols = length};
    context.targets.put(first_picture, place.cells);
    const TouchedMatrix touched = touch_matrix(context, "batch cells", place);
    // Tokens of narrow or low cells are smaller: words are not cut where that helps.
    float widest = 0;
    for (const auto& words : now.words)
        for (const std::string& word : words) widest = std::max(widest, ui.painter.measure(word).width);
    const bool small = widest > place.cell_w() - 5 || place.cell_h() < 2.2F * em;
    const float token_size = small ? em::small : em::body;
    for (int t = 0; t < texts; ++t)
        for (int i = 0; i < length; ++i) {
            const Rect cell = inside(place.cell(t, i));
            const auto& words = now.words[static_cast<std::size_t>(t)];
            if (i >= static_cast<int>(words.size())) {
                ui.painter.stroke(cell.inset(0.5F), ui.theme.faint);
                text_in(ui.painter, cell, strings::padding,
                        {.colour = ui.theme.muted, .size = em::small, .face = Face::slanted, .align = Align::centre});
                continue;
            }
            const auto word = static_cast<std::size_t>(i);
            const double loss = now.both.texts[static_cast<std::size_t>(t)][word].loss;
            const bool labelled = std::isfinite(loss);
            const Colour ground = labelled ? scale.fill(static_cast<float>(loss)).ground : ui.theme.card;
            ui.painter.fill(cell, ground);
            Rect lower = cell.inset(2, 0);
            const Rect upper = lower.take_top(std::round(0.52F * lower.h));
            const Colour ink = text_on(ui.theme, ground);
            text_in(ui.painter, upper, words[word],
                    {.colour = ink, .size = token_size, .align = Align::centre, .anchor = Anchor::middle});
            text_in(ui.painter, lower, labelled ? fmt::format(strings::label, words[word + 1]) : strings::no_label,
                    {.colour = labelled ? ink : ui.theme.muted, .size = em::small, .align = Align::centre});
            if (t == text_ && i == query_) ui.painter.stroke(cell, ui.theme.accent, 2.5F);
        }
    if (!touched) return;
    const CellAt at = touched.at;
    const auto& words = now.words[static_cast<std::size_t>(at.row)];
    if (at.col >= static_cast<int>(words.size())) return tooltip(ui, touched.cell, strings::padding_tip);
    const auto word = static_cast<std::size_t>(at.col);
    const PositionInBatch& position = now.both.texts[static_cast<std::size_t>(at.row)][word];
    const std::string first = word + 1 < words.size() ? fmt::format(strings::token_tip, words[word], words[word + 1],
                                                                    number_text(position.loss))
                                                      : fmt::format(strings::last_tip, words[word]);
    tooltip(ui, touched.cell,
            first + "\n" +
                fmt::format(strings::difference_tip, small_number(position.by_beginnings),
                            small_number(position.by_cache)));
    if (!touched.region.clicked) return;
    text_ = at.row;
    query_ = at.col;
    ui.keep_awake();
}

std::array<BatchPage::PassesWay, 3> BatchPage::ways() const {
    const BatchBothWays& both = made()->both;
    return {{{"batch one pass", strings::one_pass, strings::one_pass_brief, strings::one_pass_word, 1, both.flop, -1},
             {"batch beginnings", strings::passes_of_beginnings, strings::prefixes_brief, strings::prefixes_word,
              both.passes, both.flop_of_beginnings, 0},
             {"batch cached", strings::passes_with_cache, strings::cache_brief, strings::cache_word, both.passes,
              both.flop_of_cache, 1}}};
}

bool BatchPage::way_touched(ViewContext& context, const PassesWay& way, const Rect& place) {
    Ui& ui = context.ui;
    context.targets.put(way.target, place);
    const Region touched = region(ui, way.target, place);
    const bool of_control = way.way >= 0;
    ui.painter.fill(place, touched.hovered && of_control ? ui.theme.control : ui.theme.card, 0.3F * ui.em);
    if (of_control && (way.way == 1) == with_cache()) ui.painter.stroke(place, ui.theme.accent, 1.5F, 0.3F * ui.em);
    if (!touched.hovered && !touched.clicked) return false;
    const std::string flop = number_text(way.flop / 1e6);
    tooltip(ui, place, fmt::format(fmt::runtime(of_control ? strings::passes_hint : strings::one_pass_hint), flop));
    if (!of_control) return true;
    *ui.cursor = CursorShape::hand;
    if (touched.clicked) values().set("way", way.way), ui.keep_awake();
    return true;
}

/// One pass, large, beside the passes that give the same logits; a click on these chooses their way.
void BatchPage::draw_counts(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em, gap = 0.8F * em;
    const auto all = ways();
    const float wide = std::floor((area.w - 2 * gap) / static_cast<float>(all.size()));
    for (const PassesWay& way : all) {
        const Rect place = area.take_left(std::min(wide, 24 * em)).snapped();
        area.take_left(gap);
        way_touched(context, way, place);
        Rect inner = place.inset(0.7F * em, 0);
        const std::string number = std::to_string(way.passes);
        const bool chosen = way.way < 0 || (way.way == 1) == with_cache();
        const Colour ink = chosen ? ui.theme.accent_text : ui.theme.text;
        const TextStyle large{.colour = ink, .size = 2.1F, .face = Face::bold};
        text_in(ui.painter, inner.take_left(ui.painter.measure(number, large.size, Face::bold).width + 0.5F * em),
                number, large);
        inner.y += 0.35F * em;
        const bool fits = ui.painter.measure(way.words, em::small, Face::bold).width <= inner.w;
        text_in(ui.painter, inner.take_top(1.2F * em), fits ? way.words : way.brief,
                {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
        text_in(ui.painter, inner.take_top(1.2F * em), fmt::format(strings::pass_work, number_text(way.flop / 1e6)),
                {.colour = ui.theme.muted, .size = em::small});
    }
}

/// The same in one line, where little is in sight: "31 with a cache, 4.05 MFLOP".
void BatchPage::draw_counts_line(ViewContext& context, Rect line) {
    Ui& ui = context.ui;
    const float em = ui.em, gap = 0.5F * em;
    const auto all = ways();
    const float wide = std::floor((line.w - 2 * gap) / static_cast<float>(all.size()));
    for (const PassesWay& way : all) {
        const Rect place = line.take_left(wide).snapped();
        line.take_left(gap);
        way_touched(context, way, place);
        Rect inner = place.inset(0.4F * em, 0);
        const bool chosen = way.way < 0 || (way.way == 1) == with_cache();
        const std::string number = std::to_string(way.passes);
        text_in(ui.painter, inner.take_left(ui.painter.measure(number, em::body, Face::bold).width + 0.4F * em), number,
                {.colour = chosen ? ui.theme.accent_text : ui.theme.text, .face = Face::bold});
        const std::string work = fmt::format(strings::pass_work, number_text(way.flop / 1e6));
        text_in(ui.painter, inner.take_right(ui.painter.measure(work, em::small).width + 1), work,
                {.colour = ui.theme.muted, .size = em::small});
        const std::array<std::string, 2> said{way.brief, way.word};
        text_in(ui.painter, inner, fitting_words(ui.painter, said, inner.w - 0.4F * em),
                {.colour = ui.theme.text, .size = em::small});
    }
}

MatrixPlace BatchPage::grid(ViewContext& context, const Rect& area, const std::string& title) const {
    Ui& ui = context.ui;
    Rect rest = area;
    text_in(ui.painter, rest.take_top(1.6F * ui.em), title, {.colour = ui.theme.muted, .size = em::small});
    rest.take_bottom(1.6F * ui.em);
    const float side = std::min(rest.w, rest.h);
    const int n = made()->both.length;
    return {.cells = Rect{rest.x, rest.y, side, side}.snapped(), .rows = n, .cols = n};
}

/// Of the chosen text, all queries and keys of the batch.
void BatchPage::draw_mask(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const BatchMade& now = *made();
    const int n = now.both.length, tokens = static_cast<int>(words().size());
    const MatrixPlace place = grid(context, area, fmt::format(strings::mask_title, text_ + 1));
    const Colour visible = colour(ui.theme, Meaning::weight), later = ui.theme.card;
    const Colour padding = mix(ui.theme.background, ui.theme.muted, 0.45F);
    for (int q = 0; q < n; ++q)
        for (int k = 0; k < n; ++k) {
            const KeyInBatch kind = key_in_batch(now.setting, tokens, q, k);
            const Colour fill = kind == KeyInBatch::padding || q >= tokens ? padding
                                : kind == KeyInBatch::later                ? later
                                                                           : visible.faded(q == query_ ? 1 : 0.6F);
            const Rect cell = inside(place.cell(q, k));
            ui.painter.fill(cell, fill);
            if (kind == KeyInBatch::later && q < tokens) ui.painter.stroke(cell.inset(0.5F), ui.theme.faint);
        }
    ui.painter.stroke(place.cell(query_, 0, 1, n), ui.theme.accent, 2);
    key_of_colours(ui, {area.x, place.cells.bottom(), area.w + 1.4F * ui.em, 1.6F * ui.em},
                   {{strings::visible, visible}, {strings::later, later}, {strings::padding, padding}});
    const TouchedMatrix touched = touch_matrix(context, "batch mask", place);
    if (!touched) return;
    const CellAt at = touched.at;
    const auto word = [&](int index) { return words()[static_cast<std::size_t>(index)]; };
    const std::string tip = at.row >= tokens   ? strings::query_padding_tip
                            : at.col >= tokens ? strings::key_padding_tip
                            : key_in_batch(now.setting, tokens, at.row, at.col) == KeyInBatch::later
                                ? fmt::format(strings::later_tip, word(at.row), word(at.col))
                                : fmt::format(strings::visible_tip, word(at.row), word(at.col));
    tooltip(ui, touched.cell, tip);
    if (touched.region.clicked && at.row < tokens) query_ = at.row, ui.keep_awake();
}

/// A row for each pass: the keys that it has.
void BatchPage::draw_passes(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const int tokens = static_cast<int>(words().size());
    const int now_kept = with_cache() ? chosen()[static_cast<std::size_t>(query_)].kept : 0;
    const int now_computed = query_ + 1 - now_kept;
    const std::string title = with_cache()
                                  ? fmt::format(strings::passes_title_cached, query_ + 1, now_computed, now_kept)
                              : now_computed == 1 ? fmt::format(strings::passes_title_one, query_ + 1)
                                                  : fmt::format(strings::passes_title, query_ + 1, now_computed);
    const MatrixPlace place = grid(context, area, title);
    const Colour computed = colour(ui.theme, Meaning::weight), kept = colour(ui.theme, Meaning::key).faded(0.45F);
    for (int q = 0; q < tokens; ++q) {
        const int from = with_cache() ? chosen()[static_cast<std::size_t>(q)].kept : 0;
        for (int k = 0; k <= q; ++k)
            ui.painter.fill(inside(place.cell(q, k)), k < from ? kept : computed.faded(q == query_ ? 1 : 0.6F));
        // How many rows it computes, in its last cell.
        const Rect last = inside(place.cell(q, q));
        const std::string rows = std::to_string(q + 1 - from);
        if (ui.painter.measure(rows, em::small).width > last.w || last.h < em::small * ui.em) continue;
        context.targets.put("batch rows " + std::to_string(q), last);
        const Colour ground = mix(ui.theme.background, computed, q == query_ ? 1 : 0.6F);
        text_in(ui.painter, last, rows,
                {.colour = text_on(ui.theme, ground), .size = em::small, .align = Align::centre});
    }
    ui.painter.stroke(place.cell(query_, 0, 1, query_ + 1), ui.theme.accent, 2);
    const Rect below{area.x, place.cells.bottom(), area.w, 1.6F * ui.em};
    const auto fits = [&](float room) {
        return ui.painter.measure(strings::computed, em::small).width + 3.5F * ui.em < room;
    };
    if (with_cache())
        key_of_colours(ui, below,
                       {{fits(below.w - 4 * ui.em) ? strings::computed : strings::computed_brief, computed},
                        {strings::kept, kept}});
    else
        key_of_colours(ui, below, {{fits(below.w) ? strings::computed : strings::computed_brief, computed}});
    const TouchedMatrix touched = touch_matrix(context, "batch passes", place);
    const CellAt at = touched.at;
    if (!at || at.row >= tokens) return;
    const PositionInBatch& pass = chosen()[static_cast<std::size_t>(at.row)];
    const int from = with_cache() ? pass.kept : 0;
    tooltip(ui, touched.cell,
            fmt::format(strings::pass_tip, at.row + 1, at.row + 1 - from, from,
                        number_text((with_cache() ? pass.cached : pass.flop) / 1e6) + " MFLOP"));
    if (touched.region.clicked) query_ = at.row, ui.keep_awake();
}

}  // namespace glassformer
