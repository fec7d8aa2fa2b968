// The board while a cell is chosen: what it was not computed from fades.
#include <algorithm>

#include "app/pictures/board/layout.h"

namespace glassformer {

/// The places of these cells, those of a row that follow one another as one.
std::vector<Rect> Board::places_of(const HeatPanel& panel, const std::vector<Cell>& cells) const {
    const Track &rows = this->rows(panel.row_track), &cols = columns(panel.col_track);
    std::vector<std::pair<int, int>> places;  // row, column
    for (const Cell& cell : cells) {
        const CellAt line = panel.slice.find(cell);
        const int row = line ? rows.place_of(line.row) : -1, col = line ? cols.place_of(line.col) : -1;
        if (row >= 0 && col >= 0) places.emplace_back(row, col);
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    std::vector<Rect> runs;
    for (const auto& [row, col] : places) {
        const Rect one{static_cast<float>(col), static_cast<float>(row), 1, 1};
        if (!runs.empty() && runs.back().y == one.y && runs.back().right() == one.x)
            runs.back().w += 1;
        else
            runs.push_back(one);
    }
    std::vector<Rect> blocks;
    for (const Rect& run : runs) {
        const auto above = std::find_if(blocks.begin(), blocks.end(), [&](const Rect& block) {
            return block.x == run.x && block.w == run.w && block.bottom() == run.y;
        });
        if (above != blocks.end())
            above->h += 1;
        else
            blocks.push_back(run);
    }
    return blocks;
}

/// The chosen cell and the cells that it was computed from stay, of numbers in between those of its row.
void Board::fade_rest() {
    const float fade = page_.fade();
    if (fade <= 0) return;
    const auto derived = [&](const HeatPanel& panel) {  // has terms that the operation names
        return panel.operand >= 0 && !page_.sources(panel.operand).empty();
    };
    if (std::none_of(panels_.begin(), panels_.end(), derived)) return;
    const auto result = std::find_if(panels_.begin(), panels_.end(), [](const HeatPanel& p) { return p.result; });
    const CellAt lit = result != panels_.end() ? result->slice.find(page_.lit.cell) : CellAt{};
    for (HeatPanel& panel : panels_) {
        if (panel.operand >= 0) {
            panel.kept = places_of(panel, page_.focused(panel.operand));
        } else if (panel.result) {
            panel.kept = places_of(panel, {page_.lit.cell});
        } else {
            const int row = lit && panel.row_track == result->row_track ? rows(panel.row_track).place_of(lit.row) : -1;
            if (row < 0) continue;
            panel.kept = {{0, static_cast<float>(row), static_cast<float>(columns(panel.col_track).shown.size()), 1}};
        }
        panel.fade = fade;
    }
}

}  // namespace glassformer
