// Platform, events, painter, heatmaps, formulas and controls, drawn without a display. Where EGL surfaceless is
// missing, the tests that draw say so and pass.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>

#include "app/platform/png.h"
#include "app/platform/window.h"
#include "app/widgets/cairo_painter.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "app/widgets/gui.h"
#include "app/widgets/rich_text.h"
#include "core/error.h"

using namespace glassformer;

namespace {

std::unique_ptr<Platform> headless(PixelSize size = {400, 300}, float scale = 1) {
    try {
        return open_headless(size, scale);
    } catch (const Error& error) {
        MESSAGE("not drawn: ", error.what());
        return nullptr;
    }
}

struct Rgb {
    int r, g, b;
    bool operator==(const Rgb&) const = default;
};
Rgb pixel(const Image& image, float x, float y) {
    const std::uint8_t* p = image.pixel(static_cast<int>(x), static_cast<int>(y));
    return {p[0], p[1], p[2]};
}
Rgb bytes(Colour c) {
    const auto byte = [](float v) { return static_cast<int>(std::lround(v * 255)); };
    return {byte(c.r), byte(c.g), byte(c.b)};
}
int difference(Rgb a, Rgb b) { return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)}); }

/// Draws with a painter once fonts and layout have settled, and returns the picture.
Image drawn(Platform& platform, Gui& gui, const std::function<void(Ui&)>& draw) {
    gui.settle(draw, 30);
    return platform.read_pixels();
}

}  // namespace

TEST_CASE("ten presses of a key in a burst reach ten frames") {
    EventQueue queue;
    for (int i = 0; i < 10; ++i) queue.key(Key::right);
    int presses = 0, frames = 0;
    while (!queue.empty()) {
        const Input& input = queue.next_frame(false, 0);
        CHECK(input.keys.size() <= 1);
        presses += input.pressed(Key::right);
        ++frames;
    }
    CHECK(presses == 10);
    CHECK(frames == 20);  // a press and a release each
    CHECK_FALSE(queue.next_frame(false, 0).pressed(Key::right));
}

TEST_CASE("a click keeps its place and its two halves fall in two frames") {
    EventQueue queue;
    queue.click({10, 20});
    queue.click({30, 40}, Button::right);
    const Input first = queue.next_frame(false, 0);
    CHECK(first.pressed(Button::left));
    CHECK(first.is_down(Button::left));
    CHECK(first.mouse == Vec2{10, 20});
    CHECK(first.more);
    const Input second = queue.next_frame(false, 0);
    CHECK(second.released(Button::left));
    CHECK(second.mouse == Vec2{10, 20});
    const Input third = queue.next_frame(false, 0);
    CHECK(third.pressed(Button::right));
    CHECK(third.mouse == Vec2{30, 40});
    CHECK_FALSE(third.double_click);
}

TEST_CASE("two clicks are a double click only near each other and soon") {
    const auto second_press = [](Vec2 where, double when) {
        EventQueue queue;
        queue.click({10, 10});
        queue.next_frame(false, 0);
        queue.next_frame(false, 0.05);
        queue.click(where);
        return queue.next_frame(false, when).double_click;
    };
    CHECK(second_press({11, 10}, 0.2));
    CHECK_FALSE(second_press({40, 10}, 0.2));
    CHECK_FALSE(second_press({11, 10}, 2.0));
}

TEST_CASE("typed letters share a frame, but no editing key overtakes them") {
    EventQueue queue;
    for (const char c : {'a', 'b', 'b'}) {
        const Key key = static_cast<Key>(static_cast<int>(Key::a) + (c - 'a'));
        queue.push(KeyDown{key, {}});
        queue.push(Character{static_cast<char32_t>(c)});
        queue.push(KeyUp{key, {}});
    }
    queue.key(Key::left);
    queue.type("é");
    CHECK(queue.next_frame(true, 0).characters == U"abb");
    const Input left = queue.next_frame(true, 0);
    CHECK(left.pressed_even_typing(Key::left));
    CHECK(left.characters.empty());
    std::u32string rest;
    while (!queue.empty()) rest += queue.next_frame(true, 0).characters;
    CHECK(rest == U"é");
}

