// How well a name answers to what was typed: for the palette of commands, the search and the list of models.
#pragma once

#include <optional>
#include <string_view>

namespace glassformer {

/// Larger is better; nothing where a word of the query is not in the text. Each word of the query is looked for by
/// itself: as a whole word, as the beginning of one, anywhere, or as letters in order from a word's first letter on
/// ("smx" in "softmax"). Capitals do not count. An empty query fits everything.
std::optional<int> fuzzy_score(std::string_view query, std::string_view text);

}  // namespace glassformer
