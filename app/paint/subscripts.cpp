#include "app/paint/subscripts.h"

#include <algorithm>
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

}  // namespace glassformer
