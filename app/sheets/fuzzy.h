// Fuzzy match of a name with a typed query, for the command palette, the search and the list of models.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace glassformer {

/// Score of a match, larger is better; nothing if a word of the query is not in the text. Each word of the query
/// matches separately: a whole word, the start of one, any substring, or letters in order from a word's first letter on
/// ("smx" in "softmax"). Ignores case. An empty query matches everything.
std::optional<int> fuzzy_score(std::string_view query, std::string_view text);

enum class Match : std::uint8_t { beginning, part };
/// The same where every word of the query begins a word of the text, or is at least a part of one.
std::optional<int> words_score(std::string_view query, std::string_view text, Match least = Match::beginning);
/// Least score of a text in which every word of the query begins a word; and of one that holds each as it is written.
int strong_score(std::string_view query);
int part_score(std::string_view query);

}  // namespace glassformer