TEST_CASE("shortcuts are exact about modifiers and silent while a text field has the keyboard") {
    EventQueue queue;
    queue.key(Key::z, with_control);
    const Input input = queue.next_frame(false, 0);
    CHECK(input.pressed(Key::z, with_control));
    CHECK_FALSE(input.pressed(Key::z));
    CHECK_FALSE(input.pressed(Key::z, with_control_shift));
    queue.next_frame(false, 0);
    queue.key(Key::g);
    CHECK_FALSE(queue.next_frame(true, 0).pressed(Key::g));
    while (!queue.empty()) queue.next_frame(false, 0);
    queue.push(KeyDown{Key::control, with_control});  // the modifier is let go before the key
    queue.push(KeyDown{Key::a, with_control});
    queue.push(KeyUp{Key::control, no_modifiers});
    queue.push(KeyUp{Key::a, no_modifiers});
    const Input together = queue.next_frame(true, 0);
    CHECK(together.pressed(Key::a, with_control));
    CHECK(together.modifiers.control);
    CHECK_FALSE(queue.next_frame(true, 0).modifiers.control);
    CHECK(text(Key::z, with_control_shift) == "Ctrl+Shift+Z");
    CHECK(text(Key::plus) == "+");
    CHECK(text(Key::menu) == "Menu");
    CHECK(text(Key::digit_7) == "7");
}

TEST_CASE("nothing is drawn while nothing happens, three frames follow an event") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    const auto draw = [](Ui&) {};
    gui.settle(draw);
    CHECK_FALSE(gui.needs_frame());
    const std::uint64_t before = gui.frames();
    platform->events().push(MouseMove{{5, 5}});
    CHECK(gui.needs_frame());
    gui.settle(draw);
    CHECK(gui.frames() - before == 3);
    platform->wake();
    gui.frame(draw);
    CHECK(gui.needs_frame());
    gui.settle(draw);
    CHECK_FALSE(gui.needs_frame());
    platform->events().push(Close{});
    CHECK_FALSE(gui.frame(draw));
}

TEST_CASE("heatmap pixels are the colours of the values") {
    const auto platform = headless();
    if (!platform) return;
    const std::vector<float> values{-2,  -1, -0.25f, 0, 0.6f, 1, 2, 3, 4, -4, std::numeric_limits<float>::infinity(),
                                    0.1f};
    for (const Theme* theme : all_themes()) {
        Gui gui(*platform, {.theme = theme});
        for (const HeatMap map : {HeatMap::diverging, HeatMap::sequential, HeatMap::spectrum}) {
            const HeatStyle style{.map = map, .meaning = Meaning::query, .limit = 4, .low = -1};
            const Rect rect{20, 30, 200, 120};
            const Image image = drawn(*platform, gui, [&](Ui& ui) {
                ui.painter.heatmap({values.data(), 3, 4, 4, 1, 1}, rect, style);
            });
            for (int r = 0; r < 3; ++r)
                for (int c = 0; c < 4; ++c) {
                    const float v = values[static_cast<std::size_t>(4 * r + c)];
                    const float t = map == HeatMap::diverging ? v / 4 : (v + 1) / 5;
                    const Rgb wanted = bytes(heat_colour(*theme, map, Meaning::query, std::min(t, 1.0f)));
                    const Vec2 centre = cell_rect(rect, 3, 4, r, c).centre();
                    CAPTURE(theme->name);
                    CAPTURE(v);
                    CHECK(difference(pixel(image, centre.x, centre.y), wanted) <= 1);
                    const CellAt at = cell_at(rect, 3, 4, centre);
                    CHECK(at.row == r);
                    CHECK(at.col == c);
                }
            // The last column and row of pixels of a cell are the gap.
            const Rect first = cell_rect(rect, 3, 4, 0, 0);
            CHECK(pixel(image, first.right() - 1, first.centre().y) == bytes(theme->background));
            CHECK(pixel(image, rect.x - 1, rect.y - 1) == bytes(theme->background));
        }
    }
}

