#include "app/views/train/step/parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "app/widgets/controls.h"

namespace glassformer {

std::optional<int> draw_part_bars(ViewContext& context, const Rect& area, const PartBars& bars) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const auto count = static_cast<int>(bars.values.size());
    if (count == 0 || area.w < 2 || area.h < 2 * em) return {};
    double high = 0, low = 0;
    for (const double value : bars.values) {
        high = std::max(high, value);
        low = std::min(low, value);
    }
    if (high == low) high = 1;
    Rect plot = area;
    const Rect names = plot.take_bottom(1.2F * em);
    const float width = std::min(plot.w / static_cast<float>(count), 3 * em);
    const auto y_of = [&](double value) { return plot.y + plot.h * static_cast<float>((high - value) / (high - low)); };
    const Region touched = region(ui, bars.id, {plot.x, plot.y, width * static_cast<float>(count), area.h});
    const int under =
        touched.hovered ? std::clamp(static_cast<int>((touched.mouse.x - plot.x) / width), 0, count - 1) : -1;
    for (int i = 0; i < count; ++i) {
        const double value = bars.values[static_cast<std::size_t>(i)];
        const float zero = y_of(0), end = y_of(value), x = plot.x + width * static_cast<float>(i);
        const Rect column{x, plot.y, width, area.h};
        context.targets.put(bars.id + " " + std::to_string(i + 1), column);
        if (i == bars.selected || i == under) painter.fill(column, ui.theme.control_hot);
        painter.fill(
            {x + 0.1F * width, std::min(zero, end), std::max(1.0F, 0.8F * width), std::max(1.0F, std::abs(end - zero))},
            bar_colour(ui.theme, Meaning::plain, value < 0));
    }
    painter.line({plot.x, y_of(0)}, {plot.x + width * static_cast<float>(count), y_of(0)}, ui.theme.faint);

    // The selected one, then the largest in size, as far as their names have room.
    std::vector<int> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](int i) {
        return i == bars.selected ? INFINITY : std::abs(bars.values[static_cast<std::size_t>(i)]);
    });
    std::vector<Rect> taken;
    for (std::size_t k = 0; k < std::min<std::size_t>(order.size(), 12); ++k) {
        const int i = order[k];
        if (bars.values[static_cast<std::size_t>(i)] == 0 && i != bars.selected) continue;
        const std::string name = bars.name(i);
        const float wide = painter.measure(name, em::small).width;
        const float x = std::clamp(plot.x + width * (static_cast<float>(i) + 0.5F) - wide / 2, plot.x,
                                   std::max(plot.x, area.right() - wide));
        const Rect place{x, names.y, wide, names.h};
        if (std::ranges::any_of(taken, [&](const Rect& other) {
                return place.x < other.right() + 0.4F * em && other.x < place.right() + 0.4F * em;
            }))
            continue;
        taken.push_back(place);
        text_in(painter, place, name,
                {.colour = i == bars.selected ? ui.theme.accent_text : ui.theme.muted, .size = em::small});
    }
    if (under >= 0) {
        tooltip(ui, {plot.x + width * static_cast<float>(under), area.y, width, area.h}, bars.tip(under));
        if (touched.clicked) return under;
    }
    return {};
}

}  // namespace glassformer
