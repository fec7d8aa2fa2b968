// How the three maps of a comparison share their area: the labels of their lines, and the cells that fit. Nothing here
// draws.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/pictures/board/page.h"

namespace glassformer {

inline constexpr float longest_map_label = 6;  // em

/// Labels of one axis for all maps; "" where nothing stands.
struct MapLabels {
    bool words = false;
    bool differ = false;  // of A and B: every map has its own
    std::array<std::vector<std::string>, 3> of;
};

/// Of so many lines from `first` on, rows or columns of the slices; `b` null: there is no B.
MapLabels labels_along(const Page& a, const Page* b, const Slice& of_a, const Slice& of_b, bool rows, int first,
                       int count);
/// Pixels of the widest, at most longest_map_label.
float widest_label(Painter& painter, const std::vector<std::string>& labels);

/// The lines of a map that are shown, and where: cells of one size, from the first ones on.
struct MapWindow {
    Rect rect{};
    int first_row = 0, first_col = 0, rows = 0, cols = 0;
    float cell_w = 1, cell_h = 1;
    /// The place of a line's cell; empty where it is not shown.
    Rect cell(CellAt at) const;
};

/// The first of `shown` lines out of `count` so that the wanted one is among them, well inside where there are more. Of
/// this line alone, so that a file shows the same again; windows overlap by half, so that few steps move them.
int first_line(int shown, int count, int wanted);

/// How the grid lies: its maps side by side or one below the other.
struct MapPlan {
    bool beside = true;
    float cell_w = 1, cell_h = 1;
    int rows = 1, cols = 1;  // shown
    float score = 0;
    std::array<float, 3> left{}, top{};  // what stands in front of and above each map
    float bottom = 0, gap = 0;
};

/// What a grid has to give room to.
struct MapNeeds {
    int maps = 3;                          // of this grid
    int rows = 1, cols = 1;                // of each
    float row_labels = 0, col_labels = 0;  // pixels in front of and above
    float slanted = 0;                     // that labels stick out to the right
    bool rows_differ = false, cols_differ = false;
};
MapPlan plan_for(bool beside, const Rect& area, float em, const MapNeeds& needs);
/// The better one of side by side and one below the other.
MapPlan best_plan(const Rect& area, float em, const MapNeeds& needs);
/// Pixels from the title of the first map to below the last.
float plan_height(const MapPlan& plan, int maps);

}  // namespace glassformer