TEST_CASE("cells of any size begin and end where cell_rect says") {
    const auto platform = headless({400, 300});
    if (!platform) return;
    Gui gui(*platform, {});
    std::vector<float> board(7 * 11);
    for (std::size_t i = 0; i < board.size(); ++i) board[i] = i % 2 ? 1.0f : -1.0f;
    const Rect rect{13, 7, 173, 45};  // 15.7 by 6.4 pixels a cell
    const Image image = drawn(*platform, gui, [&](Ui& ui) {
        ui.painter.heatmap({board.data(), 7, 11, 11, 1, 1}, rect, {.meaning = Meaning::key, .gap = 0});
    });
    int wrong = 0;
    for (int y = 7; y < 52; ++y)
        for (int x = 13; x < 186; ++x) {
            const Vec2 p{static_cast<float>(x), static_cast<float>(y)};
            const CellAt at = cell_at(rect, 7, 11, p);
            const bool odd = (at.row * 11 + at.col) % 2;
            const Rgb wanted = bytes(heat_colour(gui.theme(), HeatMap::diverging, Meaning::key, odd ? 1.0f : -1.0f));
            wrong += difference(pixel(image, p.x, p.y), wanted) > 1;
            CHECK(cell_rect(rect, 7, 11, at.row, at.col).contains(p));
        }
    CHECK(wrong == 0);
}

TEST_CASE("masked cells, NaN and cells not shown yet look different from every value") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    const float inf = std::numeric_limits<float>::infinity();
    const std::vector<float> values{-inf, 0, std::numeric_limits<float>::quiet_NaN(), 1, 1, 1};
    const Rect rect{0, 0, 180, 120};
    const auto picture = [&](int shown) {
        return drawn(*platform, gui, [&](Ui& ui) {
            ui.painter.heatmap({values.data(), 2, 3, 3, 1, 1}, rect, {.meaning = Meaning::score, .shown = shown});
        });
    };
    const Image all = picture(-1);
    const Theme& theme = gui.theme();
    const auto count = [&](const Image& image, int col, Rgb wanted) {
        const Rect cell = cell_rect(rect, 2, 3, 0, col);
        int found = 0;
        for (int y = 0; y < static_cast<int>(cell.h) - 1; ++y)
            for (int x = 0; x < static_cast<int>(cell.w) - 1; ++x)
                found += pixel(image, cell.x + static_cast<float>(x), static_cast<float>(y)) == wanted;
        return found;
    };
    const Rgb zero = bytes(theme.heat_zero);
    CHECK(count(all, 0, zero) == 0);
    CHECK(count(all, 0, bytes(theme.background)) > 2000);  // empty …
    CHECK(count(all, 0, bytes(theme.masked)) > 300);       // … but for the hatching
    CHECK(count(all, 1, zero) > 3000);
    CHECK(count(all, 2, bytes(theme.not_a_number)) > 1000);
    CHECK(pixel(all, 90, 90) == bytes(colour(theme, Meaning::score)));
    CHECK(pixel(picture(4), 90, 90) == bytes(theme.background));
    CHECK(pixel(picture(5), 90, 90) == bytes(colour(theme, Meaning::score)));
}

TEST_CASE("a matrix with more cells than pixels keeps its largest values") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    std::vector<float> values(200 * 3000, 0.0f);
    values[100 * 3000 + 1500] = 1;
    const Image image = drawn(*platform, gui, [&](Ui& ui) {
        ui.painter.heatmap({values.data(), 200, 3000, 3000, 1, 1}, {0, 0, 300, 100}, {.meaning = Meaning::value});
    });
    CHECK(pixel(image, 150, 50) == bytes(colour(gui.theme(), Meaning::value)));
    CHECK(pixel(image, 140, 50) == bytes(gui.theme().heat_zero));
}

