// Text fields, buttons, lists, boxes and scroll areas, worked by mouse and keyboard.
// Where EGL surfaceless is missing, the tests that draw are skipped.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "app/widgets/controls.h"
#include "tests/support/drawing.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("controls");

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

TEST_CASE("a press anywhere on a field takes the keyboard, also above and below its line of text") {
    const auto platform = headless({400, 200});
    if (!platform) return;
    for (const float y : {22.0F, 50.0F, 78.0F}) {
        CAPTURE(y);
        Gui gui(*platform, {});
        std::string text = "street";
        const auto draw = [&](Ui& ui) { text_field(ui, "field", {20, 20, 300, 60}, text); };
        gui.settle(draw, 60);
        platform->events().click({200, y});
        gui.settle(draw, 60);
        platform->events().key(Key::a, with_control);
        platform->events().type("road");
        gui.settle(draw, 60);
        CHECK(text == "road");
    }
}

TEST_CASE("a field's text is as large as asked for") {
    const auto platform = headless({400, 200});
    if (!platform) return;
    Gui gui(*platform, {});
    std::string text = "street";
    const auto ink = [&](float size) {
        const Image image = drawn(*platform, gui, [&](Ui& ui) {
            text_field(ui, "field", {20, 20, 300, 60}, text, {}, {.size = size});
        });
        int lit = 0;
        for (float x = 24; x < 316; ++x)
            for (float y = 24; y < 76; ++y) lit += difference(pixel(image, x, y), pixel(image, 310, 30)) > 100;
        return lit;
    };
    const int body = ink(em::body);
    CHECK(body > 40);
    CHECK(ink(2) > 2 * body);
}

TEST_CASE("undo in a field whose text was replaced since it was left takes back nothing of the text before") {
    const auto platform = headless({400, 200});
    if (!platform) return;
    Gui gui(*platform, {});
    std::string text;
    const auto draw = [&](Ui& ui) { text_field(ui, "field", {20, 20, 300, 30}, text); };
    EventQueue& events = platform->events();
    gui.settle(draw);
    events.click({100, 35});
    events.type("abcdefgh");
    events.key(Key::backspace);
    events.key(Key::backspace);
    gui.settle(draw, 60);
    REQUIRE(text == "abcdef");
    events.key(Key::escape);
    gui.settle(draw, 60);
    text = "äöü";  // as many bytes, half as many letters
    gui.settle(draw, 60);
    events.click({100, 35});
    for (int i = 0; i < 4; ++i) events.key(Key::z, with_control);
    gui.settle(draw, 60);
    CHECK(text == "äöü");
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

TEST_CASE("a page that is held at its end asks for no more frames, whatever its height is") {
    const auto platform = headless({300, 200});
    if (!platform) return;
    for (const float height : {500.0F, 500.3F, 500.5F, 500.6F, 500.9F}) {
        CAPTURE(height);
        Gui gui(*platform, {});
        float top = 0;
        const auto draw = [&](Ui& ui) {
            const Rect content = begin_scroll(ui, "a page", {0, 0, 200, 100});
            top = content.y;
            end_scroll(ui, content.y + height);
        };
        gui.hold_pages(1);
        gui.settle(draw);
        CHECK_FALSE(gui.needs_frame());
        CHECK(std::abs(top + height - 100) <= 0.5F);  // drawn at whole pixels
    }
}

TEST_SUITE_END();
