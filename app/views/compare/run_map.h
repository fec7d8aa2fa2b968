// One of the maps of a comparison (maps.h): its cells, title, scale, labels, and the lit cell.
#pragma once

#include <string>
#include <vector>

#include "app/pictures/board/page.h"
#include "app/views/compare/map_grid.h"

namespace glassformer {

/// The labels of one axis of one map, of the lines shown; none: nothing stands there.
struct AxisLabels {
    std::vector<std::string> names;
    bool words = false;
};

struct RunMap {
    std::string name{};  // "A"
    bool drawn = false;
    ConstMatrix values{};
    HeatStyle style{};
    std::string missing{};  // in its place where it is not drawn
    MapWindow window{};
    int rows = 0, cols = 0;  // of its grid, of which the window shows some
    float top = 0;           // pixels above the cells
    float title_right = 0;   // where the title ends
    bool legend_below = false;
    std::string symbol{}, shape{}, hatched{};  // hatched: who has what is not there
    AxisLabels row_labels{}, col_labels{};
    float widest_col_label = 0;  // pixels
    float slant = 0;             // degrees of the column labels
    CellAt locked{}, pointed{};
};

/// `page`: whose symbols and labels these are.
void draw_run_map(Page& page, const RunMap& map);

/// "columns 0–42 of 114"; "" where all are shown.
std::string window_text(const char* what, int first, int shown, int all);

}  // namespace glassformer