TEST_CASE("numbers are read again only when the generation changes") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    std::vector<float> values(16, 1.0f);
    std::uint64_t generation = 1;
    const auto draw = [&](Ui& ui) {
        ui.painter.heatmap({values.data(), 4, 4, 4, 1, generation}, {0, 0, 80, 80}, {.meaning = Meaning::key});
    };
    const Rgb one = bytes(colour(gui.theme(), Meaning::key));
    CHECK(pixel(drawn(*platform, gui, draw), 10, 10) == one);
    values.assign(16, 0.0f);
    CHECK(pixel(drawn(*platform, gui, draw), 10, 10) == one);
    ++generation;
    CHECK(pixel(drawn(*platform, gui, draw), 10, 10) == bytes(gui.theme().heat_zero));
}

TEST_CASE("a transposed matrix and a block of one are drawn from the same memory") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    const std::vector<float> values{0, 1, 0, 0, 0, -1};  // 2 x 3
    const ConstMatrix m{values.data(), 2, 3, 3, 1, 1};
    const Image image = drawn(*platform, gui, [&](Ui& ui) {
        ui.painter.heatmap(transposed(m), {0, 0, 40, 60}, {.meaning = Meaning::key});
        ui.painter.heatmap(block(m, 1, 1, 1, 2), {100, 0, 40, 20}, {.meaning = Meaning::key});
    });
    const Tone& tone = gui.theme().tones[static_cast<std::size_t>(Meaning::key)];
    CHECK(pixel(image, 10, 30) == bytes(tone.positive));  // column 0, row 1 of the transpose: entry (0, 1)
    CHECK(pixel(image, 30, 50) == bytes(tone.negative));  // entry (1, 2)
    CHECK(pixel(image, 110, 10) == bytes(gui.theme().heat_zero));
    CHECK(pixel(image, 130, 10) == bytes(tone.negative));
}

TEST_CASE("typing, Enter, Escape, Tab and paste work in text fields") {
    const auto platform = headless({400, 200});
    if (!platform) return;
    Gui gui(*platform, {});
    std::string first, second = "two";
    TextEvent last = TextEvent::none;
    const auto draw = [&](Ui& ui) {
        if (const TextEvent e = text_field(ui, "first", {20, 20, 300, 30}, first); e != TextEvent::none) last = e;
        text_field(ui, "second", {20, 80, 300, 30}, second, "nothing yet");
    };
    EventQueue& events = platform->events();
    gui.settle(draw);
    events.click({100, 35});
    events.type("The animal didn't");
    gui.settle(draw, 60);
    CHECK(first == "The animal didn't");
    CHECK(last == TextEvent::changed);
    events.type(" é");
    for (int i = 0; i < 3; ++i) events.key(Key::backspace);
    events.type("T");
    gui.settle(draw, 60);
    CHECK(first == "The animal didn'T");
    events.key(Key::enter);
    gui.settle(draw, 60);
    CHECK(last == TextEvent::submitted);
    events.type("ignored");
    gui.settle(draw, 60);
    CHECK(first == "The animal didn'T");

    events.click({100, 35});
    events.key(Key::tab);
    events.key(Key::a, with_control);
    events.key(Key::c, with_control);
    gui.settle(draw, 60);
    CHECK(platform->clipboard() == "two");
    platform->set_clipboard("from elsewhere");
    events.key(Key::v, with_control);
    gui.settle(draw, 60);
    CHECK(second == "from elsewhere");
    CHECK(first == "The animal didn'T");
}

