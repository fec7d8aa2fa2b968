// One map of a comparison (maps.h): its cells, title, scale, labels, and the highlighted cell.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/pictures/board/labelled_matrix.h"
#include "app/pictures/board/page.h"
#include "app/views/compare/map_grid.h"

namespace glassformer {

struct RunMap {
    std::string name{};  // "A"
    bool drawn = false;
    ConstMatrix values{};
    HeatStyle style{};
    std::string missing{};  // sentence in place of a map that is not drawn
    MapWindow window{};
    int rows = 0, cols = 0;  // of the grid; the window shows some of them
    float top = 0;           // pixels above the cells
    float title_right = 0;   // right end of the title
    bool legend_below = false;
    std::string symbol{}, shape{}, hatched{};  // hatched: legend of the hatching
    MatrixWords row_labels{}, col_labels{};    // lit: those that A and B do not share
    float trail = 0;                           // pixels that the last column label may reach into
    CellAt locked{}, pointed{};
    CellAt strongest{};  // of the highlighted row, in this map: marked; of weights and probabilities alone
    std::array<int, 2> named_columns{-1, -1};  // that of the strongest in A and in B: named in every map
};

/// Draws a map with the symbols and labels of `page`.
void draw_run_map(Page& page, const RunMap& map);

/// Text of a range, "columns 0–42 of 114"; "" if all lines are shown.
std::string window_text(const char* what, int first, int shown, int all);

}  // namespace glassformer
