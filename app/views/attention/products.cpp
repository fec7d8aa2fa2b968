// The page Products: every matrix of one head in one picture, each product with its left factor at its left and its
// right factor above it; the chosen query and key outlined in all of them.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/paint/formula.h"
#include "app/pictures/board/heat_panel.h"
#include "app/pictures/board/labelled_matrix.h"
#include "app/views/attention/head_products.h"
#include "app/views/attention/modes.h"
#include "app/views/attention/step_maps.h"
#include "app/views/attention/texts.h"
#include "app/views/shared/wording.h"
#include "core/analysis/head_output.h"

namespace glassformer {

namespace {

using Role = ProductColumn::Role;

constexpr float caption_height = 1.9F, title_line = 1.45F, shape_line = 1.1F, scale_line = 1.2F;  // em
constexpr float matrix_least = 2.6F, matrix_most = 15, column_most = 12;                          // em
constexpr float with_sign = 1.5F, with_word = 4.0F, without_sign = 0.9F, bias_high = 0.55F;       // em
constexpr float words_wide = 5.2F, band_gap = 1.0F;                                               // em

/// A column as it is laid out.
struct Placed {
    ProductColumn column;
    Slice below{}, above{}, bias{};
    Rect low{}, high{}, strip{};
    std::string title{}, brief{};  // markup: "Q = X W^Q + b", "Q"
};

float width_of(Role role) {
    switch (role) {
        case Role::input: return 1.3F;
        case Role::map: return 1.15F;
        case Role::part:
        case Role::output: return 1.4F;
        default: return 1;
    }
}

/// The columns of a projection's weight or bias that make one head.
Slice weight_of(const Page& page, int weight, const Slice& result) {
    const Slice whole = page.slice(weight);
    const Shape& shape = page.trace.record(result.record).shape;
    const int head = shape.find(Axis::head), count = result.values.cols;
    if (head < 0 || whole.values.cols != count * shape.size(head)) return whole;
    return Page::columns(whole, result.at[head] * count, count);
}

Slice rows_of(const Slice& whole, const HeadRows& rows) {
    Slice part = whole;
    part.values = block(whole.values, rows.first, 0, rows.count, whole.values.cols);
    part.row_first += rows.first;
    return part;
}

class ProductsPainter {
public:
    ProductsPainter(Page& page, const AttentionShow& show, HeadPart& part)
        : page_(page), show_(show), painter_(page.painter), theme_(page.painter.theme()), em_(page.em), part_(part) {}

    ProductsDrawn draw() {
        choose_pair();
        const HeadProducts all = head_products(page_.scene.evaluation, show_.layer, pair_.query, page_.scene.head);
        taken_ = all.taken;
        std::vector<Placed> projections = place_all(all.projections), attention = place_all(all.attention);
        Rect rest = page_.area.inset(3, 0);  // outlines reach beyond their matrices
        caption(rest.take_top(caption_height * em_));
        const float first = least_height(projections), second = least_height(attention);
        if (projections.empty()) {
            band(rest, attention);
        } else if (rest.h >= first + second + band_gap * em_) {
            // The matrices of both bands share what their words leave.
            const float spare = rest.h - first - second - band_gap * em_;
            const float share = share_of(projections) / (share_of(projections) + share_of(attention));
            band(rest.take_top(std::round(first + spare * share)), projections);
            rest.take_top(band_gap * em_);
            band(rest, attention);
        } else if (const float half = (rest.w - 1.5F * em_) / 2;
                   half >= 32 * em_ && rest.h >= std::max(first, second)) {
            band(rest.take_left(half), projections);
            rest.take_left(1.5F * em_);
            band(rest, attention);
        } else {
            drawn_.whole = false;
            band(rest, show_.projections ? projections : attention);
        }
        return std::move(drawn_);
    }

private:
    /// The shown query, and the key with its largest weight while none is chosen.
    void choose_pair() {
        pair_ = show_.pair;
        if (pair_.query < 0) pair_.query = show_.first_query;
        const Record& weights = page_.trace.record(maps_of(page_.trace, show_.layer, pair_.query).back());
        const CellRef cell = cell_of(page_.scene.evaluation, weights.id, page_.scene.head, {pair_.query, 0});
        if (!cell) return;
        const int rank = weights.shape.rank();
        const auto weight_at = [&](int key) {
            Cell at = cell.cell;
            at[rank - 1] = key;
            return page_.trace.value(weights.id, at);
        };
        const int keys = weights.shape.cols();
        if (pair_.key < 0 || pair_.key >= keys) {
            pair_.key = 0;
            for (int key = 1; key < keys; ++key)
                if (weight_at(key) > weight_at(pair_.key)) pair_.key = key;
        }
        weight_ = weight_at(pair_.key);
        query_name_ = page_.label(weights.id, rank - 2, cell.cell[rank - 2]);
        key_name_ = page_.label(weights.id, rank - 1, pair_.key);
    }

