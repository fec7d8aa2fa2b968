// Keys by what is printed on them: layouts of several countries, as X11 tells of their keys.
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>

#include "app/platform/event_queue.h"
#include "app/platform/printed_keys.h"

using namespace glassformer;

namespace {

struct Layout {
    const char* name;
    std::array<const char*, 10> digits;  // what the keys from 1 to 0 print without Shift
    const char *y, *z;                   // … and the keys that have these letters on a US keyboard
};
constexpr Layout layouts[] = {
    {"us", {"1", "2", "3", "4", "5", "6", "7", "8", "9", "0"}, "y", "z"},
    {"fr", {"&", "é", "\"", "'", "(", "-", "è", "_", "ç", "à"}, "y", "w"},
    {"de", {"1", "2", "3", "4", "5", "6", "7", "8", "9", "0"}, "z", "y"},
    {"cz", {"+", "ě", "š", "č", "ř", "ž", "ý", "á", "í", "é"}, "z", "y"},
    {"cz qwerty", {"+", "ě", "š", "č", "ř", "ž", "ý", "á", "í", "é"}, "y", "z"},
    {"es", {"1", "2", "3", "4", "5", "6", "7", "8", "9", "0"}, "y", "z"},
    {"ru", {"1", "2", "3", "4", "5", "6", "7", "8", "9", "0"}, "н", "я"},
    {"gr", {"1", "2", "3", "4", "5", "6", "7", "8", "9", "0"}, "υ", "ζ"},
};

/// What a window does when a key is pressed: its event.
KeyPress pressed(Key place, const char* printed, Modifiers held) {
    const PrintedKey meant = printed_key(place, printed, held.control);
    if (meant.takes_shift) held.shift = false;
    EventQueue queue;
    queue.push(KeyDown{meant.key, held});
    const Input& input = queue.next_frame(false, 0);
    return input.keys.empty() ? KeyPress{} : input.keys.front();
}

bool shifted_digits(const Layout& layout) { return layout.digits[0][0] < '0' || layout.digits[0][0] > '9'; }

}  // namespace

TEST_SUITE_BEGIN("printed keys");

TEST_CASE("the keys above the letters are the digits in every layout, typed with Shift where digits need it") {
    for (const Layout& layout : layouts) {
        CAPTURE(layout.name);
        for (int digit = 1; digit <= 10; ++digit) {
            const Key wanted = static_cast<Key>(static_cast<int>(Key::digit_0) + digit % 10);
            const char* const printed = layout.digits[static_cast<std::size_t>(digit - 1)];
            CAPTURE(printed);
            const KeyPress plain = pressed(wanted, printed, {}), shifted = pressed(wanted, printed, with_shift);
            CHECK(plain.key == wanted);
            CHECK(plain.modifiers == no_modifiers);
            CHECK(shifted.key == wanted);
            if (shifted_digits(layout)) CHECK(shifted.modifiers == no_modifiers);
        }
    }
    // With Ctrl the sign is meant that is printed: Ctrl and + for larger text.
    CHECK(pressed(Key::digit_1, "+", with_control).key == Key::plus);
    CHECK(pressed(Key::digit_6, "-", with_control).key == Key::minus);
    CHECK(pressed(Key::digit_2, "ě", with_control).key == Key::digit_2);
}

TEST_CASE("letters are those that are printed, in layouts without Latin letters those of the same place") {
    const auto letter = [](Key place, const char* printed) { return printed_key(place, printed, true).key; };
    for (const Layout& layout : layouts) {
        CAPTURE(layout.name);
        const std::string y = layout.y, z = layout.z;
        const Key wanted_y = y == "z" ? Key::z : Key::y;
        CHECK(letter(Key::y, layout.y) == wanted_y);
        const Key wanted_z = z == "y" ? Key::y : z == "w" ? Key::w : Key::z;
        CHECK(letter(Key::z, layout.z) == wanted_z);
    }
    CHECK(letter(Key::w, "z") == Key::z);  // Ctrl+Z on a French keyboard
    CHECK(letter(Key::q, ";") == Key::semicolon);
    CHECK(letter(Key::none, "ß") == Key::none);
    CHECK(letter(Key::none, "ü") == Key::none);
    CHECK(letter(Key::none, "-") == Key::minus);
}

TEST_CASE("a sign that is typed with AltGr is its key, and so are comma and period with Shift") {
    CHECK(sign_key(U'[') == Key::left_bracket);
    CHECK(sign_key(U'{') == Key::none);
    CHECK(typed_as_key(sign_key(U'['), Key::none, false, true));
    CHECK_FALSE(typed_as_key(sign_key(U'{'), Key::none, false, true));
    CHECK(typed_as_key(Key::period, Key::semicolon, true, false));      // French
    CHECK(typed_as_key(Key::comma, Key::period, true, false));          // Russian
    CHECK_FALSE(typed_as_key(Key::period, Key::period, false, false));  // pressed as a key already
    CHECK_FALSE(typed_as_key(Key::comma, Key::period, false, false));   // the German keypad
    CHECK_FALSE(typed_as_key(Key::plus, Key::equal, true, false));
}

TEST_SUITE_END();
