// What the glossary's file names and only code has: stages, pages of views, and the numbers that symbols stand for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/commands.h"
#include "core/tape/trace.h"

namespace glassformer {

/// The stage of that name in core/tape/stage.h; null: there is none.
const Stage* stage_named(std::string_view name);
std::vector<std::string> stage_names();

/// "output": opens that view; "output lens": that tab of it. Empty where there is none.
std::optional<Command> page_named(std::string_view name);

/// The number that a term's symbol stands for in a record's formula; empty: the record has none.
struct SymbolNumber {
    std::string_view term;
    std::optional<double> (*number)(const Trace& trace, const Record& record);
};
std::span<const SymbolNumber> symbol_numbers();

}  // namespace glassformer
