#include "app/views/shared/glossary_ties.h"

#include <algorithm>

#include "app/views/shared/view.h"

namespace glassformer {

namespace {

/// Length of an axis of the record's operands, or of the record: what a symbol stands for.
std::optional<double> operand_length(const Trace& trace, const Record& record, Axis axis) {
    const auto along = [&](const Record& of) -> std::optional<double> {
        const int dimension = of.shape.find(axis);
        return dimension < 0 ? std::nullopt : std::optional<double>(of.shape.size(dimension));
    };
    for (const int operand : record.operands)
        if (const auto found = along(trace.record(operand))) return found;
    return along(record);
}

template <Axis axis>
std::optional<double> length_along(const Trace& trace, const Record& record) {
    return operand_length(trace, record, axis);
}

/// Of the queries of the record's attention: a stage of scores has no axis of its own for them.
std::optional<double> width_of_head(const Trace& trace, const Record& record) {
    if (const auto here = operand_length(trace, record, Axis::d_head)) return here;
    const int queries = trace.find(full_name(stage::q, record.site));
    if (queries < 0) return {};
    return operand_length(trace, trace.record(queries), Axis::d_head);
}

std::optional<double> epsilon_of(const Trace&, const Record& record) {
    if (!record.operation) return {};
    for (const Attribute& set : record.operation->attributes())
        if (set.key == "eps" && set.is_number) return set.number;
    return {};
}

constexpr SymbolNumber numbers_of_symbols[] = {
    {"d_ff", length_along<Axis::d_ff>},
    {"d_head", width_of_head},
    {"d_model", length_along<Axis::d_model>},
    {"epsilon ε", epsilon_of},
};

}  // namespace

const Stage* stage_named(std::string_view name) {
    for (const NamedStage& row : named_stages())
        if (row.name == name) return row.stage;
    return nullptr;
}

std::vector<std::string> stage_names() {
    std::vector<std::string> names;
    for (const NamedStage& row : named_stages()) names.emplace_back(row.name);
    return names;
}

std::optional<Command> page_named(std::string_view name) {
    const std::size_t space = std::min(name.find(' '), name.size());
    const std::string_view view = name.substr(0, space);
    if (space == name.size()) {
        const auto rows = view_rows();
        if (std::ranges::find(rows, view, &ViewRow::name) == rows.end()) return {};
        return open_view(view);
    }
    const Command tab = open_tab(view, name.substr(space + 1));
    if (name.ends_with(' ') || first_view_with(tab) != view) return {};
    return tab;
}

std::span<const SymbolNumber> symbol_numbers() { return numbers_of_symbols; }

}  // namespace glassformer
