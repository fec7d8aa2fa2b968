// The weights of one head alone, and numbers about all heads together.
#include <algorithm>

#include "app/pictures/board/layout.h"
#include "app/views/attention/modes.h"

namespace glassformer {

namespace {

/// Cell of the linked pair in a panel without the lit cell.
void link(Page& page, const AttentionShow& show, const Board& board, HeatPanel& panel) {
    const Record& record = page.trace.record(panel.slice.record);
    if (page.lit && page.lit.record == record.id) return;
    const Theme& theme = page.painter.theme();
    const Colour tone = show.locked ? theme.accent : theme.text;
    const int first = page.scene.evaluation.first_token_along(record, Axis::query);
    const Track &rows = board.rows(panel.row_track), &cols = board.columns(panel.col_track);
    const int row = show.pair.query < 0 ? -1 : rows.place_of(show.pair.query - first);
    if (row < 0) return;
    if (record.shape.find(Axis::key) < 0) {
        panel.outlines.push_back({row, 0, 1, static_cast<int>(cols.shown.size()), tone, 1.5F});
        return;
    }
    const int col = show.pair.key < 0 ? -1 : cols.place_of(show.pair.key);
    if (col >= 0) panel.outlines.push_back({row, col, 1, 1, tone, 1.5F});
}

}  // namespace

int operand_of(const Page& page, int record) {
    for (std::size_t i = 0; i < page.operands(); ++i)
        if (page.operand(i) == record) return static_cast<int>(i);
    return -1;
}

int page_record(const Evaluation& evaluation, const AttentionLayer& layer, const CellRef& cell, int query) {
    const std::vector<int> maps = maps_of(evaluation.trace(), layer, query);
    const bool shown = cell && (std::find(maps.begin(), maps.end(), cell.record) != maps.end() ||
                                cell.record == taken_of(evaluation.trace(), layer, query));
    return shown ? cell.record : maps.back();
}

void draw_weights(Page& page, const AttentionShow& show) {
    Board board(page, page.area);
    const Slice slice = page.slice(show.layer.weights);
    const CellAt lit = page.lit ? slice.find(page.lit.cell) : CellAt{};
    const int row = board.row({.count = slice.values.rows, .focus = lit ? lit.row : 0});
    const int col = board.column({.count = slice.values.cols, .focus = lit ? lit.col : 0});
    HeatPanel& panel = board.add({.slice = slice,
                                  .style = page.style(slice.record, slice.values),
                                  .row_track = row,
                                  .col_track = col,
                                  .result = true,
                                  .note = page.stage.stage->label,
                                  .row_labels = true,
                                  .col_labels = true});
    board.solve();
    link(page, show, board, panel);
    board.draw();
}

std::optional<SummaryHit> draw_summary(Page& page, const AttentionShow& show, const ConstMatrix& map,
                                       const std::string& symbol, const std::string& note, float below) {
    Board board(page, {page.area.x, page.area.y, page.area.w, page.area.h - below});
    Slice slice = page.slice(show.layer.weights);
    slice.values = map;
    slice.record = -1;
    const int row = board.row({.count = map.rows, .focus = std::max(0, show.pair.query)});
    const int col = board.column({.count = map.cols, .focus = std::max(0, show.pair.key)});
    HeatStyle style{.map = HeatMap::sequential, .meaning = Meaning::weight, .limit = page.painter.limit(map)};
    if (style.limit > 0.5F) style.limit = 1;
    HeatPanel& panel = board.add({.slice = slice,
                                  .style = style,
                                  .row_track = row,
                                  .col_track = col,
                                  .symbol = symbol,
                                  .note = note,
                                  .row_labels = true,
                                  .col_labels = true,
                                  .answers_for = show.layer.weights});
    board.solve();
    const Track &rows = board.rows(row), &cols = board.columns(col);
    if (show.pair.query >= 0 && show.pair.key >= 0) {
        const int r = rows.place_of(show.pair.query), c = cols.place_of(show.pair.key);
        const Theme& theme = page.painter.theme();
        if (r >= 0 && c >= 0) panel.outlines.push_back({r, c, 1, 1, show.locked ? theme.accent : theme.text, 1.5F});
    }
    board.draw();
    const CellAt under =
        cell_at(panel.rect, static_cast<int>(rows.shown.size()), static_cast<int>(cols.shown.size()), page.mouse);
    if (!under) return {};
    const int q = rows.shown[static_cast<std::size_t>(under.row)], k = cols.shown[static_cast<std::size_t>(under.col)];
    return SummaryHit{q, k, map.at(q, k), panel.cell(rows, cols, q, k)};
}

}  // namespace glassformer
