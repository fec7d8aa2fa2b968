#include "app/views/inspect/overview.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/paint/heat_scale.h"
#include "app/pictures/board/heat_labels.h"
#include "app/views/explanation/statistics.h"
#include "app/views/inspect/texts.h"
#include "app/views/shared/touched_matrix.h"
#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

constexpr float min_height = 6, highest_row = 2, highest_bars = 14;           // em
constexpr float widest_bar = 2.4F, widest_bar_label = 6, widest_axis = 4.5F;  // em
constexpr int fewest_bars = 6;                                                // fewer are seen at once in the table
constexpr int max_bar_labels = 300;

Rect caption(Ui& ui, Rect& area, const char* text) {
    area.take_top(0.6F * ui.em);
    const Rect line = area.take_top(1.6F * ui.em);
    text_in(ui.painter, line, text, {.colour = ui.theme.muted, .size = em::small});
    return line;
}

/// Places of the bars: one per entry, aligned with the columns of the table where all of these are visible.
struct Bars {
    Rect rect;
    float low = 0, high = 1;
    float y(float value) const {
        const auto from = static_cast<double>(low);  // the difference of two floats may be too large for one
        const double share = (static_cast<double>(value) - from) / (static_cast<double>(high) - from);
        return rect.bottom() - rect.h * static_cast<float>(std::clamp(share, 0.0, 1.0));
    }
};

/// From the smallest to the largest number, zero in it; shares from 0 on.
Bars bars_of(const Rect& rect, const Table& table, const float* values) {
    Bars bars{.rect = rect, .low = 0, .high = table.style.map == HeatMap::diverging ? 0 : table.style.limit};
    for (int i = 0; i < table.grid.cols; ++i)
        if (std::isfinite(values[i])) {
            bars.low = std::min(bars.low, values[i]);
            bars.high = std::max(bars.high, values[i]);
        }
    if (bars.high <= bars.low) bars.high = bars.low + 1;
    return bars;
}

void draw_value_axis(Ui& ui, const Bars& bars) {
    std::vector<float> taken;
    for (const float value : {0.0F, bars.high, bars.low}) {
        const float y = std::round(bars.y(value));
        if (std::any_of(taken.begin(), taken.end(), [&](float other) { return std::abs(other - y) < 1.2F * ui.em; }))
            continue;
        taken.push_back(y);
        if (value != 0) ui.painter.fill({bars.rect.x, y, bars.rect.w, 1}, ui.theme.border.faded(0.5F));
        ui.painter.text({bars.rect.x - 0.5F * ui.em, y}, number_text(static_cast<double>(value)),
                        {.colour = ui.theme.muted, .size = em::small, .align = Align::right, .anchor = Anchor::middle});
    }
}

/// Names or numbers below the bars, as many as have room.
void draw_bar_labels(Ui& ui, const Bars& bars, const Table& table, float y) {
    const int count = table.grid.cols, dimension = table.column_dimension();
    const float each = bars.rect.w / static_cast<float>(count);
    const bool words = has_words(table, dimension);
    const auto label = [&](int i) { return label_of(table.evaluation, table.at(), dimension, i); };
    float widest = ui.painter.measure(label(count - 1), em::small).width;
    for (int i = 0; words && i < std::min(count, max_bar_labels); ++i)
        widest = std::max(widest, ui.painter.measure(label(i), em::small).width);
    widest = std::min(widest, widest_bar_label * ui.em);
    const int step = label_step(each, widest + 0.5F * ui.em, words);
    for (int i = 0; i < count; i += step)
        text_in(ui.painter,
                {bars.rect.x + (static_cast<float>(i) + 0.5F) * each - widest / 2 - 1, y, widest + 2, 1.3F * ui.em},
                label(i),
                {.colour = i == table.column ? ui.theme.accent_text : ui.theme.muted,
                 .size = em::small,
                 .align = Align::centre});
}

void draw_bars(Ui& ui, const Bars& bars, const Table& table, const float* values) {
    const auto count = static_cast<std::size_t>(table.grid.cols);
    const HeatScale scale(ui.painter, table.style);
    const float zero = std::round(bars.y(0)), each = bars.rect.w / static_cast<float>(count);
    const float wide = std::min(each >= 4 ? each - 1 : each, widest_bar * ui.em);
    for (std::size_t i = 0; i < count; ++i) {
        if (!std::isfinite(values[i])) continue;
        const float middle = bars.rect.x + (static_cast<float>(i) + 0.5F) * each;
        const float left = std::round(middle - wide / 2), right = std::round(middle + wide / 2);
        const float end = std::round(bars.y(values[i]));
        ui.painter.fill({left, std::min(zero, end), std::max(1.0F, right - left), std::max(1.0F, std::abs(end - zero))},
                        scale.fill(values[i]).ground);
    }
    ui.painter.fill({bars.rect.x, zero, bars.rect.w, 1}, ui.theme.border);
}

}  // namespace

OverviewHit draw_overview(ViewContext& context, Rect area, const Table& table, const TablePlace& place) {
    Ui& ui = context.ui;
    const float em = ui.em;
    OverviewHit hit;
    const int rows = table.grid.rows, columns = table.grid.cols;
    const bool whole = place.width <= static_cast<double>(place.cells.w) + 0.5;
    const float axis = place.corner.w > 0 && whole ? place.corner.w : widest_axis * em;
    const bool bars = rows == 1 && columns >= fewest_bars && static_cast<float>(columns) * 2 <= area.w - axis;
    if (area.h < min_height * em || (whole && !bars) || !table.coloured) return hit;
    const auto count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    const float* const values = values_or_gradient(table.at(), table.gradient, table.grid.offset, count);
    if (values == nullptr) return hit;
    caption(ui, area, bars ? texts::inspect::numbers_as_bars : texts::inspect::overview);
    area.take_bottom(0.6F * em);
    float most = static_cast<float>(rows) * highest_row * em;
    if (bars) {
        area.take_top(0.4F * em);
        area.take_bottom(1.5F * em);  // of the labels
        area.take_left(axis);
        if (whole) area.w = static_cast<float>(place.width);
        most = highest_bars * em;
    }
    const Rect rect = area.take_top(std::min(area.h, most)).snapped();
    const MatrixPlace whole_matrix{.cells = rect, .rows = rows, .cols = columns};
    const TouchedMatrix touched = touch_matrix(context, "overview", whole_matrix);
    if (bars) {
        const Bars shown = bars_of(rect, table, values);
        draw_value_axis(ui, shown);
        draw_bars(ui, shown, table, values);
        draw_bar_labels(ui, shown, table, rect.bottom() + 0.2F * em);
    } else {
        const ConstMatrix matrix{.data = values,
                                 .rows = rows,
                                 .cols = columns,
                                 .row_stride = columns,
                                 .col_stride = 1,
                                 .generation = table.evaluation.generation()};
        LabelledMatrix{.values = matrix, .style = table.style}.draw(ui.painter, rect);
        const Rect first = whole_matrix.cell(place.first_row, place.first_column);
        const Rect last = whole_matrix.cell(place.last_row, place.last_column);
        ui.painter.stroke(Rect{first.x, first.y, last.right() - first.x, last.bottom() - first.y}.inset(-1),
                          ui.theme.text, 1.5F);
    }
    if (table.row >= 0 && table.column >= 0)
        ui.painter.stroke(whole_matrix.cell(table.row, table.column).inset(-1), ui.theme.accent, 2);
    if (!touched) return hit;
    *ui.cursor = CursorShape::hand;
    return {touched.at, touched.cell, touched.region.clicked};
}

}  // namespace glassformer
