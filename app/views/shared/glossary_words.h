// The words of a text that the glossary explains.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/glossary.h"

namespace glassformer {

/// Bytes [begin, end) of a text that name a term of the glossary.
struct TermInText {
    std::size_t begin = 0, end = 0;
    const GlossaryTerm* term = nullptr;
};
/// The terms that a text names, in its order; those in `known`, in lower case, are left out and the others join them.
std::vector<TermInText> terms_in(std::string_view text, std::set<std::string>& known);

}  // namespace glassformer
