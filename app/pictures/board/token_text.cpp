#include "app/pictures/board/token_text.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace glassformer {

namespace {

constexpr float wave = 0.22F, wave_height = 0.09F, below_text = 0.06F;  // em

/// A wavy line below a text that is written there.
void underline(Painter& painter, Vec2 at, std::string_view text, const TextStyle& style) {
    const TextSize size = painter.measure(text, style.size, style.face);
    const float em = painter.em(), high = wave_height * em;
    const float left = style.align == Align::left ? 0 : style.align == Align::centre ? -size.width / 2 : -size.width;
    const float foot = style.anchor == Anchor::top        ? size.ascent
                       : style.anchor == Anchor::middle   ? size.ascent - size.height / 2
                       : style.anchor == Anchor::baseline ? 0
                                                          : size.ascent - size.height;
    const float angle = style.degrees * std::numbers::pi_v<float> / 180, c = std::cos(angle), s = std::sin(angle);
    const int steps = std::max(2, static_cast<int>(size.width / (wave * em)));
    std::vector<Vec2> points;
    for (int i = 0; i <= steps; ++i) {
        const float x = left + size.width * static_cast<float>(i) / static_cast<float>(steps);
        const float y = foot + below_text * em + (i % 2 == 0 ? 0.5F : 2.5F) * high;
        points.push_back({at.x + x * c + y * s, at.y - x * s + y * c});
    }
    painter.polyline(points, style.colour, std::max(1.0F, 0.07F * em));
}

}  // namespace

void draw_token(Painter& painter, Vec2 at, std::string_view text, const TextStyle& style, bool unknown) {
    TextStyle marked = style;
    if (unknown) marked.colour = painter.theme().warning.faded(style.colour.a);
    painter.text(at, text, marked);
    if (unknown) underline(painter, at, text, marked);
}

void token_in(Painter& painter, const Rect& rect, std::string_view text, const TextStyle& style, bool unknown) {
    TextStyle middle = style;
    middle.anchor = Anchor::middle;
    const float x = style.align == Align::left ? rect.x : style.align == Align::centre ? rect.centre().x : rect.right();
    draw_token(painter, {x, rect.centre().y}, shortened(painter, text, rect.w, style.size, style.face), middle,
               unknown);
}

}  // namespace glassformer