TEST_CASE("controls answer the mouse and the keyboard") {
    const auto platform = headless({500, 400});
    if (!platform) return;
    Gui gui(*platform, {});
    int clicks = 0, chosen = 0, listed = 0, stage = 0, plays = 0;
    bool on = false;
    float x = 0.5f;
    const std::vector<std::string> labels{"stage", "row", "cell"};
    const auto draw = [&](Ui& ui) {
        plays += ui.input.pressed(Key::space);
        clicks += button(ui, "go", {10, 10, 80, 30}, "Go", {.hint = "Go on"});
        toggle(ui, "on", {100, 10, 90, 30}, "mask", on);
        segmented(ui, "kind", {10, 60, 180, 30}, labels, chosen);
        slider(ui, "x", {10, 110, 200, 30}, x, 0, 1);
        scrubber(ui, "stages", {10, 160, 400, 30}, 11, stage);
        dropdown(ui, "list", {10, 210, 120, 30}, labels, listed);
    };
    EventQueue& events = platform->events();
    const auto settle = [&] { gui.settle(draw, 80); };
    settle();
    events.click({50, 25});
    events.click({50, 25});
    settle();
    CHECK(clicks == 2);
    events.push(MouseMove{{50, 25}});  // pressed inside, released outside: no click
    events.push(MousePress{Button::left});
    events.push(MouseMove{{300, 300}});
    events.push(MouseRelease{Button::left});
    settle();
    CHECK(clicks == 2);
    events.click({140, 25});
    events.click({160, 75});
    events.drag({110, 125}, {300, 125});
    settle();
    CHECK(on);
    CHECK(chosen == 2);
    CHECK(x == 1);
    events.click({scrubber_x({10, 160, 400, 30}, 11, 7, 15), 175});
    settle();
    CHECK(stage == 7);

    events.key(Key::space);
    settle();
    CHECK(plays == 1);  // no control is marked: the key is the view's
    events.key(Key::tab);
    events.key(Key::space);
    settle();
    CHECK(clicks == 3);
    CHECK(plays == 1);  // the marked button took it
    for (int i = 0; i < 4; ++i) events.key(Key::tab);
    for (int i = 0; i < 3; ++i) events.key(Key::left);
    settle();
    CHECK(stage == 4);

    events.click({50, 225});
    settle();
    events.key(Key::down);
    events.key(Key::down);
    events.key(Key::enter);
    settle();
    CHECK(listed == 2);
    events.click({50, 225});
    settle();
    events.click({50, 262});  // the list's first row
    settle();
    CHECK(listed == 0);
    events.click({50, 225});
    settle();
    events.click({50, 25});  // outside: closes the list and does nothing else
    settle();
    CHECK(clicks == 3);
    events.click({50, 25});
    settle();
    CHECK(clicks == 4);
}

TEST_CASE("a box over everything makes what lies below dead, Escape closes it") {
    const auto platform = headless({500, 400});
    if (!platform) return;
    Gui gui(*platform, {});
    int below = 0, inside = 0;
    bool open = true;
    std::string name;
    const auto draw = [&](Ui& ui) {
        below += button(ui, "below", {200, 180, 100, 30}, "Below");
        if (Rect inner; begin_modal(ui, "box", open, {300, 200}, inner)) {
            inside += button(ui, "inside", {200, 180, 100, 30}, "Inside");
            text_field(ui, "name", {150, 220, 200, 30}, name);
            end_modal(ui);
        }
    };
    gui.settle(draw);
    platform->events().click({250, 195});
    platform->events().click({250, 235});
    platform->events().type("x");
    gui.settle(draw, 60);
    CHECK(below == 0);
    CHECK(inside == 1);
    CHECK(name == "x");
    platform->events().key(Key::escape);
    platform->events().key(Key::escape);
    gui.settle(draw, 60);
    CHECK_FALSE(open);
    platform->events().click({250, 195});
    gui.settle(draw, 60);
    CHECK(below == 1);
}

