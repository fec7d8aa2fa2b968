// Terms of the glossary among what the search finds.
#pragma once

#include <string>
#include <vector>

#include "app/sheets/chooser.h"
#include "app/views/shared/glossary.h"

namespace glassformer {

struct TermHit {
    ChooserRow row;
    const GlossaryTerm* term = nullptr;
};

/// Terms whose name or other words have the query, the best first; none for a single letter.
std::vector<TermHit> term_hits(const std::string& query);

}  // namespace glassformer
