// The texts of the window as they are drawn, measured on a real surface: their size, their color and what they cover.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/paint/painter_above.h"
#include "app/program/app.h"
#include "app/render/cairo_painter.h"

namespace glassformer::test {

/// What a projector shows in a lecture hall.
inline constexpr PixelSize wall{1920, 1080};

struct WallText {
    std::string words;
    float pixels = 0;
    Colour colour;
    Rect box, seen;
    bool level = true;
};

/// Takes notes of the texts that are drawn on a surface.
class WallTexts : public PainterAbove {
public:
    using PainterAbove::PainterAbove;
    std::vector<WallText> texts;

    void text(Vec2 at, std::string_view utf8, const TextStyle& style) override {
        const TextSize size = measure(utf8, style.size, style.face);
        const float left = style.align == Align::left     ? at.x
                           : style.align == Align::centre ? at.x - size.width / 2
                                                          : at.x - size.width;
        const float baseline = style.anchor == Anchor::top        ? at.y + size.ascent
                               : style.anchor == Anchor::middle   ? at.y - size.height / 2 + size.ascent
                               : style.anchor == Anchor::baseline ? at.y
                                                                  : at.y - size.height + size.ascent;
        const float pixels = style.size * em();
        const Rect seen = clip();
        const Rect letters{left, baseline - 0.55F * pixels, size.width, 0.55F * pixels};  // without their ends
        if (letters.right() <= seen.x || letters.x >= seen.right() || letters.y >= seen.bottom() ||
            letters.bottom() <= seen.y || utf8.find_first_not_of(' ') == std::string_view::npos)
            return;
        texts.push_back({std::string(utf8), pixels, style.colour, letters, seen, style.degrees == 0});
    }
};

/// Those of the next frame.
inline std::vector<WallText> texts_on_wall(App& app) {
    CairoPainter surface("wall.svg", app.theme(), app.em(), {0, 0, wall.width, wall.height});
    WallTexts read(surface);
    app.draw_on(read);
    return read.texts;
}

inline float overlap(const Rect& a, const Rect& b) {
    const float wide = std::min(a.right(), b.right()) - std::max(a.x, b.x);
    const float high = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
    return wide > 0 && high > 0 ? wide * high : 0;
}

/// None of these texts covers another.
inline void check_apart(const std::vector<WallText>& texts) {
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const WallText &a = texts[i], &b = texts[j];
            if (!a.level || !b.level || (a.words == b.words && a.box == b.box)) continue;
            const float smaller = std::min(a.box.w * a.box.h, b.box.w * b.box.h);
            if (overlap(a.box, b.box) <= 0.15F * smaller) continue;
            CAPTURE(a.words);
            CAPTURE(b.words);
            CHECK(overlap(a.box, b.box) <= 0.15F * smaller);
        }
}

}  // namespace glassformer::test
