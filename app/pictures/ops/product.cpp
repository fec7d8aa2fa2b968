// Matrix products: A at the left, B above, the result in the corner where row meets column. The lit cell's row and
// column are the cells its derivation names.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/paint/head_colour.h"
#include "app/pictures/board/bars.h"
#include "app/pictures/board/heat_labels.h"
#include "app/pictures/board/layout.h"
#include "app/pictures/board/texts.h"
#include "app/pictures/board/untrained.h"

namespace glassformer::picture {

namespace {

constexpr float inner_weight = 0.62F;  // the inner axis gets less room: it is summed away

struct Factors {
    Slice a, b;
    std::string b_symbol{};  // where it is not the record's own: "K^{⊤}"
    std::string b_note{};
    int bias = -1;  // operand number, or −1
    Slice bias_slice{};
    int table = -1;               // operand number of a second left factor: Shaw's relative keys
    std::vector<float> b_rows{};  // how much of B's rows is taken, as bars in front of them
    int heads = 0;                // of a matrix whose rows belong to heads, as many to each: how many heads
};

std::string turned_symbol(const Page& page, int record) {
    const Record& of = page.trace.record(record);
    return "\\meaning{" + std::string(name(of.stage->meaning)) + "}{" + of.symbol + "^{⊤}}";
}

/// The last axis is the answer (words, classes): its largest entries are shown as bars, too.
bool answers(const Page& page) {
    const Axis last = page.stage.shape.axis(page.stage.shape.rank() - 1);
    return last == Axis::vocab || last == Axis::classes;
}

/// In the larger of the free places at the right: below the titles of B and of the result.
void draw_answers(Page& page, const Rect& area, const Board& board, const HeatPanel& b, const HeatPanel& c) {
    const float em = page.em, width = area.right() - c.rect.right() - 1.2F * em;
    const auto below = [&](const HeatPanel& panel) {  // its title, what of it is shown, its legend
        const int windows = !board.rows(panel.row_track).whole() + !board.columns(panel.col_track).whole();
        return panel.rect.y + (4.8F + 1.15F * static_cast<float>(windows)) * em;
    };
    const float below_b = below(b), below_c = below(c);
    const float height_b = c.rect.y - 0.8F * em - below_b, height_c = area.bottom() - 0.5F * em - below_c;
    const bool upper = height_b > height_c;
    const int count = std::min(bars_that_fit(page, upper ? height_b : height_c), 12);
    if (count < 1) return;
    const int row = bars_row(page, c.slice);
    if (!page.finished(row, c.slice.values.cols)) return;
    draw_bars(page, {c.rect.right() + 0.9F * em, upper ? below_b : below_c, width, upper ? height_b : height_c},
              fmt::format(texts::pictures::largest, page.stage.stage->key, bars_place(page, c.slice, row)),
              largest_bars(page, c.slice, row, count), page.stage.stage->meaning);
}

/// Tokens along this dimension of a slice, not numbers.
bool worded(const Page& page, const Slice& slice, int dimension) {
    return dimension >= 0 && page.has_words(slice.record, dimension);
}

float heads_strip(float em) { return std::max(2.0F, std::round(0.2F * em)); }  // pixels

/// The concatenated heads and the output matrix: a tint says which columns and which rows belong to which head, in the
/// colors of the concatenation.
void draw_heads(Page& page, const Factors& factors, const HeatPanel& a, const Track& cols, const HeatPanel& b,
                const Track& rows) {
    const float em = page.em, thick = heads_strip(em);
    const int size = factors.b.values.rows / factors.heads;
    const auto run = [&](const Track& track, int head) {  // places of the head's lines; the second is −1 for none
        std::pair<int, int> places{-1, -1};
        for (int line = head * size; line < (head + 1) * size; ++line)
            if (const int at = track.place_of(line); at >= 0) {
                if (places.second < 0) places.first = at;
                places.second = at;
            }
        return places;
    };
    const Colour between = page.painter.theme().background;
    for (int head = 0; head < factors.heads; ++head) {
        const Colour tint = head_colour(page.painter.theme(), head, factors.heads);
        if (const auto [first, last] = run(cols, head); last >= 0) {
            const float x = a.rect.x + cols.cell * static_cast<float>(first);
            page.painter.fill({x + 1, a.rect.bottom() + 2, cols.cell * static_cast<float>(last - first + 1) - 2, thick},
                              tint);
            if (first > 0) page.painter.line({x, a.rect.y}, {x, a.rect.bottom()}, between, 2);
        }
        if (const auto [first, last] = run(rows, head); last >= 0) {
            const float y = b.rect.y + rows.cell * static_cast<float>(first);
            const float high = rows.cell * static_cast<float>(last - first + 1);
            page.painter.fill({b.rect.right() + 2, y + 1, thick, high - 2}, tint);
            if (first > 0) page.painter.line({b.rect.x, y}, {b.rect.right(), y}, between, 2);
            const Rect name{b.rect.x - 8 * em, y, 5.6F * em, high};
            if (name.x >= page.area.x && high >= 1.1F * em)
                text_in(page.painter, name, fmt::format(texts::pictures::head, head + 1),
                        {.colour = page.painter.theme().muted, .size = em::small, .align = Align::right});
        }
    }
}

void product(Page& page, const Factors& factors) {
    const Slice c = page.slice(page.scene.record);
    Rect area = page.area;
    const Untrained none = untrained_shown(page, area);
    Board board(page, area);
    const CellAt lit = page.lit ? c.find(page.lit.cell) : CellAt{};
    const int inner_left = board.column({.count = factors.a.values.cols, .weight = inner_weight});
    Track outer{
        .count = c.values.cols, .window_cell = 0.5F * page.em, .focus = lit ? lit.col : 0, .gap = 1.6F * page.em};
    outer.first = vocabulary_columns_shown(page, c);
    // Of a few words each has its name, upright if need be.
    if (worded(page, c, c.col_dim) && c.values.cols <= 24) outer.least = row_label_height(page.painter) + 1;
    if (!outer.first.empty()) outer.window_cell = 1.3F * page.em;
    const int cols = board.column(std::move(outer));
    const bool worded_rows = factors.a.row_dim >= 0 && worded(page, factors.a, factors.a.row_dim);
    const bool worded_inner = worded(page, factors.b, factors.b.row_dim);
    const float label_line = row_label_height(page.painter);
    const int inner_top = board.row({.count = factors.b.values.rows,
                                     .weight = worded_inner ? 1 : inner_weight,
                                     .least = worded_inner ? label_line : 0});
    const int bias_row =
        factors.bias < 0 ? -1
                         : board.row({.count = 1, .weight = 0.7F, .largest = 1.6F * page.em, .gap = 0.7F * page.em});
    const int rows = board.row({.count = c.values.rows,
                                .least = worded_rows ? label_line : 0,
                                .focus = lit ? lit.row : 0,
                                .gap = 0.7F * page.em});
    board.same_lines(inner_left, inner_top);
    if (c.values.rows < 3) board.reserve_bottom(3 * page.em);  // its legend reaches below it
    if (factors.heads > 1) board.reserve_bottom(heads_strip(page.em) + 3);
    board.reserve_right((answers(page) ? 14.5F : 8.5F) * page.em);

    const HeatPanel& a = board.add({.slice = factors.a,
                                    .style = page.style(factors.a.record, factors.a.values),
                                    .row_track = rows,
                                    .col_track = inner_left,
                                    .operand = 0,
                                    .row_labels = factors.a.row_dim >= 0,
                                    .col_labels = true,
                                    .legend_in_corner = true});
    const HeatPanel& b = board.add({.slice = factors.b,
                                    .style = page.style(factors.b.record, factors.b.values),
                                    .row_track = inner_top,
                                    .col_track = cols,
                                    .operand = 1,
                                    .symbol = factors.b_symbol,
                                    .note = factors.b_note,
                                    .title = TitlePlace::right,
                                    .row_labels = true,
                                    .col_labels = true,
                                    .row_share = factors.b_rows,
                                    .share_bars = true});
    if (factors.bias >= 0)
        board.add({.slice = factors.bias_slice,
                   .style = page.style(factors.bias_slice.record, factors.bias_slice.values),
                   .row_track = bias_row,
                   .col_track = cols,
                   .operand = factors.bias,
                   .title = TitlePlace::none,
                   .row_labels = true,
                   .legend = !answers(page)});  // the bars are there
    if (factors.table >= 0) {
        const Slice table = page.slice(page.operand(static_cast<std::size_t>(factors.table)));
        const int below = board.row({.count = table.values.rows, .weight = inner_weight, .gap = 0.7F * page.em});
        board.add({.slice = table,
                   .style = page.style(table.record, table.values),
                   .row_track = below,
                   .col_track = inner_left,
                   .operand = factors.table,
                   .row_labels = true,
                   .legend = false});
    }
    HeatPanel& result = board.add({.slice = c,
                                   .style = page.style(c.record, c.values),
                                   .row_track = rows,
                                   .col_track = cols,
                                   .result = true,
                                   .title = TitlePlace::right});
    grey_rows(result, none);
    board.solve();
    board.draw();
    if (factors.heads > 1) draw_heads(page, factors, a, board.columns(inner_left), b, board.rows(inner_top));
    if (answers(page)) draw_answers(page, area, board, b, result);

    const CellAt made = page.explained && !page.explained_to ? c.find(page.explained.cell) : CellAt{};
    if (!made || a.outlines.empty() || b.outlines.empty()) return;
    const Rect cell = board.cell(result, made.row, made.col);
    if (cell.w <= 0) return;
    // Over cells with numbers, or that were just computed, the lines would strike them out.
    const bool numbers = cell.w >= 3 * page.em || page.moving();
    connect(page, {a.rect.right() + 2, cell.centre().y}, {numbers ? result.rect.x : cell.x - 1, cell.centre().y});
    connect(page, {cell.centre().x, b.rect.bottom() + 2}, {cell.centre().x, numbers ? result.rect.y : cell.y - 1});
}

Factors with_bias(const Page& page, Factors factors, int first, int count) {
    if (page.operands() < 3) return factors;
    factors.bias = 2;
    factors.bias_slice = Page::columns(page.slice(page.operand(2)), first, count);
    return factors;
}

/// Heads whose results lie side by side in the record; 0 where it holds no heads.
int heads_side_by_side(const Page& page, int record) {
    const Record& of = page.trace.record(record);
    if (of.stage != &stage::concat || of.operands.empty()) return 0;
    const Shape& heads = page.trace.record(of.operands.front()).shape;
    const int axis = heads.find(Axis::head);
    return axis < 0 ? 0 : heads.size(axis);
}

void linear(Page& page) {
    product(page, with_bias(page,
                            {.a = page.slice(page.operand(0)),
                             .b = page.slice(page.operand(1)),
                             .heads = heads_side_by_side(page, page.operand(0))},
                            0, page.stage.shape.cols()));
}

void linear_transposed(Page& page) {
    product(page, with_bias(page,
                            {.a = page.slice(page.operand(0)),
                             .b = Page::transposed(page.slice(page.operand(1))),
                             .b_symbol = turned_symbol(page, page.operand(1))},
                            0, page.stage.shape.cols()));
}

void project_heads(Page& page) {
    const Slice out = page.slice(page.scene.record);
    const int head = out.at[page.stage.shape.find(Axis::head)], d_head = page.stage.shape.cols();
    product(page, with_bias(page,
                            {.a = page.slice(page.operand(0)),
                             .b = Page::columns(page.slice(page.operand(1)), head * d_head, d_head)},
                            head * d_head, d_head));
}

void attention_scores(Page& page) {
    product(page, {.a = page.slice(page.operand(0)),
                   .b = Page::transposed(page.slice(page.operand(1))),
                   .b_symbol = turned_symbol(page, page.operand(1))});
}

void shaw_scores(Page& page) {
    product(page, {.a = page.slice(page.operand(0)),
                   .b = Page::transposed(page.slice(page.operand(1))),
                   .b_symbol = turned_symbol(page, page.operand(1)),
                   .table = 2});
}

/// Queries, below them the keys of the distances, and the scores that read their products along the diagonals.
void relative_scores(Page& page) {
    const Slice q = page.slice(page.operand(0)), keys = page.slice(page.operand(1)), c = page.slice(page.scene.record);
    const CellAt lit = page.lit ? c.find(page.lit.cell) : CellAt{};
    Board board(page, page.area);
    const int inner = board.column({.count = q.values.cols, .weight = inner_weight});
    const int cols = board.column({.count = c.values.cols, .focus = lit ? lit.col : 0, .gap = 1.6F * page.em});
    const int rows = board.row({.count = c.values.rows, .focus = lit ? lit.row : 0});
    const int below = board.row({.count = keys.values.rows, .weight = inner_weight, .gap = 0.7F * page.em});
    board.add({.slice = q,
               .style = page.style(q.record, q.values),
               .row_track = rows,
               .col_track = inner,
               .operand = 0,
               .row_labels = true,
               .legend = false});
    board.add({.slice = keys,
               .style = page.style(keys.record, keys.values),
               .row_track = below,
               .col_track = inner,
               .operand = 1,
               .row_labels = true,
               .col_labels = true});
    board.add({.slice = c,
               .style = page.style(c.record, c.values),
               .row_track = rows,
               .col_track = cols,
               .result = true,
               .col_labels = true});
    board.solve();
    board.draw();
}

/// The rows of V, each with a bar as long as its weight in the lit row: what adds up to the result.
void attention_values(Page& page) {
    Factors factors{.a = page.slice(page.operand(0)), .b = page.slice(page.operand(1))};
    const Slice out = page.slice(page.scene.record);
    if (const CellAt lit = page.explained ? out.find(page.explained.cell) : CellAt{}) {
        const float largest = largest_magnitude(block(factors.a.values, lit.row, 0, 1, factors.a.values.cols));
        for (int key = 0; key < factors.b.values.rows; ++key)
            factors.b_rows.push_back(std::clamp(factors.a.values.at(lit.row, key) / largest, 0.0F, 1.0F));
        factors.b_note = texts::pictures::weighted_by_a;
    }
    product(page, factors);
}

}  // namespace

extern const Picture linear_picture{"linear", linear};
extern const Picture linear_transposed_picture{"linear_transposed", linear_transposed};
extern const Picture project_heads_picture{"project_heads", project_heads};
extern const Picture attention_scores_picture{"attention_scores", attention_scores};
extern const Picture shaw_scores_picture{"shaw_scores", shaw_scores};
extern const Picture relative_scores_picture{"relative_scores", relative_scores};
extern const Picture attention_values_picture{"attention_values", attention_values};
extern const Picture additive_scores_picture{"additive_scores", shaw_scores};

}  // namespace glassformer::picture
