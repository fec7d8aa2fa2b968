#include "app/views/experiments/tokens/units.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/paint/visible_text.h"
#include "app/views/experiments/tokens/texts.h"
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

namespace {
constexpr float plain_tint = 0.08F;
constexpr float more_width = 5, least_part = 2.6F;  // em: of what is said of the rest, and of a box that is cut
}  // namespace

bool RowWindow::holds(float x, float right) const { return x >= units.x - 0.5F && right <= units.right() + 0.5F; }

Rect RowWindow::seen(const Rect& box, float em) const {
    if (holds(box.x, box.right())) return box;
    const float x = std::max(box.x, units.x), right = std::min(box.right(), units.right());
    return right - x < least_part * em ? Rect{} : Rect{x, box.y, right - x, box.h};
}

RowWindow row_window(const Rect& room, float total, float from, float to, float em) {
    RowWindow window{.units = room};
    if (total <= room.w) return window;
    const float sign = more_width * em;
    if (to <= room.w - sign) {
        window.after = window.units.take_right(sign);
        return window;
    }
    const float both = room.w - 2 * sign, last = total - (room.w - sign);  // shift at which the row's end is in sight
    window.shift = std::max(0.0F, std::min(from, (from + to - both) / 2));
    if (window.shift > 0) window.before = window.units.take_left(sign);
    if (window.shift >= last)
        window.shift = last;
    else
        window.after = window.units.take_right(sign);
    return window;
}

void draw_more(Painter& painter, const Rect& place, std::size_t count, bool before, float tint) {
    if (count == 0 || place.w <= 0) return;
    const Theme& theme = painter.theme();
    const float em = painter.em();
    const Rect box = place.inset(0.2F * em, 0.15F * em);
    if (tint > 0) painter.fill(box, mix(theme.background, theme.accent, tint), 0.2F * em);
    text_in(painter, box.inset(0.2F * em, 0),
            fmt::format(fmt::runtime(before ? texts::tokens_page::more_before : texts::tokens_page::more_after), count),
            {.colour = theme.text, .size = em::small, .align = before ? Align::right : Align::left});
}

int first_of_list(int count, int rows, int shown) {
    return std::clamp(shown - rows + (rows > 1 ? 2 : 1), 0, std::max(0, count - rows));
}

float draw_meanings(Painter& painter, const Rect& area, std::span<const BoxMeaning> meanings, bool draw) {
    const float em = painter.em(), high = 1.3F * em, swatch = 1.3F * em;
    float x = area.x, y = area.y;
    for (const BoxMeaning& meaning : meanings) {
        const float wide = swatch + 0.4F * em + painter.measure(meaning.text, em::small).width + 1;
        if (x > area.x && x + wide > area.right()) {
            x = area.x;
            y += high;
        }
        if (draw) {
            const Rect box{x, y + 0.15F * em, swatch, high - 0.3F * em};
            draw_unit_box(painter, box, "", meaning.box);
            if (!meaning.box.marked && !meaning.box.coming)  // pale ones are seen by their edge
                painter.stroke(box.inset(1, 1), painter.theme().faint, 1, 0.2F * em);
            text_in(painter, {x + swatch + 0.4F * em, y, wide - swatch - 0.4F * em, high}, meaning.text,
                    {.colour = painter.theme().muted, .size = em::small});
        }
        x += wide + 1.2F * em;
    }
    return meanings.empty() ? 0 : y + high - area.y;
}

void draw_unit_box(Painter& painter, const Rect& place, std::string_view text, const UnitBox& style) {
    const Theme& theme = painter.theme();
    const Rect inside = place.inset(1, 1);
    const float radius = 0.2F * painter.em();
    if (style.coming)
        painter.stroke(inside, theme.faint, 1, radius);
    else
        painter.fill(inside,
                     mix(theme.background,
                         style.plain     ? theme.text
                         : style.unknown ? theme.warning
                                         : theme.accent,
                         style.plain ? plain_tint : style.strength),
                     radius);
    if (style.marked) painter.stroke(inside, theme.accent, 1.5F, radius);
    text_in(painter, place, text,
            {.colour = style.coming ? theme.muted : theme.text, .size = style.size, .align = Align::centre});
}

}  // namespace glassformer
