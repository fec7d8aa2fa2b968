// Many rows become one: pooling for a classifier.
#include <algorithm>

#include "app/pictures/board/layout.h"

namespace glassformer::picture {

namespace {

void pool(Page& page) {
    const float em = page.em;
    const Slice in = page.slice(page.operand(0)), out = page.slice(page.scene.record);
    const CellAt lit = page.lit ? out.find(page.lit.cell) : CellAt{};
    Board board(page, page.area);
    const int cols = board.column({.count = out.values.cols, .focus = lit ? lit.col : 0});
    const int many = board.row({.count = in.values.rows});
    const int one = board.row({.count = 1, .weight = 1.6F, .largest = 2.4F * em, .gap = 0.6F * em});
    const float limit = std::max(page.style(in.record, in.values).limit, page.style(out.record, out.values).limit);
    HeatPanel& source = board.add({.slice = in,
                                   .style = page.style(in.record, in.values),
                                   .row_track = many,
                                   .col_track = cols,
                                   .operand = 0,
                                   .row_labels = true,
                                   .col_labels = true,
                                   .legend = false});
    HeatPanel& result = board.add({.slice = out,
                                   .style = page.style(out.record, out.values),
                                   .row_track = one,
                                   .col_track = cols,
                                   .result = true});
    source.style.limit = result.style.limit = limit;
    board.solve();
    board.draw();
    page.painter.text(
        {result.rect.x - 0.8F * em, result.rect.centre().y}, "↓",
        {.colour = page.painter.theme().muted, .size = em::title, .align = Align::right, .anchor = Anchor::middle});
}

/// A tensor of one axis as a column, so that its entries are beside their rows.
Slice upright(const Page& page, int record) { return Page::transposed(page.slice(record)); }

/// The query above the rows, the scores beside them.
void query_scores(Page& page) {
    const float em = page.em;
    const Slice x = page.slice(page.operand(0)), query = page.slice(page.operand(1)),
                out = upright(page, page.scene.record);
    const CellAt lit = page.lit ? out.find(page.lit.cell) : CellAt{};
    Board board(page, page.area);
    const int cols = board.column({.count = x.values.cols});
    const int beside = board.column({.count = 1, .largest = 5 * em, .gap = 2.4F * em, .sign = "→"});
    const int one = board.row({.count = 1, .weight = 1.6F, .largest = 2.4F * em});
    const int many = board.row({.count = x.values.rows, .focus = lit ? lit.row : 0, .gap = 0.7F * em});
    board.reserve_right(8.5F * em);
    board.add({.slice = query,
               .style = page.style(query.record, query.values),
               .row_track = one,
               .col_track = cols,
               .operand = 1,
               .legend = false});
    board.add({.slice = x,
               .style = page.style(x.record, x.values),
               .row_track = many,
               .col_track = cols,
               .operand = 0,
               .row_labels = true,
               .col_labels = true,
               .legend = false});
    board.add({.slice = out,
               .style = page.style(out.record, out.values),
               .row_track = many,
               .col_track = beside,
               .result = true,
               .title = TitlePlace::right});
    board.solve();
    board.draw();
}

/// The learned scores of the places, of which the text takes the first.
void place_scores(Page& page) {
    const float em = page.em;
    const Slice out = page.slice(page.scene.record);
    const Slice table = Page::columns(page.slice(page.operand(1)), 0, out.values.cols);
    const CellAt lit = page.lit ? out.find(page.lit.cell) : CellAt{};
    Board board(page, page.area);
    const int cols = board.column({.count = out.values.cols, .focus = lit ? lit.col : 0});
    const int above = board.row({.count = 1, .largest = 2.6F * em});
    const int below = board.row({.count = 1, .largest = 2.6F * em, .gap = 1.5F * em});
    board.reserve_right(9 * em);
    board.reserve_bottom(2.5F * em);
    board.add({.slice = table,
               .style = page.style(table.record, table.values),
               .row_track = above,
               .col_track = cols,
               .operand = 1,
               .title = TitlePlace::right,
               .legend = false});
    board.add({.slice = out,
               .style = page.style(out.record, out.values),
               .row_track = below,
               .col_track = cols,
               .result = true,
               .title = TitlePlace::right,
               .col_labels = true});
    board.solve();
    board.draw();
}

/// The weights beside the rows, and below them their sum.
void weighted_rows(Page& page) {
    const float em = page.em;
    const Slice weights = upright(page, page.operand(0)), x = page.slice(page.operand(1)),
                out = page.slice(page.scene.record);
    const CellAt lit = page.lit ? out.find(page.lit.cell) : CellAt{};
    Board board(page, page.area);
    const int beside = board.column({.count = 1, .largest = 5 * em});
    const int cols = board.column({.count = out.values.cols, .focus = lit ? lit.col : 0, .gap = 1.4F * em});
    const int many = board.row({.count = x.values.rows});
    const int one = board.row({.count = 1, .weight = 1.6F, .largest = 2.4F * em, .gap = 0.6F * em});
    board.add({.slice = weights,
               .style = page.style(weights.record, weights.values),
               .row_track = many,
               .col_track = beside,
               .operand = 0,
               .row_labels = true,
               .legend = false});
    board.add({.slice = x,
               .style = page.style(x.record, x.values),
               .row_track = many,
               .col_track = cols,
               .operand = 1,
               .col_labels = true,
               .legend = false});
    board.add({.slice = out,
               .style = page.style(out.record, out.values),
               .row_track = one,
               .col_track = cols,
               .result = true});
    board.solve();
    board.draw();
}

}  // namespace

extern const Picture row_picture{"row", pool};
extern const Picture mean_pool_picture{"mean_pool", pool};
extern const Picture first_token_picture{"first_token", pool};
extern const Picture query_scores_picture{"query_scores", query_scores};
extern const Picture place_scores_picture{"place_scores", place_scores};
extern const Picture weighted_rows_picture{"weighted_rows", weighted_rows};

}  // namespace glassformer::picture
