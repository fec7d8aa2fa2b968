#include "app/views/shared/glossary_ties.h"

#include <algorithm>

#include "app/views/shared/view.h"

namespace glassformer {

namespace {

// Of each constant of core/tape/stage.h.
struct NamedStage {
    std::string_view name;  // the constant's
    const Stage* stage;
};
// clang-format off
constexpr NamedStage named_stages[] = {
    {"token_ids", &stage::token_ids}, {"token_types", &stage::token_types}, {"visible", &stage::visible},
    {"cross_visible", &stage::cross_visible}, {"padding", &stage::padding}, {"labels", &stage::labels},
    {"parameter", &stage::parameter}, {"embed_tokens", &stage::embed_tokens},
    {"embed_projected", &stage::embed_projected}, {"embed_positions", &stage::embed_positions},
    {"embed_types", &stage::embed_types}, {"embed_joined", &stage::embed_joined}, {"embed", &stage::embed},
    {"embed_norm", &stage::embed_norm}, {"resid_pre", &stage::resid_pre}, {"norm1", &stage::norm1}, {"q", &stage::q},
    {"k", &stage::k}, {"v", &stage::v}, {"q_rot", &stage::q_rot}, {"k_rot", &stage::k_rot}, {"past_k", &stage::past_k},
    {"past_v", &stage::past_v}, {"all_k", &stage::all_k}, {"all_v", &stage::all_v}, {"q_scaled", &stage::q_scaled},
    {"k_scaled", &stage::k_scaled}, {"relative_positions", &stage::relative_positions}, {"relative", &stage::relative},
    {"q_content", &stage::q_content}, {"q_position", &stage::q_position}, {"scores_content", &stage::scores_content},
    {"scores_position", &stage::scores_position}, {"scores_raw", &stage::scores_raw},
    {"scores_scaled", &stage::scores_scaled}, {"position_bias", &stage::position_bias},
    {"scores_biased", &stage::scores_biased}, {"scores_masked", &stage::scores_masked}, {"weights", &stage::weights},
    {"heads", &stage::heads}, {"concat", &stage::concat}, {"out", &stage::out}, {"resid_mid", &stage::resid_mid},
    {"resid_self", &stage::resid_self}, {"resid_cross", &stage::resid_cross}, {"norm2", &stage::norm2},
    {"norm3", &stage::norm3}, {"mlp_pre", &stage::mlp_pre}, {"mlp_gate", &stage::mlp_gate},
    {"mlp_act", &stage::mlp_act}, {"mlp_out", &stage::mlp_out}, {"resid_post", &stage::resid_post},
    {"rnn_input", &stage::rnn_input}, {"start_hidden", &stage::start_hidden}, {"start_cell", &stage::start_cell},
    {"step_input", &stage::step_input}, {"step_context", &stage::step_context},
    {"step_input_sum", &stage::step_input_sum}, {"step_recurrent", &stage::step_recurrent},
    {"input_gate", &stage::input_gate}, {"forget_gate", &stage::forget_gate},
    {"cell_candidate", &stage::cell_candidate}, {"output_gate", &stage::output_gate},
    {"reset_gate", &stage::reset_gate}, {"update_gate", &stage::update_gate},
    {"state_candidate", &stage::state_candidate}, {"step_cell", &stage::step_cell},
    {"step_hidden", &stage::step_hidden}, {"rnn_cell", &stage::rnn_cell}, {"rnn_hidden", &stage::rnn_hidden},
    {"state_query", &stage::state_query}, {"state_key", &stage::state_key}, {"state_value", &stage::state_value},
    {"alignment_scores", &stage::alignment_scores}, {"alignment_masked", &stage::alignment_masked},
    {"alignment", &stage::alignment}, {"taken", &stage::taken}, {"context", &stage::context},
    {"joined", &stage::joined}, {"mixed", &stage::mixed}, {"attentional", &stage::attentional},
    {"conv_pre", &stage::conv_pre}, {"conv_act", &stage::conv_act}, {"conv_out", &stage::conv_out},
    {"lookup_raw", &stage::lookup_raw}, {"lookup_scaled", &stage::lookup_scaled},
    {"lookup_weights", &stage::lookup_weights}, {"lookup_out", &stage::lookup_out}, {"final_norm", &stage::final_norm},
    {"pool_raw", &stage::pool_raw}, {"pool_scaled", &stage::pool_scaled}, {"pool_scores", &stage::pool_scores},
    {"pool_weights", &stage::pool_weights}, {"pooled", &stage::pooled}, {"head_dense", &stage::head_dense},
    {"head_act", &stage::head_act}, {"head_norm", &stage::head_norm}, {"head_projected", &stage::head_projected},
    {"head_scaled", &stage::head_scaled}, {"logits", &stage::logits}, {"probs", &stage::probs}, {"loss", &stage::loss},
};
// clang-format on

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
    for (const NamedStage& row : named_stages)
        if (row.name == name) return row.stage;
    return nullptr;
}

std::vector<std::string> stage_names() {
    std::vector<std::string> names;
    for (const NamedStage& row : named_stages) names.emplace_back(row.name);
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
