#include "app/views/inspect/overview.h"

#include <algorithm>
#include <cmath>

#include "app/views/explanation/statistics.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

constexpr float least_height = 6, highest_row = 2, highest_bars = 22;  // em

Rect caption(Ui& ui, Rect& area, const char* text) {
    area.take_top(0.6F * ui.em);
    const Rect line = area.take_top(1.6F * ui.em);
    text_in(ui.painter, line, text, {.colour = ui.theme.muted, .size = em::small});
    return line;
}

/// One bar an entry, up and down from the line of zero.
void draw_bars(Ui& ui, const Rect& area, const Table& table, const float* values) {
    const auto count = static_cast<std::size_t>(table.grid.cols);
    const bool diverging = table.style.map == HeatMap::diverging;
    const float low = diverging ? -table.style.limit : table.style.low;
    const float span = std::max(table.style.limit - low, 1e-30F);
    const Ramp colours = ramp(ui.theme, table.style.map, table.style.meaning);
    const auto y_of = [&](float value) {
        return area.bottom() - area.h * std::clamp((value - low) / span, 0.0F, 1.0F);
    };
    const float zero = std::round(y_of(std::max(low, 0.0F))), each = area.w / static_cast<float>(count);
    const float gap = each >= 4 ? 1.0F : 0.0F;
    for (std::size_t i = 0; i < count; ++i) {
        if (!std::isfinite(values[i])) continue;
        const float left = std::round(area.x + static_cast<float>(i) * each);
        const float right = std::round(area.x + static_cast<float>(i + 1) * each);
        const float end = std::round(y_of(values[i]));
        ui.painter.fill(
            {left, std::min(zero, end), std::max(1.0F, right - left - gap), std::max(1.0F, std::abs(end - zero))},
            sample(colours, (values[i] - low) / span));
    }
    ui.painter.fill({area.x, zero, area.w, 1}, ui.theme.border);
}

}  // namespace

OverviewHit draw_overview(ViewContext& context, Rect area, const Table& table, const TablePlace& place) {
    Ui& ui = context.ui;
    const float em = ui.em;
    OverviewHit hit;
    const int rows = table.grid.rows, columns = table.grid.cols;
    const bool whole = place.width <= static_cast<double>(place.cells.w) + 0.5;
    const bool bars = rows == 1 && columns > 1 && static_cast<float>(columns) * 2 <= area.w && table.coloured;
    if (area.h < least_height * em || (whole && !bars) || !table.coloured) return hit;
    const auto count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    const float* const values = numbers_of(table.at(), table.gradient, table.grid.offset, count);
    if (values == nullptr) return hit;
    caption(ui, area, bars ? "All numbers as bars" : "The whole slice; the frame is what stands above");
    area.take_bottom(0.6F * em);
    const float most = bars ? highest_bars * em : static_cast<float>(rows) * highest_row * em;
    const Rect rect = area.take_top(std::min(area.h, most)).snapped();
    context.targets.put("overview", rect);
    const Region touched = region(ui, "overview", rect);
    if (bars) {
        draw_bars(ui, rect, table, values);
    } else {
        const ConstMatrix matrix{.data = values,
                                 .rows = rows,
                                 .cols = columns,
                                 .row_stride = columns,
                                 .col_stride = 1,
                                 .generation = table.evaluation.generation()};
        ui.painter.heatmap(matrix, rect, table.style);
        const Rect first = cell_rect(rect, rows, columns, place.first_row, place.first_column);
        const Rect last = cell_rect(rect, rows, columns, place.last_row, place.last_column);
        ui.painter.stroke(Rect{first.x, first.y, last.right() - first.x, last.bottom() - first.y}.inset(-1),
                          ui.theme.text, 1.5F);
    }
    if (table.row >= 0 && table.column >= 0)
        ui.painter.stroke(cell_rect(rect, rows, columns, table.row, table.column).inset(-1), ui.theme.accent, 2);
    if (!touched.hovered) return hit;
    hit.cell = cell_at(rect, rows, columns, touched.mouse);
    if (!hit.cell) return hit;
    *ui.cursor = CursorShape::hand;
    hit.rect = cell_rect(rect, rows, columns, hit.cell.row, hit.cell.col);
    hit.clicked = touched.clicked;
    return hit;
}

}  // namespace glassformer