    void caption(const Rect& line) {
        float x = line.x;
        const auto say = [&](const std::string& text, Meaning meaning) {
            const float wide = painter_.measure(text, em::body, Face::bold).width;
            if (x > line.x && x + wide > line.right()) return;
            text_in(painter_, {x, line.y, line.right() - x, 1.5F * em_}, text,
                    {.colour = colour(theme_, meaning), .face = Face::bold});
            x += wide + 1.6F * em_;
        };
        say(fmt::format(texts::attention::products_query, query_name_), Meaning::query);
        say(fmt::format(texts::attention::products_key, key_name_), Meaning::key);
        say(fmt::format(texts::attention::products_weight, number_text(static_cast<double>(weight_))), Meaning::weight);
    }

    std::vector<Placed> place_all(const std::vector<ProductColumn>& columns) {
        std::vector<Placed> all;
        all.reserve(columns.size());
        for (const ProductColumn& column : columns) all.push_back(placed(column));
        return all;
    }

    Placed placed(const ProductColumn& column) {
        const Trace& trace = page_.trace;
        Placed made{.column = column};
        made.title = made.brief = trace.coloured_symbol(column.record);
        if (column.role == Role::part) {
            const HeadRows rows =
                rows_of_head(trace, taken_, column.record, own_head(trace, show_.layer, page_.scene.head));
            made.below.values =
                part_.of(page_.scene.evaluation, taken_, column.record, own_head(trace, show_.layer, page_.scene.head));
            made.below.row_dim = 0;
            made.below.col_dim = 1;
            made.above = rows_of(page_.slice(column.above), rows);
            made.title = made.brief = trace.coloured_symbol(taken_) + " " + trace.coloured_symbol(column.above);
            return made;
        }
        made.below = page_.slice(column.record);
        const bool computes = column.role != Role::input && !(column.role == Role::query && column.above < 0);
        if (computes && (column.above >= 0 || column.role == Role::map)) made.title = trace.formula(column.record);
        if (column.above < 0) return made;
        if (column.turned)
            made.above = Page::transposed(page_.slice(column.above));
        else if (column.role == Role::taken)
            made.above = page_.slice(column.above);
        else
            made.above = weight_of(page_, column.above, made.below);
        if (column.bias >= 0) made.bias = weight_of(page_, column.bias, made.below);
        return made;
    }

    static bool multiplies(const std::vector<Placed>& columns) {
        return std::ranges::any_of(columns, [](const Placed& placed) { return placed.column.above >= 0; });
    }
    float words_of(const std::vector<Placed>& columns) const {
        return (title_line + shape_line + scale_line) * em_ * (multiplies(columns) ? 2.0F : 1.0F) + bias_high * em_;
    }
    float least_height(const std::vector<Placed>& columns) const {
        return words_of(columns) + matrix_least * em_ * (multiplies(columns) ? 2.0F : 1.0F);
    }
    static float share_of(const std::vector<Placed>& columns) { return multiplies(columns) ? 2 : 1; }

    void band(const Rect& area, std::vector<Placed>& columns) {
        if (columns.empty()) return;
        const float words = std::min(words_wide * em_, 0.16F * area.w);
        float gaps = words, units = 0;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            units += width_of(columns[i].column.role);
            if (i > 0) gaps += gap_before(columns[i]);
        }
        const float unit = std::max(1.0F, std::min((area.w - gaps) / units, column_most * em_));
        const bool two = multiplies(columns);
        const float room = std::max(2.0F, (area.h - words_of(columns)) / (two ? 2.0F : 1.0F));
        const float high = std::min(room, matrix_most * em_);
        const float title = (title_line + shape_line) * em_;
        const float top = area.y + title, bottom = two ? top + high + (scale_line + bias_high) * em_ + title : top;
        float x = area.x + words;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            Placed& placed = columns[i];
            const float before = i > 0 ? gap_before(placed) : 0;
            x += before;
            const float wide = unit * width_of(placed.column.role);
            placed.low = Rect{x, bottom, wide, high}.snapped();
            if (placed.column.above >= 0) placed.high = Rect{x, top, wide, high}.snapped();
            if (placed.column.bias >= 0)
                placed.strip = Rect{x, top + high + scale_line * em_ + 0.1F * em_, wide, 0.4F * em_}.snapped();
            if (i > 0 && *placed.column.sign != 0)
                painter_.text(
                    {x - 0.5F * before, placed.low.centre().y}, placed.column.sign,
                    {.colour = theme_.muted, .size = em::large, .align = Align::centre, .anchor = Anchor::middle});
            if (i > 0 && placed.column.softmax)
                text_in(painter_, {x - before, placed.low.centre().y - 1.9F * em_, before, 1.2F * em_},
                        texts::attention::products_softmax,
                        {.colour = theme_.muted, .size = em::small, .align = Align::centre});
            if (placed.strip.h > 0 && (i == 0 || columns[i - 1].column.above < 0)) name_bias(placed);
            const float next = i + 1 < columns.size() ? gap_before(columns[i + 1]) : 0;
            draw_column(placed, wide + std::clamp(next - 0.7F * em_, 0.0F, em_));
            x += wide;
        }
        name_rows(columns.front(), words);
    }

