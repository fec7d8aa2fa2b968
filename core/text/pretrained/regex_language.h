// The regular expressions of tokenizer.json in the language of the library that matches them.
//
// The published tokenizers use Oniguruma with Ruby's syntax: \s, \w and \d are Unicode's, ^ and $ are the borders of
// lines, \p{Han} is the script itself. PCRE2 means other things by some of these, so each is written out.
#pragma once

#include <string>

namespace glassformer {

/// The same expression for PCRE2 (UTF, line ends are U+000A, nothing else set). Supported: literals, escapes, \s \S \w
/// \W \d \D \p{…} \P{…} \b \B \A \z, classes with ranges, groups (?: ) (?i: ) (?= ) (?! ) (?<= ) (?<! ) (?> ), a
/// leading
/// (?i), alternatives, quantifiers, lazy and possessive ones too. Throws Error "SOURCE has the regular expression …,
/// with … , which is not supported" for everything else.
std::string library_regex(const std::string& expression, const std::string& source);

}  // namespace glassformer
