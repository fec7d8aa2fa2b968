// What each part of a model adds to a logit directly (direct logit attribution: Elhage et al. 2021). The residual
// stream is a sum, and with the final norm's μ and σ held as they were in the real run the way from it to a logit is
// linear, so the logit is a sum too: of embedding, positions, every head through its rows of W_O, every MLP, and
// biases. In a post-norm model (Vaswani et al. 2017) norms stand within the stream, and every one is held so: what a
// part added early passes through all that come behind it.
#pragma once

#include <string>
#include <vector>

#include "core/tape/trace.h"

namespace glassformer {

struct Contribution {
    enum class Part : std::uint8_t {
        embedding,
        positions,
        segments,
        head,
        attention_bias,
        mlp,
        mlp_bias,
        norm_bias,
        head_bias
    };
    Part part = Part::embedding;
    int record = -1;      // the stage that it comes from: "blocks.0.attn.out"; the norm or the logits of the last two
    int head = -1;        // of a head
    double logit = 0;     // of the token, or of the first less the second
    double unnormed = 0;  // the same with no norm between: what is added to the stream · the token's column
};

struct Contributions {
    std::vector<Contribution> parts;  // in the order of the pass
    double sum = 0;
    double recorded = 0;  // the logit itself, or the difference of two
};

/// Of the logit of `token` at row `position` of the logits; with `against` of the difference of two logits. A
/// classifier's row is pooled: its weights are held as they were, and parts are summed over the tokens. Throws Error
/// for a token or row that does not exist, and for a model without a residual stream.
Contributions contributions(const Trace& trace, int position, int token, int against = -1);

/// "blocks.1.attn.out head 2", "embed.tokens", "logits bias".
std::string contribution_name(const Trace& trace, const Contribution& part);

}  // namespace glassformer
