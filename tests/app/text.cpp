// Text, formulas and sentences: their sizes, their line breaks, the characters they bring in.
// Where EGL surfaceless is missing, the tests that draw are skipped.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "app/paint/formula.h"
#include "app/render/covering_font.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"
#include "tests/support/drawing.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("text");

TEST_CASE("text is measured, cut, wrapped and turned") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {.theme = find_theme("dark")});
    bool seen = false;
    const Image image = drawn(*platform, gui, [&](Ui& ui) {
        Painter& p = ui.painter;
        const TextSize body = p.measure("Scores"), small = p.measure("Scores", em::small),
                       twice = p.measure("ScoresScores");
        CHECK(body.width > 35);
        CHECK(body.width < 65);
        CHECK(small.width < body.width);
        CHECK(twice.width == doctest::Approx(2 * body.width).epsilon(0.05));
        CHECK(body.ascent < body.height);
        CHECK(body.ascent > 0.6f * body.height);
        CHECK(p.measure("iiii", em::body, Face::mono).width ==
              doctest::Approx(p.measure("WWWW", em::body, Face::mono).width));
        const std::string cut = shortened(p, "because it was too tired", 80, em::body, Face::sans);
        CHECK(cut.ends_with("…"));
        CHECK(cut.size() > 6);
        CHECK(p.measure(cut).width <= 80);
        CHECK(shortened(p, "short", 80, em::body, Face::sans) == "short");
        const auto within = [&](const char* text, float width) {
            const std::string made = shortened_within(p, text, width, em::body, Face::sans);
            CHECK(p.measure(made).width <= width);
            return made;
        };
        CHECK(within("short", 80) == "short");
        CHECK(within("The animal did not cross the street because it was too tired.", 300).starts_with("The "));
        CHECK(
            within("The animal did not cross the street because it was too tired.", 300).ends_with(" was too tired."));
        CHECK(within("The animal did not cross the street because it was too tired.", 300).find(" … ") !=
              std::string::npos);
        CHECK(within("ééééééééééééééééééééééééé", 80).ends_with("é"));
        CHECK(within("ééééééééééééééééééééééééé", 80).starts_with("é"));
        CHECK(shortened_within(p, "none of it", 0, em::body, Face::sans) == "… ");
        const float line = paragraph(p, {0, 0, 1000, 0}, "one two three", {.colour = ui.theme.text}, false);
        const float lines = paragraph(p, {0, 0, 60, 0}, "one two three four", {.colour = ui.theme.text}, false);
        CHECK(lines == doctest::Approx(3 * line).epsilon(0.4));
        CHECK(lines > line);
        p.text({200, 150}, "IIIIIIII", {.colour = ui.theme.text, .degrees = 90});  // straight up from the anchor
        seen = true;
    });
    CHECK(seen);
    int above = 0, right = 0;
    for (int i = 2; i < 30; ++i)
        for (int j = 0; j < 16; ++j) {
            above += pixel(image, 200.0f + static_cast<float>(j), 150.0f - static_cast<float>(i)).r > 120;
            right += pixel(image, 220.0f + static_cast<float>(i), 150.0f + static_cast<float>(j)).r > 120;
        }
    CHECK(above > 50);
    CHECK(right == 0);
}

TEST_CASE("a field without the keyboard shows the end of a text that is too long for it") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {.theme = find_theme("dark")});
    const auto field = [&](std::string text) {
        return drawn(*platform, gui, [&](Ui& ui) { static_cast<void>(text_field(ui, "a", {10, 10, 300, 30}, text)); });
    };
    const std::string sentence = "The animal didn't cross the street because it was too ";
    CHECK(field(sentence + "tired.").rgba != field(sentence + "wide.").rgba);
}

