#include "app/paint/subscripts.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

namespace glassformer {

std::string subscript(std::string_view text) {
    static constexpr std::pair<char, const char*> forms[] = {
        {'0', "₀"}, {'1', "₁"}, {'2', "₂"}, {'3', "₃"}, {'4', "₄"}, {'5', "₅"}, {'6', "₆"}, {'7', "₇"}, {'8', "₈"},
        {'9', "₉"}, {'a', "ₐ"}, {'e', "ₑ"}, {'h', "ₕ"}, {'i', "ᵢ"}, {'k', "ₖ"}, {'l', "ₗ"}, {'m', "ₘ"}, {'n', "ₙ"},
        {'o', "ₒ"}, {'p', "ₚ"}, {'r', "ᵣ"}, {'s', "ₛ"}, {'t', "ₜ"}, {'u', "ᵤ"}, {'v', "ᵥ"}, {'x', "ₓ"}};
    std::string small;
    for (const char letter : text) {
        const auto* const form = std::ranges::find(forms, letter, &std::pair<char, const char*>::first);
        if (form == std::end(forms)) return {};
        small += form->second;
    }
    return small;
}

namespace {

constexpr std::pair<char, std::string_view> raised_forms[] = {{'0', "⁰"}, {'1', "¹"}, {'2', "²"}, {'3', "³"},
                                                              {'4', "⁴"}, {'5', "⁵"}, {'6', "⁶"}, {'7', "⁷"},
                                                              {'8', "⁸"}, {'9', "⁹"}, {'-', "⁻"}};

}  // namespace

std::string superscript(std::string_view number) {
    std::string raised;
    for (const char letter : number) {
        const auto* const form = std::ranges::find(raised_forms, letter, &std::pair<char, std::string_view>::first);
        if (form == std::end(raised_forms)) return {};
        raised += form->second;
    }
    return raised;
}

std::optional<int> raised_number(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        const auto* const form = std::ranges::find_if(
            raised_forms, [&](const std::pair<char, std::string_view>& one) { return text.starts_with(one.second); });
        if (form == std::end(raised_forms)) return {};
        plain += form->first;
        text.remove_prefix(form->second.size());
    }
    int number = 0;
    const auto read = std::from_chars(plain.data(), plain.data() + plain.size(), number);
    if (read.ec != std::errc{} || read.ptr != plain.data() + plain.size()) return {};
    return number;
}

std::string with_subscripts(const std::string& plain) {
    std::string text;
    for (std::size_t at = 0; at < plain.size();) {
        std::size_t end = at + 1;
        if (plain[at] == '_')
            while (end < plain.size() && std::isalnum(static_cast<unsigned char>(plain[end])) != 0) ++end;
        const std::string small = subscript(std::string_view(plain).substr(at + 1, end - at - 1));
        text += small.empty() ? plain.substr(at, end - at) : small;
        at = end;
    }
    return text;
}

}  // namespace glassformer
