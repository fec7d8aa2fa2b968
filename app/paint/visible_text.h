// Visible forms of spaces and of characters without a picture, for tokens that consist of them.
#pragma once

#include <string>

namespace glassformer {

/// A token's text with ↵ for the end of a line, ␣ for a space that it begins with, "U+1F600" for a character without a
/// picture in the window's fonts (emoji, joiners, controls) and "<0xEA>" for a byte that is a part of a character; ∅
/// for an empty one. Where it is written from right to left, isolated() from the words around it.
std::string visible_text(const std::string& token);

/// "U+4E2D"
std::string code_point_text(char32_t c);

}  // namespace glassformer
