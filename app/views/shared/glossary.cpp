#include "app/views/shared/glossary.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/views/shared/glossary_ties.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/words.h"
#include "core/io/assets.h"
#include "core/lesson/read_glossary.h"
#include "core/tape/formula_text.h"

namespace glassformer {

namespace {

bool begins_word(const std::string& text, std::size_t at) {
    return at == 0 || text[at - 1] == ' ' || text[at - 1] == '-' || text[at - 1] == '(';
}

/// The query stands in the text at the beginning of a word: 1, and 2 where the whole text begins with it, 3 where it is
/// the text; 0 elsewhere.
int found_in(const std::string& query, const std::string& text) {
    if (text == query) return 3;
    int best = 0;
    for (std::size_t at = text.find(query); at != std::string::npos; at = text.find(query, at + 1))
        if (begins_word(text, at)) best = std::max(best, at == 0 ? 2 : 1);
    return best;
}

/// The symbol without its scripts: "W" of "W^Q".
std::string_view letter_of(std::string_view plain) {
    return plain.substr(0, std::min(plain.find('^'), plain.find('_')));
}

const GlossaryTerm* term_of_symbol(std::string_view plain) {
    for (const std::string_view wanted : {plain, letter_of(plain)})
        for (const GlossaryTerm& term : glossary())
            if (wanted == term.symbol && !wanted.empty()) return &term;
    return nullptr;
}

std::array<const Stage*, 4> stages_in(std::string_view listed) {
    std::array<const Stage*, 4> stages{};
    std::size_t count = 0;
    for (const std::string& name : listed_names(listed))
        if (const Stage* stage = stage_named(name); stage != nullptr && count < stages.size()) stages[count++] = stage;
    return stages;
}

GlossaryTerm term_of(const WrittenTerm& written) {
    GlossaryTerm term{.name = written.name,
                      .words = written.value("also"),
                      .text = written.text,
                      .stages = stages_in(written.value("stages")),
                      .page = page_named(written.value("page")),
                      .symbol = written.value("symbol"),
                      .formula = written.formula,
                      .source = written.value("source"),
                      .see = written.value("see"),
                      .counted = written.value("number says"),
                      .number = written.value("number"),
                      .number_at = stages_in(written.value("number at"))};
    const auto numbers = symbol_numbers();
    const auto of_symbol = std::ranges::find(numbers, written.name, &SymbolNumber::term);
    if (of_symbol != numbers.end()) term.value = of_symbol->number;
    for (const SceneLine& line : written.scene)
        term.example += (term.example.empty() ? "" : "\n") + line.key + ": " + line.value;
    return term;
}

struct ReadTerms {
    std::vector<GlossaryTerm> terms;
    std::vector<std::string> problems;
};

std::filesystem::path& program_folder() {
    static std::filesystem::path folder;
    return folder;
}

const ReadTerms& read_terms() {
    static const ReadTerms all = [] {
        ReadTerms read;
        try {
            const std::filesystem::path file = find_glossary(program_folder());
            WrittenGlossary written = read_glossary(read_file(file, largest_glossary), path_text(file));
            for (const WrittenTerm& term : written.terms) read.terms.push_back(term_of(term));
            read.problems = std::move(written.problems);
        } catch (const Error& error) {
            read.problems.emplace_back(error.what());
        }
        std::ranges::sort(read.terms, {}, [](const GlossaryTerm& term) { return lower_case(term.name); });
        return read;
    }();
    return all;
}

}  // namespace

void look_for_glossary_beside(const std::filesystem::path& executable_dir) { program_folder() = executable_dir; }

std::span<const GlossaryTerm> glossary() { return read_terms().terms; }

std::span<const std::string> glossary_problems() { return read_terms().problems; }

const GlossaryTerm* find_term(std::string_view name) {
    const std::string wanted = lower_case(name);
    for (const GlossaryTerm& term : glossary())
        if (lower_case(term.name) == wanted) return &term;
    return nullptr;
}

std::vector<const GlossaryTerm*> terms_for(std::string_view query) {
    std::vector<std::pair<int, const GlossaryTerm*>> found;
    for (const GlossaryTerm& term : glossary())
        if (const auto score = query.empty() ? std::optional(0) : term_score(term, query))
            found.emplace_back(*score, &term);
    std::ranges::stable_sort(found, std::ranges::greater{}, [](const auto& pair) { return pair.first; });
    std::vector<const GlossaryTerm*> terms;
    terms.reserve(found.size());
    for (const auto& [score, term] : found) terms.push_back(term);
    return terms;
}

std::vector<const GlossaryTerm*> see_also(const GlossaryTerm& term) {
    std::vector<const GlossaryTerm*> terms;
    for (const std::string& name : listed_names(term.see))
        if (const GlossaryTerm* other = find_term(name)) terms.push_back(other);
    return terms;
}

std::string example_value(const GlossaryTerm& term, std::string_view key) {
    for (const std::string& line : split_lines(term.example))
        if (line.starts_with(key) && line.substr(key.size()).starts_with(": ")) return line.substr(key.size() + 2);
    return {};
}

namespace {

int first_of(const Trace& trace, const GlossaryTerm& term, std::span<const Stage* const> stages, int near) {
    const Site* site = near < 0 ? nullptr : &trace.record(near).site;
    for (const Stage* stage : stages) {
        if (stage == nullptr) break;
        int first = -1;
        for (const Record& record : trace.records()) {
            if (record.stage != stage) continue;
            // Of the parameters, a bias is one that is written b.
            const bool bias = term.symbol == std::string_view("b");
            if (bias && letter_of(plain_formula(record.symbol)) != term.symbol) continue;
            if (first < 0) first = record.id;
            if (site != nullptr && record.site.block == site->block && record.site.stack == site->stack)
                return record.id;
        }
        if (first >= 0) return first;
    }
    return -1;
}

}  // namespace

int place_of(const Trace& trace, const GlossaryTerm& term, int near) {
    return first_of(trace, term, term.stages, near);
}

int number_place(const Trace& trace, const GlossaryTerm& term, int near) {
    return first_of(trace, term, term.number_at[0] == nullptr ? term.stages : term.number_at, near);
}

std::optional<int> term_score(const GlossaryTerm& term, std::string_view query) {
    const std::string wanted = lower_case(query);
    const int name = found_in(wanted, lower_case(term.name));
    if (name > 0) return 100 * name;
    int best = 0;
    for (const std::string& word : listed_names(lower_case(term.words))) best = std::max(best, found_in(wanted, word));
    if (best > 0) return 30 * best;
    if (found_in(wanted, lower_case(term.text)) > 0) return 10;
    return {};
}

bool is_also_called(const GlossaryTerm& term, std::string_view name) {
    const std::vector<std::string> words = listed_names(lower_case(term.words));
    return std::ranges::find(words, lower_case(name)) != words.end();
}

std::string words_of(const Stage& stage) {
    std::string words;
    const auto add = [&](const std::string& word) { words += (words.empty() ? "" : ", ") + word; };
    for (const GlossaryTerm& term : glossary()) {
        if (std::ranges::find(term.stages, &stage) == term.stages.end()) continue;
        add(term.name);
        for (const std::string& word : listed_names(term.words))  // by its symbol a matrix is looked for
            if (!word.starts_with("W^") && !word.starts_with("W_")) add(word);
    }
    return words;
}

bool is_named(const Stage& stage, std::string_view name) {
    const std::string wanted = lower_case(name);
    return std::ranges::any_of(glossary(), [&](const GlossaryTerm& term) {
        return term.stages[0] == &stage && lower_case(term.name) == wanted;
    });
}

std::optional<SymbolMeaning> meaning_of(const Trace& trace, int id, std::string_view plain) {
    const Record& record = trace.record(id);
    const GlossaryTerm* term = term_of_symbol(plain);
    std::vector<int> tensors = record.operands;
    tensors.push_back(id);
    for (const int tensor : tensors) {
        const Record& of = trace.record(tensor);
        if (plain_formula(of.symbol) != plain) continue;
        SymbolMeaning found{.record = tensor, .term = of.kind == Record::Kind::parameter ? term : nullptr, .value = {}};
        if (of.shape.count() == 1 && of.value != nullptr && of.value_kept)
            found.value = static_cast<double>(of.entries(0, 1)[0]);
        return found;
    }
    if (term == nullptr) return {};
    return SymbolMeaning{
        .record = -1, .term = term, .value = term->value == nullptr ? std::nullopt : term->value(trace, record)};
}

}  // namespace glassformer
