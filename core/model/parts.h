// The parts of a model, each a function that records its stages and returns what it hands on. Shapes without the batch
// axis, which comes first where there is one.
#pragma once

#include <string>

#include "core/model/config.h"
#include "core/model/weights.h"
#include "core/tape.h"

namespace glassformer {

/// What every part is handed: where to record, what the model is, where it stands.
struct Parts {
    Tape& tape;
    const ModelConfig& config;
    const Weights& weights;

    /// The parameter of that full name; Error where it is missing.
    Ref parameter(const std::string& name) const;
    /// Where the block's parameters stand: block 0 for every depth with shared_layers.
    std::string block_prefix(const Site& site) const;
};

/// What attention reads beside its input.
struct Sight {
    Ref mask;     // [query, key]
    Ref padding;  // [batch, key]; empty without a batch axis
    Ref memory;   // the encoder's output, for cross-attention; else empty
    bool bidirectional = false;
    bool positional = true;  // positional terms act in self-attention only
};

/// x [pos, d_model] -> [pos, d_model]; records q … out.
Ref attention(const Parts& parts, const Site& site, Ref x, const Sight& sight);

/// x W_in, activation, W_out; records mlp.*.
Ref mlp(const Parts& parts, const Site& site, Ref x);

/// x brought to one scale with the parameters name.weight (and .bias); x itself for a model without norms.
Ref norm(const Parts& parts, const Site& site, const Stage& stage, const std::string& name, Ref x);

/// One block: self-attention [, cross-attention], MLP, each with residual and norm in the configured order.
/// `cross` is null for a block without cross-attention.
Ref block(const Parts& parts, const Site& site, Ref x, const Sight& self, const Sight* cross);

/// Token ids -> the sum of token and position rows.
Ref embedding(const Parts& parts, const Site& site, Ref tokens);

}  // namespace glassformer
