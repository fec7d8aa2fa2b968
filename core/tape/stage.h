// The stages of a forward pass: named constants. A stage carries its name, symbol and colour; what the interface says
// about it depends on the operation too (stage_text.h), and the numbers are in the records of a trace. Names follow
// docs/formats.md; {l} of a name comes from the site.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/tape/meaning.h"
#include "core/tape/model_part.h"

namespace glassformer {

/// How the values of a stage are to be shown.
enum class Range : std::uint8_t {
    signed_values,  // diverging around 0, symmetric limits
    probability,    // 0 … 1, sequential
    index,          // whole numbers: token ids, labels
};

struct Stage {
    const char* key;     // "scores_raw"
    ModelPart part;      // ModelPart::attention: the name is "<name of the attention>.<key>"
    const char* symbol;  // formula markup: "S"
    const char* label;   // on the timeline, at most some 9 characters: "Scores"
    Meaning meaning;
    Range range = Range::signed_values;
};

enum class Stack : std::uint8_t { only, encoder, decoder };

/// The attention of a block: the only one, or the two of an encoder–decoder.
enum class AttentionKind : std::uint8_t { only, self, cross };

/// As in the names of stages and parameters: "attn", "self_attn", "cross_attn".
constexpr std::string_view name(AttentionKind kind) {
    return kind == AttentionKind::only ? "attn" : kind == AttentionKind::self ? "self_attn" : "cross_attn";
}

/// Position of a stage in the model.
struct Site {
    Stack stack = Stack::only;
    int block = -1;  // counted from 0; -1 outside the blocks
    AttentionKind attention = AttentionKind::only;
    const char* layer = "blocks";  // what `block` counts: "rnn" and "conv" in models of these
    int step = -1;                 // of a recurrent layer, counted from 0; -1 outside the steps
};

/// "blocks.0.attn.scores_raw", "decoder.embed", "logits".
std::string full_name(const Stage& stage, const Site& site);
/// The stage's symbol; "_{t}" in it is the step, counted from 1 as on the screen: "c_{t}" -> "c_{3}" of the third.
std::string symbol(const Stage& stage, const Site& site);
/// Prefix of a parameter's name at this site: "decoder.blocks.1.", "rnn.0.steps.3.".
std::string prefix(const Site& site);

/// A constant of those below, by its own name: "scores_raw".
struct NamedStage {
    std::string_view name;
    const Stage* stage;
};
/// All of them in their order; core/CMakeLists.txt reads them here.
std::span<const NamedStage> named_stages();

namespace stage {
// Inputs: leaves of the record, no stages of the contract.
extern const Stage token_ids, token_types, visible, cross_visible, padding, labels;
// Parameters: one stage for all; symbol and name are the record's own.
extern const Stage parameter;
// In the order in which a forward pass meets them.
extern const Stage embed_tokens, embed_projected, embed_positions, embed_types, embed_joined, embed, embed_norm;
extern const Stage resid_pre, norm1;
extern const Stage q, k, v, q_rot, k_rot, past_k, past_v, all_k, all_v, q_scaled, k_scaled;
extern const Stage relative_positions, relative, q_content, q_position, scores_content, scores_position;
extern const Stage scores_raw, scores_scaled, position_bias, scores_biased, scores_masked, weights, heads, concat, out;
extern const Stage resid_mid, resid_self, resid_cross, norm2, norm3;
extern const Stage mlp_pre, mlp_gate, mlp_act, mlp_out, resid_post;
// Recurrent layers, step by step; the attention between two of them; convolutions.
extern const Stage rnn_input, start_hidden, start_cell, step_input, step_context, step_input_sum, step_recurrent;
extern const Stage input_gate, forget_gate, cell_candidate, output_gate, reset_gate, update_gate, state_candidate;
extern const Stage step_cell, step_hidden, rnn_cell, rnn_hidden;
extern const Stage state_query, state_key, state_value, alignment_scores, alignment_masked, alignment, taken, context,
    joined, mixed, attentional;
extern const Stage conv_pre, conv_act, conv_out;
// A soft look-up table.
extern const Stage lookup_raw, lookup_scaled, lookup_weights, lookup_out;
extern const Stage final_norm, pool_raw, pool_scaled, pool_scores, pool_weights, pooled;
extern const Stage head_dense, head_act, head_norm, head_projected, head_scaled, logits, probs, loss;
}  // namespace stage

}  // namespace glassformer
