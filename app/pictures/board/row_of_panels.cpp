#include "app/pictures/board/row_of_panels.h"

#include <algorithm>

#include "app/pictures/board/bars.h"

namespace glassformer {

RowOfPanels::RowOfPanels(Page& page, const Rect& area) : page_(page), board_(page, area) {
    const Slice shown = page.slice(page.scene.record);
    const CellAt lit = page.lit ? shown.find(page.lit.cell) : CellAt{};
    rows_ = board_.row({.count = shown.values.rows, .focus = lit ? lit.row : 0});
}

HeatPanel& RowOfPanels::panel(HeatPanel panel, const std::string& sign) {
    const Slice shown = page_.slice(page_.scene.record);
    const CellAt lit = page_.lit ? shown.find(page_.lit.cell) : CellAt{};
    panel.row_track = rows_;
    std::vector<int> first = vocabulary_columns_shown(page_, shown);
    const float window_cell = first.empty() ? 4 : 1.3F * page_.em;
    panel.col_track = board_.column({.count = panel.slice.values.cols,
                                     .window_cell = window_cell,
                                     .focus = lit ? lit.col : 0,
                                     .first = panel.slice.values.cols == shown.values.cols ? first : std::vector<int>{},
                                     .gap = panels_.empty() ? 0 : (sign.empty() ? 1.4F : 2.4F) * page_.em,
                                     .sign = sign});
    panels_.push_back(&board_.add(std::move(panel)));
    return *panels_.back();
}

HeatPanel& RowOfPanels::tensor(int operand, const std::string& sign) {
    const int record = operand < 0 ? page_.scene.record : page_.operand(static_cast<std::size_t>(operand));
    const Slice slice = page_.slice(record);
    return panel({.slice = slice,
                  .style = page_.style(record, slice.values),
                  .operand = operand,
                  .result = operand < 0,
                  .row_labels = panels_.empty() && slice.row_dim >= 0,
                  .col_labels = true},
                 sign);
}

int RowOfPanels::strip(float width, const std::string& sign) {
    return board_.column({.fixed = width, .gap = (sign.empty() ? 1.4F : 2.4F) * page_.em, .sign = sign});
}

void RowOfPanels::share_scale() {
    float limit = 0;
    for (const HeatPanel* panel : panels_) limit = std::max(limit, panel->style.limit);
    for (HeatPanel* panel : panels_) panel->style.limit = limit;
}

void RowOfPanels::solve_and_draw() {
    board_.solve();
    board_.draw();
}

}  // namespace glassformer