TEST_CASE("scroll areas move by the wheel and stop at their ends") {
    const auto platform = headless({300, 200});
    if (!platform) return;
    Gui gui(*platform, {});
    float top = 0;
    int clicks = 0;
    const auto draw = [&](Ui& ui) {
        const Rect content = begin_scroll(ui, "list", {0, 0, 200, 100});
        top = content.y;
        clicks += button(ui, "last", {content.x, content.y + 460, 80, 30}, "Last");
        end_scroll(ui, content.y + 500);
    };
    gui.settle(draw);
    CHECK(top == 0);
    platform->events().push(MouseMove{{50, 50}});
    platform->events().push(MouseWheel{{0, -100}});
    gui.settle(draw);
    CHECK(top == -400);
    platform->events().click({40, 75});
    gui.settle(draw);
    CHECK(clicks == 1);
    platform->events().click({40, 160});  // outside the area, where nothing is seen
    platform->events().push(MouseWheel{{0, 100}});
    gui.settle(draw);
    CHECK(clicks == 1);
    CHECK(top == -400);
}

TEST_CASE("text is measured, cut, wrapped and turned") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
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

TEST_CASE("new characters appear, large text is larger") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    const auto width = [&](const char* text) {
        float w = 0;
        drawn(*platform, gui, [&](Ui& ui) { w = ui.painter.measure(text).width; });
        return w;
    };
    const float unknown = width("\xEF\xBF\xBD");    // U+FFFD
    CHECK(width("Ж") != doctest::Approx(unknown));  // not among the usual ones
    const float before = width("Scores");
    gui.set_text_scale(2);
    CHECK(width("Scores") == doctest::Approx(2 * before).epsilon(0.05));
    gui.set_text_scale(9);
    CHECK(gui.text_scale() == 3);
}

TEST_CASE("without our fonts the built-in one is used, and a message says so") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {.font_family = "No Such Family"});
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

TEST_CASE("sentences carry colours, faces and formulas") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    bool seen = false;
    const Image image = drawn(*platform, gui, [&](Ui& ui) {
        Painter& p = ui.painter;
        const TextStyle style{.colour = ui.theme.text};
        const auto height = [&](const char* text, float width) {
            return rich_paragraph(p, {0, 0, width, 0}, text, style, false);
        };
        const float line = height("one", 300);
        CHECK(height("one two three", 300) == line);
        CHECK(height("one two three", 60) > line);
        CHECK(height("one\ntwo", 300) == 2 * line);
        CHECK(height("", 300) == 0);
        CHECK(height("*very* **bold** \\meaning{query}{it}, $\\sqrt{d}$.", 300) == line);
        CHECK_THROWS_WITH_AS(height("\\meaning{mood}{it}", 300), doctest::Contains("no meaning named 'mood'"), Error);
        CHECK_THROWS_WITH_AS(height("a $x", 300), doctest::Contains("'$' that ends a formula"), Error);
        rich_paragraph(p, {0, 0, 400, 0}, "\\meaning{query}{IIIIIIIIIIII} plain",
                       {.colour = ui.theme.text, .size = em::title});
        seen = true;
    });
    CHECK(seen);
    int blue = 0;
    for (int x = 0; x < 100; ++x)
        for (int y = 0; y < 30; ++y)
            blue += difference(pixel(image, static_cast<float>(x), static_cast<float>(y)),
                               bytes(colour(gui.theme(), Meaning::query))) < 40;
    CHECK(blue > 100);
}

TEST_CASE("framebuffers of two pixels a logical pixel are drawn sharp") {
    const auto platform = headless({200, 100}, 2);
    if (!platform) return;
    Gui gui(*platform, {});
    const std::vector<float> values{1, -1};
    const Image image = drawn(*platform, gui, [&](Ui& ui) {
        CHECK(ui.window.w == 200);
        ui.painter.heatmap({values.data(), 1, 2, 2, 1, 1}, {10, 10, 40, 20}, {.meaning = Meaning::mlp});
    });
    CHECK(image.width == 400);
    CHECK(pixel(image, 30, 40) == bytes(colour(gui.theme(), Meaning::mlp)));
    CHECK(pixel(image, 57, 40) == bytes(colour(gui.theme(), Meaning::mlp)));
    CHECK(pixel(image, 62, 40) == bytes(gui.theme().tones[static_cast<std::size_t>(Meaning::mlp)].negative));
}

