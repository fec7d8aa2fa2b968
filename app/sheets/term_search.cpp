#include "app/sheets/term_search.h"

#include "app/sheets/texts.h"

namespace glassformer {

namespace {
constexpr int has_the_words = 30;  // least score of a term whose name or other words have the query
}

std::vector<TermHit> term_hits(const std::string& query) {
    std::vector<TermHit> hits;
    if (query.size() < 2) return hits;
    for (const GlossaryTerm* term : terms_for(query)) {
        const int score = term_score(*term, query).value_or(0);
        if (score < has_the_words) break;
        hits.push_back(
            {{.text = term->name, .detail = texts::sheets::explained, .group = texts::sheets::glossary, .score = score},
             term});
    }
    return hits;
}

}  // namespace glassformer
