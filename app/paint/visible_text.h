// Visible forms of spaces, for tokens that consist of them.
#pragma once

#include <string>

namespace glassformer {

/// A token's text with ↵ for the end of a line and ␣ for a space that it begins with; ∅ for an empty one.
std::string visible_text(const std::string& token);

}  // namespace glassformer
