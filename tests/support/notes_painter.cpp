// What the notes are made of, optimised in every build (tests/CMakeLists.txt): a picture is drawn thousands of times to
// find what the mouse meets.
#include "tests/support/notes_painter.h"

namespace glassformer::test {

void Notes::polyline(std::span<const Vec2> points, Colour, float, bool) {
    for (const Vec2 p : points) cover(p);
}

void Notes::band(std::span<const Vec2> upper, std::span<const Vec2> lower, Colour colour) {
    for (const Vec2 p : upper) cover(p);
    for (const Vec2 p : lower) cover(p);
    bands.push_back({{upper.begin(), upper.end()}, {lower.begin(), lower.end()}, colour});
}

void Notes::text(Vec2 at, std::string_view utf8, const TextStyle& style) {
    texts.emplace_back(utf8);
    labels.push_back({texts.back(), style, at});
    const TextSize size = measure(utf8, style.size, style.face);
    if (style.degrees == 90)  // rises straight up
        return cover(Rect{at.x - size.height / 2, at.y - size.width, size.height, size.width});
    if (style.degrees != 0) {  // rises to the right
        const float side = 0.7071F * (size.width + size.height / 2);
        return cover(Rect{at.x - size.height / 2, at.y - side, side + size.height / 2, side + size.height / 2});
    }
    const float x = style.align == Align::left     ? at.x
                    : style.align == Align::centre ? at.x - size.width / 2
                                                   : at.x - size.width;
    const float y = style.anchor == Anchor::top        ? at.y
                    : style.anchor == Anchor::middle   ? at.y - size.height / 2
                    : style.anchor == Anchor::baseline ? at.y - size.ascent
                                                       : at.y - size.height;
    cover(Rect{x, y, size.width, size.height});
}

TextSize Notes::measure(std::string_view utf8, float size, Face) {
    const auto letters = std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xC0) != 0x80; });
    return {static_cast<float>(letters) * 0.55F * size * em(), 1.2F * size * em(), 0.95F * size * em()};
}

void Notes::cover(Vec2 p) { cover(Rect{p.x, p.y, 0, 0}); }

void Notes::cover(const Rect& r) {
    const float right = std::max(bounds.right(), r.right()), bottom = std::max(bounds.bottom(), r.bottom());
    bounds.x = std::min(bounds.x, r.x);
    bounds.y = std::min(bounds.y, r.y);
    bounds.w = right - bounds.x;
    bounds.h = bottom - bounds.y;
}

Rect box_of(Painter& notes, const Notes::Label& label) {
    const TextSize size = notes.measure(label.text, label.style.size, label.style.face);
    const float x = label.style.align == Align::left     ? label.at.x
                    : label.style.align == Align::centre ? label.at.x - size.width / 2
                                                         : label.at.x - size.width;
    const float y = label.style.anchor == Anchor::top        ? label.at.y
                    : label.style.anchor == Anchor::middle   ? label.at.y - size.height / 2
                    : label.style.anchor == Anchor::baseline ? label.at.y - size.ascent
                                                             : label.at.y - size.height;
    return {x, y, size.width, size.height};
}

}  // namespace glassformer::test