TEST_CASE("vector files show what the window shows") {
    const auto platform = headless({240, 120});
    if (!platform) return;
    const float inf = std::numeric_limits<float>::infinity();
    const std::vector<float> values{1, -0.5f, 0.25f, -inf, 0, std::numeric_limits<float>::quiet_NaN()};
    const auto picture = [&](Painter& p) {
        p.heatmap({values.data(), 2, 3, 3, 1, 1}, {20, 20, 90, 60}, {.meaning = Meaning::score});
        p.fill({130, 20, 40, 40}, p.theme().accent);
        p.push_clip({180, 20, 20, 80});
        p.fill({170, 20, 60, 40}, p.theme().text);
        p.pop_clip();
    };
    Gui gui(*platform, {});
    const Image window = drawn(*platform, gui, [&](Ui& ui) { picture(ui.painter); });
    const std::filesystem::path folder = std::filesystem::temp_directory_path();
    for (const char* ending : {".png", ".svg", ".pdf"}) {
        const std::filesystem::path file = folder / (std::string("glassformer_vector_test") + ending);
        CairoPainter painter(file, {240, 120}, gui.theme());
        picture(painter);
        painter.text({20, 90}, "Scores K⊤", {.colour = gui.theme().text, .face = Face::italic, .degrees = -20});
        const TextSize size = painter.measure("Scores", em::body, Face::sans);
        CHECK(size.width > 35);
        CHECK(size.width < 65);
        painter.finish();
        CHECK(std::filesystem::file_size(file) > 800);
        if (std::string_view(ending) == ".png") {
            const Image vector = read_png(file);
            int wrong = 0;
            for (int y = 10; y < 85; ++y)
                for (int x = 10; x < 240; ++x) {
                    const bool stripes =
                        y > 49 && x > 18 && x < 112 && (x < 52 || x > 79);  // hatching may differ by a pixel
                    const auto fx = static_cast<float>(x), fy = static_cast<float>(y);
                    if (!stripes && difference(pixel(vector, fx, fy), pixel(window, fx, fy)) > 1) ++wrong;
                }
            CHECK(wrong == 0);
        }
        std::filesystem::remove(file);
    }
    CHECK_THROWS_WITH_AS(CairoPainter("picture.gif", {20, 20}, gui.theme()), doctest::Contains("picture.gif"), Error);
    CHECK_THROWS_WITH_AS(CairoPainter("/nowhere/at/all.svg", {20, 20}, gui.theme()).finish(),
                         doctest::Contains("/nowhere/at/all.svg"), Error);
}

TEST_CASE("PNG files give back what was written") {
    Image image{3, 2, {}};
    for (int i = 0; i < 24; ++i) image.rgba.push_back(static_cast<std::uint8_t>(i % 4 == 3 ? 255 : 10 * i));
    const std::filesystem::path file = std::filesystem::temp_directory_path() / "glassformer_platform_test.png";
    write_png(file, image);
    const Image again = read_png(file);
    std::filesystem::remove(file);
    CHECK(again.width == 3);
    CHECK(again.height == 2);
    CHECK(again.rgba == image.rgba);
    CHECK_THROWS_WITH_AS(write_png("/nowhere/at/all.png", image), doctest::Contains("/nowhere/at/all.png"), Error);
    CHECK_THROWS_WITH_AS(read_png("/nowhere/at/all.png"), doctest::Contains("/nowhere/at/all.png"), Error);
}

TEST_CASE("an impossible size is refused with its numbers") {
    CHECK_THROWS_WITH_AS(open_headless({0, 20}), doctest::Contains("0x20"), Error);
}
