// Unicode subscripts, for plain texts without typeset formulas.
#pragma once

#include <string>
#include <string_view>

namespace glassformer {

/// "13" as "₁₃", "pre" as "ₚᵣₑ"; "" where one of the letters has no such form: b, c, capitals …
std::string subscript(std::string_view text);

/// "c_13" as "c₁₃", where all of a subscript can be written so.
std::string with_subscripts(const std::string& plain);

}  // namespace glassformer
