// The board while a cell is chosen or pointed at: its row and its column are outlined, and of numbers in between their
// row. No cell changes its colour.
#include <algorithm>

#include "app/pictures/board/layout.h"

namespace glassformer {

namespace {
constexpr float least_outlined = 5;  // pixels a cell: the lines around a narrower one would cover it
}

void Board::outline_lit_lines() {
    if (!page_.lit || page_.scene.example || page_.moving()) return;
    const auto result = std::find_if(panels_.begin(), panels_.end(), [](const HeatPanel& p) { return p.result; });
    const CellAt lit = result != panels_.end() ? result->slice.find(page_.lit.cell) : CellAt{};
    if (!lit) return;
    const Theme& theme = page_.painter.theme();
    const Colour colour = page_.lit == page_.scene.selected ? theme.accent : theme.text;
    for (HeatPanel& panel : panels_) {
        const Track &rows = this->rows(panel.row_track), &cols = columns(panel.col_track);
        const auto high = static_cast<int>(rows.shown.size()), wide = static_cast<int>(cols.shown.size());
        if (panel.operand >= 0 || panel.row_track != result->row_track) continue;
        const int row = rows.place_of(lit.row), col = panel.result ? cols.place_of(lit.col) : -1;
        std::vector<Outline> lines;
        if (row >= 0 && high > 1 && rows.cell >= least_outlined) lines.push_back({row, 0, 1, wide, colour, 1});
        if (col >= 0 && wide > 1 && cols.cell >= least_outlined) lines.push_back({0, col, high, 1, colour, 1});
        // Under the outlines of cells.
        panel.outlines.insert(panel.outlines.begin(), lines.begin(), lines.end());
    }
}

}  // namespace glassformer
