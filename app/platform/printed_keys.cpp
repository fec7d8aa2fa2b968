#include "app/platform/printed_keys.h"

#include <utility>

namespace glassformer {

namespace {

constexpr std::pair<char, Key> signs[] = {
    {'-', Key::minus},        {'=', Key::equal},         {',', Key::comma},       {'.', Key::period},
    {'/', Key::slash},        {';', Key::semicolon},     {'\'', Key::apostrophe}, {'`', Key::grave},
    {'[', Key::left_bracket}, {']', Key::right_bracket}, {'\\', Key::backslash},  {'+', Key::plus},
};

Key key_after(Key first, int by) { return static_cast<Key>(static_cast<int>(first) + by); }

}  // namespace

PrintedKey printed_key(Key place, std::string_view printed, bool control) {
    const bool digit = place >= Key::digit_0 && place <= Key::digit_9;
    if (printed.size() == 1) {
        const char c = printed.front();
        if (c >= 'a' && c <= 'z') return {key_after(Key::a, c - 'a')};
        if (c >= 'A' && c <= 'Z') return {key_after(Key::a, c - 'A')};
        if (c >= '0' && c <= '9') return {key_after(Key::digit_0, c - '0')};
        const Key sign = sign_key(static_cast<unsigned char>(c));
        if (sign != Key::none && (!digit || control)) return {sign, digit};
    }
    return {place, digit};
}

Key sign_key(char32_t character) {
    for (const auto& [sign, key] : signs)
        if (character == static_cast<unsigned char>(sign)) return key;
    return Key::none;
}

bool typed_as_key(Key sign, Key pressed, bool shift, bool third_level) {
    if (sign == Key::none || third_level) return sign != Key::none;
    return shift && sign != pressed && (sign == Key::comma || sign == Key::period);
}

}  // namespace glassformer