    void name_bias(const Placed& placed) {
        const std::string symbol = "+ " + page_.trace.coloured_symbol(placed.column.bias);
        const FormulaStyle set{.size = 0.9F, .align = Align::left};
        const float wide = measure_formula(painter_, symbol, 1e4F, set).width;
        draw_formula_at(painter_, symbol, {placed.strip.x - wide - 0.4F * em_, placed.strip.bottom() + 0.15F * em_},
                        set);
    }

    float gap_before(const Placed& placed) const {
        return (placed.column.softmax ? with_word : *placed.column.sign != 0 ? with_sign : without_sign) * em_;
    }

    void draw_column(const Placed& placed, float room) {
        const ProductColumn& column = placed.column;
        if (column.above >= 0) {
            const std::string symbol = page_.trace.coloured_symbol(column.above) + (column.turned ? "^{⊤}" : "");
            matrix(placed.above, placed.high, symbol, symbol, room);
            mark(placed.above, placed.high,
                 column.role == Role::taken ? Along::key_rows
                 : column.turned            ? Along::key_columns
                                            : Along::nothing);
            drawn_.matrices.push_back({column.role, column.above, true, placed.high, placed.above.values});
        }
        if (placed.strip.h > 0)
            draw_plain(
                page_,
                {.slice = placed.bias, .style = page_.style(column.bias, placed.bias.values), .rect = placed.strip});
        matrix(placed.below, placed.low, placed.title, placed.brief, room,
               column.role == Role::part ? column.record : -1);
        if (column.role == Role::output) mark_columns(placed);
        mark(placed.below, placed.low,
             column.role == Role::map ? Along::pair
             : column.both            ? Along::both
             : column.of_keys         ? Along::key_rows
                                      : Along::query_rows);
        drawn_.matrices.push_back({column.role, column.record, false, placed.low, placed.below.values});
    }

    /// Symbol, or the whole formula where it has room; the shape; the numbers and their scale. `part_of`: the output
    /// that these numbers are added to, of those that the trace has not.
    void matrix(const Slice& slice, const Rect& rect, const std::string& title, const std::string& brief, float room,
                int part_of = -1) {
        const int record = slice.record;
        const HeatStyle style = part_of >= 0 ? part_style(slice) : page_.style(record, slice.values);
        constexpr float size = 1.15F;
        const bool fits = measure_formula(painter_, title, 1e4F, {.size = size, .align = Align::left}).width <= room;
        const float y = rect.y - (title_line + shape_line) * em_;
        FormulaStyle set{.size = size, .align = Align::left};
        if (!fits) {
            const float whole = measure_formula(painter_, brief, 1e4F, set).width;
            if (whole > room) set.size *= std::max(0.6F, room / whole);
        }
        draw_formula_at(painter_, fits ? title : brief, {rect.x, y + 1.1F * em_}, set);
        std::string shape = shape_text(slice);
        if (painter_.measure(shape, em::small).width > room)
            if (const auto at = shape.find(" × "); at != std::string::npos) shape.replace(at, 4, "×");
        painter_.text({rect.x, y + title_line * em_ + 0.8F * em_}, shape,
                      {.colour = theme_.muted, .size = em::small, .anchor = Anchor::baseline});
        if (part_of >= 0)
            part(slice, rect, style, part_of);
        else
            draw_plain(page_, {.slice = slice, .style = style, .rect = rect});
        painter_.stroke(rect.inset(-0.5F), theme_.border, 1);
        legend_line(painter_, {rect.x, rect.bottom() + 0.15F * em_, std::min(rect.w, 9 * em_), 1.05F * em_}, style,
                    slice.values);
    }

