#include "app/views/compare/map_grid.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {

constexpr float min_cell = 3;                       // pixels; where not all cells fit, a window of them is shown
constexpr float widest_cell = 5, highest_cell = 4;  // em

}  // namespace

MapLabels labels_along(const Page& a, const Page* b, const Slice& of_a, const Slice& of_b, bool rows, int first,
                       int count, const DimensionRows& rows_of_b) {
    const int dim_a = rows ? of_a.row_dim : of_a.col_dim, dim_b = rows ? of_b.row_dim : of_b.col_dim;
    const int size_a = rows ? of_a.values.rows : of_a.values.cols, size_b = rows ? of_b.values.rows : of_b.values.cols;
    MapLabels labels;
    if (dim_a < 0) return labels;
    labels.words = a.has_words(of_a.record, dim_a);
    for (int i = first; i < first + count; ++i) {
        const std::string in_a = i < size_a ? a.label(of_a.record, dim_a, i) : "";
        const std::span<const int> matched = dim_b >= 0 ? rows_of_b[static_cast<std::size_t>(dim_b)] : rows_of_b[0];
        const int line = static_cast<std::size_t>(i) < matched.size() ? matched[static_cast<std::size_t>(i)] : i;
        const bool there = b != nullptr && dim_b >= 0 && line >= 0 && line < size_b;
        const std::string in_b = there ? b->label(of_b.record, dim_b, line) : "";
        const bool new_a = !in_a.empty() && a.unknown(of_a.record, dim_a, i),
                   new_b = there && !in_b.empty() && b->unknown(of_b.record, dim_b, line);
        labels.unknown[0].push_back(new_a);
        labels.unknown[1].push_back(b != nullptr ? new_b : new_a);
        labels.unknown[2].push_back(new_a || new_b);
        std::string both = in_a;
        if (in_a.empty()) both = in_b;
        if (!in_a.empty() && !in_b.empty() && in_a != in_b) {
            both += " | " + in_b;
            labels.differ = true;
            labels.differing.push_back(i - first);
        }
        if (in_a.empty() != in_b.empty()) labels.differ = labels.differ || b != nullptr;
        labels.of[0].push_back(in_a);
        labels.of[1].push_back(b != nullptr ? in_b : in_a);
        labels.of[2].push_back(std::move(both));
    }
    return labels;
}

Rect MapWindow::cell(CellAt at) const {
    const int row = at.row - first_row, col = at.col - first_col;
    if (row < 0 || row >= rows || col < 0 || col >= cols || rect.w <= 0) return {};
    return cell_rect(rect, rows, cols, row, col);
}

int first_line(int shown, int count, int wanted) {
    const int half = std::max(1, shown / 2);
    return std::clamp(std::max(0, wanted) / half * half - half / 2, 0, std::max(0, count - shown));
}

MapPlan plan_for(bool beside, const Rect& area, float em, const MapNeeds& needs) {
    MapPlan plan;
    plan.beside = beside;
    plan.gap = (beside ? 1.4F : 0.9F) * em;
    plan.bottom = beside ? 2.5F * em : 0;
    float all_left = 0, all_top = 0;
    for (int m = 0; m < needs.maps; ++m) {
        const auto i = static_cast<std::size_t>(m);
        // Side by side A − B has the rows of the map before it.
        plan.left[i] = !beside                                   ? *std::ranges::max_element(needs.row_labels)
                       : m == 0 || (m == 1 && needs.rows_differ) ? needs.row_labels[i]
                                                                 : 0;
        plan.top[i] = 1.8F * em + (m == 0 || beside || needs.cols_differ ? needs.col_labels : 0.2F * em);
        all_left += plan.left[i];
        all_top += plan.top[i];
    }
    const float maps = static_cast<float>(needs.maps), gaps = (maps - 1) * plan.gap;
    const float rows = static_cast<float>(needs.rows), cols = static_cast<float>(needs.cols);
    const float width =
        beside ? (area.w - all_left - gaps - needs.slanted) / maps : area.w - plan.left[0] - needs.slanted;
    const float height = beside ? area.h - plan.top[0] - plan.bottom : (area.h - all_top - gaps) / maps;
    plan.cell_w = std::min(width / cols, widest_cell * em);
    plan.cell_h = std::min(height / rows, highest_cell * em);
    if (needs.cols > 1)
        plan.cell_h = std::min(plan.cell_h, std::max({1.7F * em, 4 * plan.cell_w, 0.5F * height / rows}));
    if (needs.rows > 1) plan.cell_w = std::min(plan.cell_w, std::max(2.4F * plan.cell_h, 1.2F * em));
    const auto whole = [](float& cell, float length, int count) {
        cell = std::floor(cell);
        if (cell >= min_cell) return count;
        cell = min_cell;
        return std::clamp(static_cast<int>(length / cell), 1, count);
    };
    plan.cols = whole(plan.cell_w, width, needs.cols);
    plan.rows = whole(plan.cell_h, height, needs.rows);
    const float shown = static_cast<float>(plan.rows) * static_cast<float>(plan.cols);
    plan.score = width < 2 * em || height < em ? 0 : plan.cell_w * plan.cell_h * shown * shown / (rows * cols);
    return plan;
}

MapPlan best_plan(const Rect& area, float em, const MapNeeds& needs) {
    MapPlan best;
    for (const bool beside : {true, false}) {
        const MapPlan tried = plan_for(beside, area, em, needs);
        if (tried.score > best.score) best = tried;
    }
    return best;
}

float plan_height(const MapPlan& plan, int maps) {
    const float cells = plan.cell_h * static_cast<float>(plan.rows);
    if (plan.beside) return plan.top[0] + cells + plan.bottom;
    float high = static_cast<float>(maps - 1) * plan.gap;
    for (int m = 0; m < maps; ++m) high += plan.top[static_cast<std::size_t>(m)] + cells;
    return high;
}

}  // namespace glassformer
