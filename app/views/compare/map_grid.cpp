#include "app/views/compare/map_grid.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {

constexpr float least_cell = 3;                     // pixels; where not all cells fit, a window of them is shown
constexpr float widest_cell = 5, highest_cell = 4;  // em

}  // namespace

MapLabels labels_along(const Page& a, const Page* b, const Slice& of_a, const Slice& of_b, bool rows, int first,
                       int count) {
    const int dim_a = rows ? of_a.row_dim : of_a.col_dim, dim_b = rows ? of_b.row_dim : of_b.col_dim;
    const int size_a = rows ? of_a.values.rows : of_a.values.cols, size_b = rows ? of_b.values.rows : of_b.values.cols;
    MapLabels labels;
    if (dim_a < 0) return labels;
    labels.words = a.has_words(of_a.record, dim_a);
    for (int i = first; i < first + count; ++i) {
        const std::string in_a = i < size_a ? a.label(of_a.record, dim_a, i) : "";
        const std::string in_b = b != nullptr && dim_b >= 0 && i < size_b ? b->label(of_b.record, dim_b, i) : "";
        std::string both = in_a;
        if (in_a.empty()) both = in_b;
        if (!in_a.empty() && !in_b.empty() && in_a != in_b) {
            both += " | " + in_b;
            labels.differ = true;
        }
        if (in_a.empty() != in_b.empty()) labels.differ = labels.differ || b != nullptr;
        labels.of[0].push_back(in_a);
        labels.of[1].push_back(b != nullptr ? in_b : in_a);
        labels.of[2].push_back(std::move(both));
    }
    return labels;
}

float widest_label(Painter& painter, const std::vector<std::string>& labels) {
    float width = 0;
    for (const std::string& label : labels) width = std::max(width, painter.measure(label, em::small).width);
    return std::min(width, longest_map_label * painter.em());
}

MapPlan plan_for(bool beside, const Rect& area, float em, int rows, int cols, float row_labels, float col_labels,
                 float slanted, bool rows_differ, bool cols_differ) {
    MapPlan plan;
    plan.beside = beside;
    plan.gap = (beside ? 1.4F : 0.9F) * em;
    plan.bottom = beside ? 2.5F * em : 0;
    for (int m = 0; m < 3; ++m) {
        const auto i = static_cast<std::size_t>(m);
        plan.left[i] = m == 0 || !beside || rows_differ ? row_labels : 0;
        plan.top[i] = 1.8F * em + (m == 0 || beside || cols_differ ? col_labels : 0.2F * em);
    }
    const float width = beside ? (area.w - plan.left[0] - plan.left[1] - plan.left[2] - 2 * plan.gap - slanted) / 3
                               : area.w - plan.left[0] - slanted;
    const float height = beside ? area.h - plan.top[0] - plan.bottom
                                : (area.h - plan.top[0] - plan.top[1] - plan.top[2] - 2 * plan.gap) / 3;
    plan.cell_w = std::min(width / static_cast<float>(cols), widest_cell * em);
    plan.cell_h = std::min(height / static_cast<float>(rows), highest_cell * em);
    if (cols > 1)
        plan.cell_h =
            std::min(plan.cell_h, std::max({1.7F * em, 4 * plan.cell_w, 0.5F * height / static_cast<float>(rows)}));
    if (rows > 1) plan.cell_w = std::min(plan.cell_w, std::max(2.4F * plan.cell_h, 1.2F * em));
    const auto whole = [](float& cell, float length, int count) {
        cell = std::floor(cell);
        if (cell >= least_cell) return count;
        cell = least_cell;
        return std::clamp(static_cast<int>(length / cell), 1, count);
    };
    plan.cols = whole(plan.cell_w, width, cols);
    plan.rows = whole(plan.cell_h, height, rows);
    const float shown = static_cast<float>(plan.rows) * static_cast<float>(plan.cols);
    const float all = static_cast<float>(rows) * static_cast<float>(cols);
    plan.score = width < 2 * em || height < em ? 0 : plan.cell_w * plan.cell_h * shown * std::sqrt(shown / all);
    return plan;
}

}  // namespace glassformer
