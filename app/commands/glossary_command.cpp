// glossary: the terms of the window's glossary as text.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/views/shared/glossary.h"
#include "core/base/error.h"
#include "core/base/nearest_name.h"
#include "core/tape/formula_text.h"

namespace glassformer {

namespace {

constexpr std::size_t most_suggested = 5;

/// "query", "key"
std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", name);
    return text;
}

/// The term of that name, or the first that also goes by it. Throws Error naming those that are near.
const GlossaryTerm& wanted_term(const std::string& name) {
    if (const GlossaryTerm* term = find_term(name)) return *term;
    const std::vector<const GlossaryTerm*> found = terms_for(name);
    for (const GlossaryTerm* term : found)
        if (is_also_called(*term, name)) return *term;
    std::vector<std::string> near, all;
    for (const GlossaryTerm* term : found)
        if (near.size() < most_suggested) near.emplace_back(term->name);
    for (const GlossaryTerm& term : glossary()) all.emplace_back(term.name);
    if (const std::string like = near.empty() ? nearest_name(all, name) : ""; !like.empty()) near.push_back(like);
    if (near.empty()) throw Error(fmt::format(texts::commands::no_term, name));
    throw Error(near.size() == 1 ? fmt::format(texts::commands::no_term_but, name, listed(near))
                                 : fmt::format(texts::commands::no_term_near, name, listed(near)));
}

void print_term(const GlossaryTerm& term) {
    fmt::print(texts::commands::term_head, term.name, term.words, term.text);
    if (term.formula[0] != '\0') fmt::print(texts::commands::term_formula, plain_formula(term.formula));
    if (term.source[0] != '\0') fmt::print(texts::commands::term_source, term.source);
    fmt::print(texts::commands::term_see, term.see);
}

}  // namespace

void add_glossary_command(CLI::App& app) {
    auto* command = app.add_subcommand("glossary", "What a term means, its formula and its source; or all terms");
    auto words = std::make_shared<std::vector<std::string>>();
    command->add_option("TERM", *words, "A term, or another word for it (default: list all terms)");
    give_examples(*command, "  glassformer glossary\n  glassformer glossary residual stream\n");
    command->callback([words] {
        if (words->empty()) {
            for (const GlossaryTerm& term : glossary()) fmt::print("{}\t{}\n", term.name, term.words);
            return;
        }
        std::string name;
        for (const std::string& word : *words) name += (name.empty() ? "" : " ") + word;
        print_term(wanted_term(name));
    });
}

}  // namespace glassformer