TEST_CASE("new characters appear, large text is larger") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    const auto width = [&](const char* text) {
        float w = 0;
        drawn(*platform, gui, [&](Ui& ui) { w = ui.painter.measure(text).width; });
        return w;
    };
    // What is no letter is drawn by its code point, and not as the question mark that ImGui has for it.
    for (const auto& [sign, name] :
         {std::pair{"\x01", std::string("U+0001")}, {"\x7F", "U+007F"}, {"\u0085", "U+0085"}, {"\uFFFF", "U+FFFF"}}) {
        CAPTURE(name);
        CHECK(width(sign) == width(name.c_str()));
    }
    CHECK(width("a\tb") < width("aU+0009b"));
    const float unknown = width("\xEF\xBF\xBD");    // U+FFFD
    CHECK(width("Ж") != doctest::Approx(unknown));  // not among the usual ones
    // What other fonts may have: by theirs, and what none has by its code point, never as "�".
    for (const auto& [letter, name, code] : {std::tuple{"中", "U+4E2D", U'\u4E2D'},
                                             {"ሀ", "U+1200", U'\u1200'},
                                             {"\u0378", "U+0378", U'\u0378'}}) {  // has never been given a meaning
        CAPTURE(name);
        const bool covered = width(letter) > 0 && !covering_font(code).file.empty();
        const float seen = width(letter);
        if (!covered) CHECK(seen == width(name));
        CHECK(seen != doctest::Approx(unknown));
        CHECK(width((std::string("a") + letter + "b").c_str()) == doctest::Approx(seen + width("ab")).epsilon(0.05));
    }
    const float before = width("Scores");
    gui.set_text_scale(2);
    CHECK(width("Scores") == doctest::Approx(2 * before).epsilon(0.05));
    gui.set_text_scale(9);
    CHECK(gui.text_scale() == 3);
}

TEST_CASE("stressed words have a face of their own, with the signs of the upright one") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    const auto picture = [&](Face face) {
        return drawn(*platform, gui, [&](Ui& ui) {
            ui.painter.text({10, 10}, "stressed ⊙", {.colour = ui.theme.text, .size = em::large, .face = face});
        });
    };
    CHECK(picture(Face::slanted).rgba != picture(Face::sans).rgba);
    CHECK(picture(Face::slanted).rgba != picture(Face::bold).rgba);
}

TEST_CASE("without our fonts the built-in one is used, and a message says so") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {.fonts = {.text = "No Such Sans", .other = "No Such Family"}});
    CHECK(gui.message().find("No Such Family Sans Mono") != std::string::npos);
    const Image image = drawn(*platform, gui, [](Ui& ui) {
        CHECK(ui.painter.measure("Scores", em::title, Face::bold).width > 20);
        ui.painter.text({10, 10}, "Scores", {.colour = ui.theme.text, .face = Face::italic});
    });
    int lit = 0;
    for (int x = 10; x < 60; ++x)
        for (int y = 10; y < 30; ++y) lit += pixel(image, static_cast<float>(x), static_cast<float>(y)).r > 120;
    CHECK(lit > 30);
}

TEST_CASE("formulas have sensible sizes") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    bool seen = false;
    drawn(*platform, gui, [&](Ui& ui) {
        Painter& p = ui.painter;
        const auto size = [&](const char* markup, float width = 1000) { return measure_formula(p, markup, width); };
        const TextSize x = size("x"), fraction = size("\\frac{x}{y}"), root = size("\\sqrt{x}"), sub = size("x_{i}");
        CHECK(x.width > 5);
        CHECK(fraction.height > 1.6f * x.height);
        CHECK(fraction.height < 3.0f * x.height);
        CHECK(root.height > x.height);
        CHECK(root.width > x.width);
        CHECK(sub.width > x.width);
        CHECK(sub.width < 2.2f * x.width);
        CHECK(size("x_{i}^{2}").width < size("x_{i} ^{2}").width);  // one above the other
        CHECK(size("\\meaning{query}{x}").width == x.width);
        const char* longer = "y = a + b + c + d = e + f + g + h = i + k";
        const TextSize whole = size(longer), wrapped = size(longer, whole.width * 0.6f);
        CHECK(wrapped.width <= whole.width * 0.6f);
        CHECK(wrapped.height > 1.8f * whole.height);
        CHECK(size("abababababababababababab", 60).width <= 61);
        draw_formula(p, longer, {0, 0, 200, 200});
        seen = true;
    });
    CHECK(seen);
}

TEST_SUITE_END();
