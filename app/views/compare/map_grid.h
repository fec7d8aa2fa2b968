// How the three maps of a comparison share their area: the labels of their lines, and the cells that fit. Nothing here
// draws.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/pictures/page.h"

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

/// How the grid lies: three maps side by side or one below the other.
struct MapPlan {
    bool beside = true;
    float cell_w = 1, cell_h = 1;
    int rows = 1, cols = 1;  // shown
    float score = 0;
    std::array<float, 3> left{}, top{};  // what stands in front of and above each map
    float bottom = 0, gap = 0;
};

/// Side by side or one below the other; `row_labels` wide and `col_labels` high are what stands in front of and above,
/// `slanted` what labels stick out to the right.
MapPlan plan_for(bool beside, const Rect& area, float em, int rows, int cols, float row_labels, float col_labels,
                 float slanted, bool rows_differ, bool cols_differ);

}  // namespace glassformer
