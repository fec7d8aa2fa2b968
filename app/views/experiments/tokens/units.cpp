#include "app/views/experiments/tokens/units.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/paint/visible_text.h"
#include "app/views/experiments/tokens/tokenized_text.h"

namespace glassformer {

float UnitRow::x_of(std::size_t byte) const {
    return starts[static_cast<std::size_t>(std::ranges::lower_bound(borders, byte) - borders.begin())];
}

UnitRow units_in_row(Painter& painter, std::vector<std::string> units, float least) {
    UnitRow row{.units = std::move(units), .starts = {0}};
    for (const std::string& unit : row.units)
        row.starts.push_back(row.starts.back() + std::max(least * painter.em(), std::ceil(painter.measure(unit).width +
                                                                                          0.7F * painter.em())));
    return row;
}

UnitRow characters_in_row(Painter& painter, std::string_view text, float least) {
    std::vector<std::size_t> borders = character_borders(text);
    std::vector<std::string> units;
    for (std::size_t i = 0; i + 1 < borders.size(); ++i)
        units.push_back(visible_text(std::string(text.substr(borders[i], borders[i + 1] - borders[i]))));
    UnitRow row = units_in_row(painter, std::move(units), least);
    row.borders = std::move(borders);
    return row;
}

float shift_to_show(float from, float to, float width) {
    return to <= width ? 0 : std::max(0.0F, std::min(from, (from + to - width) / 2));
}

int first_of_list(int count, int rows, int shown) { return std::clamp(shown - rows + 2, 0, std::max(0, count - rows)); }

void draw_unit_box(Painter& painter, const Rect& place, std::string_view text, const UnitBox& style) {
    const Theme& theme = painter.theme();
    const Rect inside = place.inset(1, 1);
    const float radius = 0.2F * painter.em();
    if (style.coming)
        painter.stroke(inside, theme.faint, 1, radius);
    else
        painter.fill(inside, mix(theme.background, style.unknown ? theme.warning : theme.accent, style.strength),
                     radius);
    if (style.marked) painter.stroke(inside, theme.accent, 1.5F, radius);
    text_in(painter, place, text,
            {.colour = style.coming ? theme.muted : theme.text, .size = style.size, .align = Align::centre});
}

}  // namespace glassformer
