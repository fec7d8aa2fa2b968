// Numbers as the window prints them, read back by tests.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "app/paint/subscripts.h"

namespace glassformer::test {

/// "1.0e-4" for every "1.0·10⁻⁴" of a text.
inline std::string typed_powers(std::string text) {
    const std::string ten = "·10";
    for (std::size_t at = 0; (at = text.find(ten, at)) != std::string::npos; ++at) {
        const std::size_t from = at + ten.size();
        for (std::size_t length = std::min<std::size_t>(text.size() - from, 12); length > 0; --length)
            if (const auto power = raised_number(std::string_view(text).substr(from, length))) {
                text.replace(at, ten.size() + length, "e" + std::to_string(*power));
                break;
            }
    }
    return text;
}

}  // namespace glassformer::test