    HeatStyle part_style(const Slice& slice) const {
        return {.meaning = page_.trace.record(taken_).stage->meaning, .limit = painter_.limit(slice.values)};
    }

    /// Numbers that the trace has not: a cell of them answers for the output's cell that it is added to.
    void part(const Slice& slice, const Rect& rect, const HeatStyle& style, int output) {
        const MatrixPlace place =
            LabelledMatrix{.values = slice.values, .style = style, .ground = theme_.panel}.draw(painter_, rect);
        const CellAt under = place.hit(page_.mouse);
        if (!under) return;
        const Slice whole = page_.slice(output);
        page_.note({.cell = {output, whole.cell(under.row, under.col)},
                    .rect = place.cell(under),
                    .derived = texts::attention::part_of_output,
                    .number = slice.values.at(under.row, under.col)});
    }

    enum class Along : std::uint8_t { nothing, query_rows, key_rows, key_columns, both, pair };

    /// Row of the chosen query in a matrix with one row a token, or the one row of its step.
    int query_row(const Slice& slice) const {
        if (slice.record < 0) return pair_.query;
        const Record& record = page_.trace.record(slice.record);
        const Axis axis = record.shape.find(Axis::query) >= 0 ? Axis::query : Axis::position;
        return pair_.query - page_.scene.evaluation.first_token_along(record, axis);
    }

    void mark(const Slice& slice, const Rect& rect, Along along) {
        const int rows = slice.values.rows, cols = slice.values.cols;
        const auto outline = [&](int row, int col, int high, int wide, Colour tone, float width) {
            if (row < 0 || col < 0 || row >= rows || col >= cols) return;
            const Rect place = cell_rect(rect, rows, cols, row, col, high, wide);
            const Rect seen{place.x, place.y, std::max(place.w, 2.0F), std::max(place.h, 2.0F)};
            painter_.stroke(seen.inset(-1), theme_.background, width + 2);
            painter_.stroke(seen.inset(-1), tone, width);
        };
        const Colour asks = colour(theme_, Meaning::query), asked = colour(theme_, Meaning::key);
        const int query = query_row(slice), key = pair_.key;
        if (along == Along::key_rows || along == Along::both) outline(key, 0, 1, cols, asked, 1.5F);
        if (along == Along::key_columns || along == Along::pair) outline(0, key, rows, 1, asked, 1.5F);
        if (along == Along::query_rows || along == Along::both || along == Along::pair)
            outline(query, 0, 1, cols, asks, 1.5F);
        if (along == Along::pair) outline(query, key, 1, 1, show_.locked ? theme_.accent : theme_.text, 2);
    }

    /// Without an output matrix the head's output is some columns of the attention's.
    void mark_columns(const Placed& placed) {
        const int heads = show_.layer.heads, cols = placed.below.values.cols;
        if (heads < 2 || cols % heads != 0) return;
        const int wide = cols / heads, head = own_head(page_.trace, show_.layer, page_.scene.head);
        painter_.stroke(
            cell_rect(placed.low, placed.below.values.rows, cols, 0, head * wide, placed.below.values.rows, wide)
                .inset(-1),
            theme_.accent, 2);
    }

    /// The tokens of the first matrix, as many as have room, the chosen ones in any case.
    void name_rows(const Placed& first, float words) {
        const Slice& slice = first.below;
        if (slice.row_dim < 0 || slice.record < 0 || words < 1.5F * em_) return;
        const int rows = slice.values.rows, query = query_row(slice);
        LabelledMatrix names{.rows = {.longest = words / em_ - 0.6F}, .all_rows = rows, .all_cols = 1};
        for (int row = 0; row < rows; ++row) {
            names.rows.names.push_back(page_.label(slice.record, slice.row_dim, row));
            names.rows.unknown.push_back(page_.unknown(slice.record, slice.row_dim, row));
        }
        names.rows.lit = {{query, colour(theme_, Meaning::query)},
                          {first.column.both ? pair_.key : -1, colour(theme_, Meaning::key)}};
        names.draw(painter_, first.low);
    }

    Page& page_;
    const AttentionShow& show_;
    Painter& painter_;
    const Theme& theme_;
    const float em_;
    HeadPart& part_;
    Pair pair_;
    float weight_ = 0;
    std::string query_name_, key_name_;
    int taken_ = -1;
    ProductsDrawn drawn_;
};

}  // namespace

ProductsDrawn draw_products(Page& page, const AttentionShow& show, HeadPart& part) {
    return ProductsPainter(page, show, part).draw();
}

}  // namespace glassformer
