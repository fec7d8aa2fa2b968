// Layout of the three maps of a comparison: labels of their lines, and the cells that fit. Draws nothing.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/pictures/board/page.h"
#include "core/analysis/token_match.h"

namespace glassformer {

inline constexpr float longest_map_label = 6;  // em

/// Labels of one axis for all maps; "" for a line without a label.
struct MapLabels {
    bool words = false;
    bool differ = false;         // A and B have different labels, so every map gets its own
    std::vector<int> differing;  // those lines, as indices of the lists: named before others where not all have room
    std::array<std::vector<std::string>, 3> of;
    std::array<std::vector<bool>, 3> unknown;  // words that the run's model does not know
};

/// Labels of `count` rows or columns of the slices from `first` on; `b` is null if there is no run B;
/// `rows_of_b`: which of its lines belong to A's.
MapLabels labels_along(const Page& a, const Page* b, const Slice& of_a, const Slice& of_b, bool rows, int first,
                       int count, const DimensionRows& rows_of_b = {});
/// Rows and columns of a map that are shown, and their rectangle; all cells have one size.
struct MapWindow {
    Rect rect{};
    int first_row = 0, first_col = 0, rows = 0, cols = 0;
    float cell_w = 1, cell_h = 1;
    /// Rectangle of a cell; empty if it is not shown.
    Rect cell(CellAt at) const;
};

/// First of `shown` lines out of `count` that brings the wanted line into the window, away from its edges if possible.
/// Depends on the wanted line alone, so that a session file restores it; windows overlap by half and move rarely.
int first_line(int shown, int count, int wanted);

/// Arrangement of the maps: side by side or one below the other.
struct MapPlan {
    bool beside = true;
    float cell_w = 1, cell_h = 1;
    int rows = 1, cols = 1;  // shown
    float score = 0;
    std::array<float, 3> left{}, top{};  // pixels for labels in front of and above each map
    float bottom = 0, gap = 0;
};

/// Contents that a grid has to fit.
struct MapNeeds {
    int maps = 3;                       // of this grid
    int rows = 1, cols = 1;             // of each map
    std::array<float, 3> row_labels{};  // pixels in front of each map
    float col_labels = 0;               // pixels above a map
    float slanted = 0;                  // pixels by which slanted labels stick out to the right
    bool rows_differ = false, cols_differ = false;
};
MapPlan plan_for(bool beside, const Rect& area, float em, const MapNeeds& needs);
/// Better of the two arrangements.
MapPlan best_plan(const Rect& area, float em, const MapNeeds& needs);
/// Height of all maps in pixels, with titles.
float plan_height(const MapPlan& plan, int maps);

}  // namespace glassformer
