// The glossary's file (docs/formats.md): terms as they are written. What their formulas, stages and scenes mean is not
// looked at here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/lesson.h"

namespace glassformer {

inline constexpr std::size_t largest_glossary = std::size_t{1} << 18U;  // bytes
inline constexpr std::size_t longest_glossary_line = 4096;              // bytes
inline constexpr std::size_t most_terms = 500;

struct WrittenTerm {
    std::string name;
    std::string text = {};              // its meaning
    std::string formula = {};           // markup; "": none
    std::vector<SceneLine> keys = {};   // of its block “term”, each once
    std::vector<SceneLine> scene = {};  // of its block “scene”
    LessonPlace place = {}, formula_place = {};

    /// Null where it has no such key.
    const SceneLine* line(std::string_view key) const;
    /// "" where it has no such key.
    std::string value(std::string_view key) const;
};

struct WrittenGlossary {
    std::vector<WrittenTerm> terms;     // in the file's order, each name once, each with a meaning
    std::vector<std::string> problems;  // "SOURCE:LINE:COLUMN: …": how something is written, and is left out
};

/// `source` opens messages. Throws nothing but std::bad_alloc: a text that is no Markdown has a problem and no terms.
WrittenGlossary read_glossary(std::string_view text, const std::string& source);

/// The names of "query, key, value".
std::vector<std::string> listed_names(std::string_view text);

}  // namespace glassformer
