// The words and symbols of the field: what each means, and where it is in the open model. Help, palette, search and the
// tooltips of formulas read these rows.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/views/shared/commands.h"
#include "core/tape/trace.h"

namespace glassformer {

struct GlossaryTerm {
    const char* name;                         // "attention weight"
    const char* words;                        // what else it is called or looked for by, separated by ", "
    const char* text;                         // one to three sentences, true for every model
    std::array<const Stage*, 4> stages = {};  // the first of these that the open model has is where it is
    std::optional<Command> page = {};         // without such a stage: the view or tab that shows it
    const char* symbol = "";                  // of formulas, as plain_formula() writes it: "ε", "d_head"
    /// The number that the symbol stands for in a record's formula; empty: a number of its own for each cell, or none.
    std::optional<double> (*value)(const Trace& trace, const Record& record) = nullptr;
};

/// By name.
std::span<const GlossaryTerm> glossary();

/// The record of the first of its stages that the trace has, of the block of `near` (an id, or −1) where that has one;
/// −1 where it has none.
int place_of(const Trace& trace, const GlossaryTerm& term, int near);
/// How well a term answers a query, larger is better; empty: not at all. A name beginning with it comes first.
std::optional<int> term_score(const GlossaryTerm& term, std::string_view query);
/// Names and other words of the terms that are at a stage, separated by ", ".
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
