// The words and symbols of the field: what each means, its formula and who wrote it down, where it is in the open
// model, an example that opens, and what number it is in the open run. Help, palette, search, the tooltips of formulas
// and `glassformer glossary` read these terms, which are written in assets/glossary.md (docs/formats.md).
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/commands.h"
#include "core/tape/trace.h"

namespace glassformer {

struct GlossaryTerm {
    std::string name;                         // "attention weight"
    std::string words;                        // what else it is called or looked for by, separated by ", "
    std::string text;                         // one to three sentences, true for every model
    std::array<const Stage*, 4> stages = {};  // the first of these that the open model has is where it is
    std::optional<Command> page = {};         // without such a stage: the view or tab that shows it
    std::string symbol = {};                  // of formulas, as plain_formula() writes it: "ε", "d_head"
    /// The number that the symbol stands for in a record's formula; empty: a number of its own for each cell, or none.
    std::optional<double> (*value)(const Trace& trace, const Record& record) = nullptr;
    std::string formula = {};  // markup (docs/formula-markup.md), as the field writes it; "": none
    std::string source = {};   // "Su et al., RoFormer, 2021": who gave the formula, or the idea
    std::string see = {};      // names of other terms, separated by ", "
    std::string example = {};  // what shows it: lines of a scene (docs/lessons.md)
    /// The term as a number of the open run: what it is in words, and an expression (docs/lessons.md) in which {here}
    /// is the stage where it is, {row} the selected row of that stage and {input} the same row of what it reads,
    /// {parameters} and {stages} what the model and the run count; "": it is no number.
    std::string counted = {};
    std::string number = {};
    std::array<const Stage*, 4> number_at = {};  // the stages whose number it is, where these are others
};

/// Where the program is, among whose assets the glossary is looked for (core/io/assets.h); call before glossary().
/// Without it, those of the source tree.
void look_for_glossary_beside(const std::filesystem::path& executable_dir);
/// By name; read at the first call. Without the file, and of what is written wrong in it, nothing.
std::span<const GlossaryTerm> glossary();
/// Why the file could not be read, or terms of it: "FILE:LINE:COLUMN: …".
std::span<const std::string> glossary_problems();
/// The term of that name, however its letters are written; null: there is none.
const GlossaryTerm* find_term(std::string_view name);
/// Terms that answer a query, the best first; all by name without one.
std::vector<const GlossaryTerm*> terms_for(std::string_view query);
std::vector<const GlossaryTerm*> see_also(const GlossaryTerm& term);
/// What the term's example says of a key of its scene: "coreference-full" of "model"; "" where it says nothing.
std::string example_value(const GlossaryTerm& term, std::string_view key);

/// The record of the first of its stages that the trace has, of the block of `near` (an id, or −1) where that has one;
/// −1 where it has none.
int place_of(const Trace& trace, const GlossaryTerm& term, int near);
/// The same of the stages whose number the term is.
int number_place(const Trace& trace, const GlossaryTerm& term, int near);
/// How well a term answers a query, larger is better; empty: not at all. A name beginning with it comes first.
std::optional<int> term_score(const GlossaryTerm& term, std::string_view query);
/// One of its other words is this one.
bool is_also_called(const GlossaryTerm& term, std::string_view name);
/// Names and other words of the terms that are at a stage, separated by ", "; without symbols of matrices.
std::string words_of(const Stage& stage);
/// The term of that name whose first stage this is.
bool is_named(const Stage& stage, std::string_view name);

/// What a symbol of a record's formula stands for.
struct SymbolMeaning {
    int record = -1;                     // the tensor; −1 for a symbol that is none
    const GlossaryTerm* term = nullptr;  // null for a tensor without a row of its own
    std::optional<double> value;         // of a scalar
};
/// `plain`: the symbol as plain_formula() writes it, with its scripts or without. Empty where nothing is known of it.
std::optional<SymbolMeaning> meaning_of(const Trace& trace, int record, std::string_view plain);

}  // namespace glassformer
