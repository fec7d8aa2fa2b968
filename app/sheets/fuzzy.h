// Fuzzy match of a name with a typed query, for the command palette, the search and the list of models.
#pragma once

#include <optional>
#include <string_view>

namespace glassformer {

/// Score of a match, larger is better; nothing if a word of the query is not in the text. Each word of the query
/// matches separately: a whole word, the start of one, any substring, or letters in order from a word's first letter on
/// ("smx" in "softmax"). Ignores case. An empty query matches everything.
std::optional<int> fuzzy_score(std::string_view query, std::string_view text);

}  // namespace glassformer
