// The parts of a model, each a function that records its stages and returns what it hands on. Shapes without the batch
// axis, which comes first where there is one.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/model/config.h"
#include "core/model/parameters_by_name.h"
#include "core/model/recurrent_cell.h"
#include "core/tape/tape.h"

namespace glassformer {

/// What every part is handed: where to record, what the model is, where it stands.
struct ModelBuilder {
    Tape& tape;
    const ModelConfig& config;
    ParametersByName weights;
    std::unordered_map<std::string, std::string> symbols;  // of the weights, by their names
    int past = 0;  // tokens before the first row, whose keys and values are inputs

    /// The parameter of that full name; Error where it is missing.
    Ref parameter(const std::string& name) const;
    /// Where the block's parameters stand: block 0 for every depth with shared_layers.
    std::string block_prefix(const Site& site) const;
};

/// What attention reads beside its input.
struct AttentionContext {
    Ref mask;     // [query, key]
    Ref padding;  // [batch, key]; empty without a batch axis
    Ref memory;   // the encoder's output, for cross-attention; else empty
    bool bidirectional = false;
    bool sees_later = false;  // some query sees a key behind itself
    bool positional = true;   // positional terms act in self-attention only
};

/// x [pos, d_model] -> [pos, d_model]; records q … out.
Ref attention(const ModelBuilder& parts, const Site& site, Ref x, const AttentionContext& sight);

/// x W_in, activation, W_out; records mlp.*.
Ref mlp(const ModelBuilder& parts, const Site& site, Ref x);

/// x brought to one scale with the parameters name.weight (and .bias); x itself for a model without norms.
Ref norm(const ModelBuilder& parts, const Site& site, const Stage& stage, const std::string& name, Ref x);

/// One block: self-attention [, cross-attention], MLP, each with residual and norm in the configured order.
/// `cross` is null for a block without cross-attention.
Ref block(const ModelBuilder& parts, const Site& site, Ref x, const AttentionContext& self,
          const AttentionContext* cross);

/// Token ids -> token, position and segment rows, added, or side by side and mixed by a learned matrix, and the norm
/// behind it where the config has one. `types`: [pos] rows of the table of segments; empty without token types.
Ref embedding(const ModelBuilder& parts, const Site& site, Ref tokens, Ref types = {});
/// Full name of the table that the tokens of a stack are looked up in.
std::string token_table(const ModelConfig& config, Stack stack);

/// What a step sees of another text before it is computed: the state before -> a context [pos 1, d_hidden].
using StepContext = std::function<Ref(const Site& site, Ref state)>;

/// x [pos, d_in] -> the states of all steps [pos, d_hidden], from `start` on; records input, steps.{t}.*, cell, hidden.
/// With a glance its context enters every step beside the token.
RecurrentState recurrent_layer(const ModelBuilder& parts, const Site& site, Ref x, const RecurrentState& start,
                               const StepContext& glance = {});
/// The state after the last token: [pos 1, d_hidden].
RecurrentState start_from(const ModelBuilder& parts, const Site& site, const RecurrentState& states, Ref padding);
/// Inputs that hold zeros.
RecurrentState start_from_zero(const ModelBuilder& parts, const Site& site, int batch);
/// The decoder's layers, one start a layer, and the attention to source.memory where the config has one -> what the
/// head reads [pos, d_hidden]. Of `source` mask ([query, key]; additive: [query 1, key]), padding and memory are read.
Ref recurrent_decoder(const ModelBuilder& parts, Ref x, const std::vector<RecurrentState>& start,
                      const AttentionContext& source);

/// x [pos, d_model] -> [pos, d_model]; records conv.{l}.*.
Ref convolution_layer(const ModelBuilder& parts, const Site& site, Ref x, Ref padding);

/// What the output matrix reads, and what a model without one ends with: x [pos, width] or [width] with the head's
/// transform, its projection to d_embed and its factor; x itself where the config has none of them. Records head.*.
Ref before_logits(const ModelBuilder& parts, Ref x);

/// x [pos, width] -> one row for the text [width], as the config pools; records pool.* and pooled.
Ref pooled(const ModelBuilder& parts, Ref x, Ref padding);

}  // namespace glassformer
