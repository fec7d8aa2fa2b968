// One head's maps on their way from scores to what is taken, and the weights alone.
#include <algorithm>
#include <cmath>

#include "app/pictures/board/row_of_panels.h"
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

/// Sign before a map: how it is computed from the map at its left.
std::string sign_of(const Trace& trace, const std::vector<int>& maps, std::size_t i) {
    if (i == 0) return "";
    const Record& record = trace.record(maps[i]);
    const auto reads = [&](int id) {
        return std::find(record.operands.begin(), record.operands.end(), id) != record.operands.end();
    };
    const bool from_before =
        std::any_of(maps.begin(), maps.begin() + static_cast<std::ptrdiff_t>(i), [&](int id) { return reads(id); });
    if (!from_before) return "+";
    return record.operation != nullptr && record.operation->name() == "add" ? "=" : "→";
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

void draw_steps(Page& page, const AttentionShow& show) {
    std::vector<int> panels = maps_of(page.trace, show.layer, show.pair.query);
    const std::size_t maps = panels.size();
    if (const int taken = taken_of(page.trace, show.layer, show.pair.query); taken >= 0) panels.push_back(taken);

    const bool flat = page.trace.record(panels.front()).shape.size_of(Axis::query, 1) == 1;
    const auto count = static_cast<int>(panels.size());
    int lines = 1;  // that leave the cells largest, beside their labels, titles and legends
    float best = -1e9F;
    for (int tried = 1; tried <= count; ++tried) {
        const int columns = (count + tried - 1) / tried;
        const auto across = static_cast<float>(columns);
        const float width = (page.area.w - 5 * page.em) / across - 2.4F * page.em;
        const float height = page.area.h / static_cast<float>(tried) - 8 * page.em;
        const float side = flat ? width : std::min(width, height);
        if (side <= best || (flat && height < page.em)) continue;
        best = side;
        lines = tried;
    }
    const int across = (count + lines - 1) / lines;
    Rect rest = page.area;
    for (int line = 0, at = 0; line < lines; ++line) {
        Rect place = rest.take_top(std::floor(page.area.h / static_cast<float>(lines)));
        place.h -= 0.4F * page.em;
        RowOfPanels row(page, place);
        std::vector<HeatPanel*> shown;
        for (int i = 0; i < across && at < count; ++i, ++at) {
            const int record = panels[static_cast<std::size_t>(at)];
            const Slice slice = page.slice(record);
            const bool is_map = static_cast<std::size_t>(at) < maps;
            shown.push_back(&row.panel({.slice = slice,
                                        .style = page.style(record, slice.values),
                                        .operand = operand_of(page, record),
                                        .result = record == page.scene.record,
                                        .note = page.trace.record(record).stage->label,
                                        .row_labels = i == 0,
                                        .col_labels = true},
                                       i == 0   ? ""
                                       : is_map ? sign_of(page.trace, panels, static_cast<std::size_t>(at))
                                                : "→"));
        }
        row.board().solve();
        for (HeatPanel* panel : shown) link(page, show, row.board(), *panel);
        row.board().draw();
    }
}

}  // namespace glassformer
