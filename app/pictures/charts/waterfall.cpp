#include "app/pictures/charts/waterfall.h"

#include <algorithm>
#include <cmath>

#include "app/pictures/board/heat_panel.h"

namespace glassformer {

namespace {

constexpr float min_step = 1.5F, max_step = 2.6F;  // em

/// Height of a line of the waterfall, in pixels.
float step_of(float em, std::size_t parts, float room) {
    return std::clamp(room / (static_cast<float>(parts) + 1.3F), min_step * em, max_step * em);
}
}  // namespace

float waterfall_height(float em, std::size_t parts, float room) {
    return (static_cast<float>(parts) + 1.3F) * step_of(em, parts, room);
}

std::vector<Rect> draw_waterfall(Painter& painter, const Rect& rect, std::span<const WaterfallPart> parts, double sum,
                                 const std::string& sum_name, int hovered) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    double low = std::min(0.0, sum), high = std::max(0.0, sum), running = 0, largest = std::abs(sum);
    float names = painter.measure(sum_name, em::small, Face::bold).width;
    for (const WaterfallPart& part : parts) {
        running += part.value;
        low = std::min(low, running), high = std::max(high, running);
        largest = std::max(largest, std::abs(part.value));
        names = std::max(names, painter.measure(part.name, em::small).width);
    }
    names = std::min(names, 0.4F * rect.w);
    const float numbers = 3.4F * em, left = rect.x + names + numbers + 1.2F * em,
                room = std::max(1.0F, rect.right() - left - 0.5F * em);
    const auto x_of = [&](double value) {
        return left + room * static_cast<float>(high > low ? (value - low) / (high - low) : 0);
    };
    std::vector<Rect> lines;
    const float high_line = step_of(em, parts.size(), rect.h);
    const auto line_of = [&](std::size_t i) {
        return Rect{rect.x, rect.y + static_cast<float>(i) * high_line, rect.w, high_line}.snapped();
    };
    const auto words = [&](const Rect& line, const std::string& name, double value, Colour colour, Face face) {
        text_in(painter, {line.x, line.y, names, line.h}, name,
                {.colour = colour, .size = em::small, .face = face, .align = Align::right});
        text_in(painter, {line.x + names + 0.4F * em, line.y, numbers, line.h},
                short_number(static_cast<float>(value), static_cast<float>(largest)),
                {.colour = face == Face::bold ? theme.text : theme.muted,
                 .size = em::small,
                 .face = face,
                 .align = Align::right});
    };
    const Rect clip = painter.clip();
    const float zero = std::round(x_of(0)) + 0.5F;
    painter.line({zero, rect.y}, {zero, line_of(parts.size()).bottom()}, theme.faint, 1);
    running = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Rect line = line_of(i);
        lines.push_back(line);
        const float from = x_of(running), to = x_of(running + parts[i].value);
        running += parts[i].value;
        if (line.bottom() < clip.y || line.y > clip.bottom()) continue;
        if (static_cast<int>(i) == hovered) painter.fill(line, theme.control, 0.2F * em);
        words(line, parts[i].name, parts[i].value, theme.text, Face::sans);
        painter.fill({std::min(from, to), line.y + 0.25F * em, std::max(1.0F, std::abs(to - from)), line.h - 0.5F * em},
                     bar_colour(theme, parts[i].meaning, parts[i].value < 0), 2);
        painter.line({to, line.bottom() - 0.25F * em}, {to, line.bottom() + 0.25F * em}, theme.muted, 1);
    }
    const Rect last = line_of(parts.size());
    words(last, sum_name, sum, theme.accent, Face::bold);
    painter.fill({std::min(zero, x_of(sum)), last.y + 0.25F * em, std::abs(x_of(sum) - zero), last.h - 0.5F * em},
                 theme.accent, 2);
    return lines;
}

}  // namespace glassformer
