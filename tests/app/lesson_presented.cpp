// What is read from the last row: in presenter mode each text of the window is large enough and stands out, and none
// runs into another, in every step of the lessons that are spoken.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

#include "app/paint/painter_above.h"
#include "app/render/cairo_painter.h"
#include "tests/support/shipped_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr PixelSize wall{1920, 1080};

struct Text {
    std::string words;
    float pixels = 0;
    Colour colour;
    Rect box, seen;
    bool level = true;
};

/// Takes notes of the texts that are drawn on a real surface, which measures them.
class Read : public PainterAbove {
public:
    using PainterAbove::PainterAbove;
    std::vector<Text> texts;

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

float overlap(const Rect& a, const Rect& b) {
    const float wide = std::min(a.right(), b.right()) - std::max(a.x, b.x);
    const float high = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
    return wide > 0 && high > 0 ? wide * high : 0;
}

}  // namespace

TEST_SUITE_BEGIN("lesson_presented");

TEST_CASE("on a wall of 1920 x 1080 no text is smaller than 28 pixels, its contrast is 7 to 1, none covers another") {
    const std::filesystem::path lessons = std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "lessons";
    for (const char* name : {"tour.md", "self-attention.md"}) {
        AppOptions options = shipped_options("coreference-full", wall);
        options.lesson = lessons / name;
        options.theme = "contrast";
        options.still = true;
        const SettledProgram program(options);
        if (!program) return;
        program.run("key F5\nwait-idle");
        App& app = *program.app;
        const Theme& theme = app.theme();
        for (int step = 0; step < app.lesson().steps(); ++step) {
            app.lesson().go(step);
            app.lesson().show_all_parts();
            app.settle();
            const Rect all{0, 0, wall.width, wall.height};
            CairoPainter surface("wall.svg", theme, app.em(), all);
            Read read(surface);
            app.draw_on(read);
            CHECK(read.texts.size() > 12);
            CAPTURE(name);
            CAPTURE(step + 1);
            for (const Text& text : read.texts) {
                CAPTURE(text.words);
                CHECK(text.pixels >= 27.9F);
                CHECK_FALSE((text.words.ends_with("…") && text.words.size() > 40));  // a sentence is not cut
                if (text.colour == theme.on_accent || text.colour == theme.faint) continue;  // on a button; disabled
                if (contrast(text.colour, theme.background) < 1.2F) continue;  // on a dark cell, in the paper's colour
                CHECK(std::max(contrast(text.colour, theme.background), contrast(text.colour, theme.panel)) >= 7);
            }
            for (std::size_t i = 0; i < read.texts.size(); ++i)
                for (std::size_t j = 0; j < i; ++j) {
                    const Text &a = read.texts[i], &b = read.texts[j];
                    if (!a.level || !b.level || (a.words == b.words && a.box == b.box)) continue;
                    CAPTURE(a.words);
                    CAPTURE(b.words);
                    CHECK(overlap(a.box, b.box) <= 0.15F * std::min(a.box.w * a.box.h, b.box.w * b.box.h));
                }
        }
    }
}

TEST_SUITE_END();
