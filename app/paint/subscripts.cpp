#include "app/paint/subscripts.h"

#include <algorithm>
#include <cctype>
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
