// Which key is meant by what the user's layout prints on it: the digits above the letters may need Shift there (French,
// Czech), signs may need Shift or AltGr.
#pragma once

#include <string_view>

#include "app/platform/input.h"

namespace glassformer {

struct PrintedKey {
    Key key = Key::none;
    bool takes_shift = false;  // a digit that is meant with and without Shift
};
/// `place`: the letter or digit of a US keyboard in the same place, none elsewhere. `printed`: what the layout prints
/// on the key, typed without Shift, as UTF-8. Where the digits need Shift, a key there is its digit with and without
/// it; its sign is meant with Ctrl. A key that prints no Latin letter, digit or sign is the one in its place.
PrintedKey printed_key(Key place, std::string_view printed, bool control);

/// The key that has this sign on a US keyboard; none for letters, digits and other signs.
Key sign_key(char32_t character);

/// Whether a sign that was typed counts as its key being pressed, too: with AltGr, which presses no other key, and with
/// Shift for the signs that are keys of commands, where `pressed`, the key that was pressed, prints another one.
bool typed_as_key(Key sign, Key pressed, bool shift, bool third_level);

}  // namespace glassformer
