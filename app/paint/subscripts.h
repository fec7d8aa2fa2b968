// Unicode subscripts and superscripts, for plain texts without typeset formulas.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace glassformer {

/// "13" as "₁₃", "pre" as "ₚᵣₑ"; "" where one of the letters has no such form: b, c, capitals …
std::string subscript(std::string_view text);

/// A whole number raised: "-6" as "⁻⁶"; "" where the text is none.
std::string superscript(std::string_view number);

/// −6 of "⁻⁶"; nothing for any other text.
std::optional<int> raised_number(std::string_view text);

/// "c_13" as "c₁₃", where all of a subscript can be written so.
std::string with_subscripts(const std::string& plain);

}  // namespace glassformer
