// What a pass costs in floating-point operations and bytes: stage by stage, by part of the model, and against the
// length of the text. Counted from recorded operations, never from a formula for a whole model, so that every option of
// the config counts. The experiments show them (core/experiments/cost_curves.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/config.h"
#include "core/tape/trace.h"

namespace glassformer {

/// Of all stages of a trace together.
Cost total_cost(const Trace& trace);

/// The part of a model that a stage belongs to: "embeddings", "projections" (attention's matrices), "pairs" (all that
/// has one number a query and key, and the sum over the keys), "mlp", "norms", "residual", "recurrent", "convolution",
/// "lookup", "head" (logits, probabilities, loss).
std::string_view part_of(const Trace& trace, int stage);

struct PartCost {
    std::string part;
    Cost cost;
};
/// Parts with at least one stage, in the order above.
std::vector<PartCost> cost_by_part(const Trace& trace);

/// What of attention is meant: all of it, or the pairs alone.
enum class AttentionCost { whole, pairs };
/// The shortest text, in tokens, for which attention takes at least as many operations as the MLP does; 0 where there
/// is none up to `longest`. Found by recording passes of one text at several lengths.
int attention_crossover(const ModelConfig& config, AttentionCost of, int longest = 1 << 20);

/// The matrices with one number a query and key: scores in all their stages, biases, weights.
struct PairMemory {
    int matrices = 0;  // stages, each of all heads and texts
    double bytes = 0;  // of all of them
};
PairMemory pair_memory(const Trace& trace);

}  // namespace glassformer
