// glossary: the terms of the window's glossary as text, and whether a file of terms is as it should be.
#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "app/commands/commands.h"
#include "app/commands/lesson_checking.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/lessons/check_glossary.h"
#include "app/platform/tell.h"
#include "app/views/shared/glossary.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/nearest_name.h"
#include "core/io/assets.h"
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
    if (!term.formula.empty()) fmt::print(texts::commands::term_formula, plain_formula(term.formula));
    if (!term.source.empty()) fmt::print(texts::commands::term_source, term.source);
    fmt::print(texts::commands::term_see, term.see);
}

/// Says what is wrong with a file of terms; throws Error where something is.
void check_terms(const CommandContext& context, const std::filesystem::path& file) {
    const std::string source = path_text(file);
    const WrittenGlossary written = read_glossary(read_file(file, largest_glossary), source);
    LessonChecking checking(context);
    std::vector<std::string> problems = written.problems;
    for (std::string& problem : check_glossary(written, source, checking.tools()))
        problems.push_back(std::move(problem));
    for (const std::string& problem : problems) tell("{}\n", problem);
    if (problems.size() == 1) throw Error(texts::commands::glossary_wrong_one);
    if (!problems.empty()) throw Error(fmt::format(texts::commands::glossary_wrong, problems.size()));
    fmt::print(texts::commands::glossary_holds, source, written.terms.size());
}

void print_terms(const std::string& name) {
    for (const std::string& problem : glossary_problems()) tell("{}\n", problem);
    if (!name.empty()) return print_term(wanted_term(name));
    for (const GlossaryTerm& term : glossary()) fmt::print("{}\t{}\n", term.name, term.words);
}

}  // namespace

static void add_glossary_command(CLI::App& app, const CommandContext& context) {
    auto* command = app.add_subcommand("glossary", "What a term means, its formula and its source; or all terms");
    struct Options {
        std::vector<std::string> words;
        std::string file;
    };
    auto options = std::make_shared<Options>();
    command->add_option("TERM", options->words, "A term, or another word for it (default: list all terms)");
    const auto* check =
        command
            ->add_option("--check", options->file, "Say what is wrong with a file of terms (default: the built-in one)")
            ->expected(0, 1);
    give_examples(*command,
                  "  glassformer glossary\n  glassformer glossary residual stream\n"
                  "  glassformer glossary --check\n");
    command->callback([context, options, check] {
        if (check->count() > 0)
            return check_terms(context, options->file.empty() ? find_glossary(context.executable_dir)
                                                              : std::filesystem::path(options->file));
        std::string name;
        for (const std::string& word : options->words) name += (name.empty() ? "" : " ") + word;
        print_terms(name);
    });
}

extern const Subcommand glossary_subcommand{.place = 110, .add = add_glossary_command};

}  // namespace glassformer
