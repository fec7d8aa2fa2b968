// The event queue: what a person did in a burst reaches the program in the order and in the frames it needs.
#include <doctest/doctest.h>

#include "app/platform/event_queue.h"

using namespace glassformer;

TEST_SUITE_BEGIN("events");

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
    queue.push(KeyDown{Key::s, with_control});
    queue.push(KeyUp{Key::control, no_modifiers});
    queue.push(KeyUp{Key::s, no_modifiers});
    const Input together = queue.next_frame(true, 0);
    CHECK(together.pressed(Key::s, with_control));
    CHECK(together.modifiers.control);
    CHECK_FALSE(queue.next_frame(true, 0).modifiers.control);
    // What a text field does with Ctrl is no shortcut there.
    while (!queue.empty()) queue.next_frame(false, 0);
    queue.key(Key::c, with_control);
    CHECK_FALSE(queue.next_frame(true, 0).pressed(Key::c, with_control));
    while (!queue.empty()) queue.next_frame(false, 0);
    queue.key(Key::c, with_control);
    CHECK(queue.next_frame(false, 0).pressed(Key::c, with_control));
    CHECK(text(Key::z, with_control_shift) == "Ctrl+Shift+Z");
    CHECK(text(Key::plus) == "+");
    CHECK(text(Key::menu) == "Menu");
    CHECK(text(Key::digit_7) == "7");
}

TEST_SUITE_END();
