// Signs that every font has, in place of those that no installed font has: "..." for "…", "->" for "→".
#pragma once

#include <string_view>

namespace glassformer {

/// Empty where there is none.
std::string_view stand_in(char32_t code_point);

}  // namespace glassformer
