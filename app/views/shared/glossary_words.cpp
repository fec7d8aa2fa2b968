#include "app/views/shared/glossary_words.h"

#include <algorithm>
#include <cctype>
#include <functional>

#include "core/base/words.h"

namespace glassformer {

namespace {

/// A letter begins at that byte; quotes, dashes and signs of mathematics (U+2000 to U+2FFF) are none.
bool letter_at(std::string_view text, std::size_t at) {
    if (at >= text.size()) return false;
    const auto c = static_cast<unsigned char>(text[at]);
    constexpr unsigned char signs = 0xE2;
    return c < 0x80 ? std::isalnum(c) != 0 || c == '_' : c != signs;
}

bool letter_before(std::string_view text, std::size_t at) {
    while (at > 0 && (static_cast<unsigned char>(text[--at]) & 0xC0U) == 0x80U) {
    }
    return letter_at(text, at);
}

}  // namespace

std::vector<TermInText> terms_in(std::string_view text, std::set<std::string>& known) {
    const std::string lower = lower_case(text);
    static const std::vector<const GlossaryTerm*> longest_first = [] {
        std::vector<const GlossaryTerm*> terms;
        for (const GlossaryTerm& term : glossary())  // "sum" needs no explanation but as a sign
            if (term.stages[0] != nullptr || term.page) terms.push_back(&term);
        std::ranges::stable_sort(terms, std::ranges::greater{},
                                 [](const GlossaryTerm* term) { return std::string_view(term->name).size(); });
        return terms;
    }();
    std::vector<TermInText> found;
    for (const GlossaryTerm* term : longest_first) {
        const std::string name = lower_case(term->name);
        for (std::size_t at = lower.find(name); at != std::string::npos; at = lower.find(name, at + 1)) {
            std::size_t end = at + name.size();
            if (end < lower.size() && lower[end] == 's') ++end;  // several of them
            const bool whole = (at == 0 || !letter_before(lower, at)) && !letter_at(lower, end);
            const bool free = std::ranges::none_of(
                found, [&](const TermInText& other) { return at < other.end && other.begin < end; });
            if (!whole || !free || !known.insert(name).second) continue;
            found.push_back({at, end, term});
        }
    }
    std::ranges::sort(found, {}, &TermInText::begin);
    return found;
}

}  // namespace glassformer
