// Attention in few numbers: what the layers of a pass attend to on average, through all layers, and what each head
// does, as statistics of its map. They say where weights lie, not what a head is for.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/tape/trace.h"

namespace glassformer {

/// Records of the attention weights [head, query, key] of one stack and one kind, in the order of layers. Without
/// recurrent steps, each of which is a row of its own.
std::vector<int> attention_layers(const Trace& trace, Stack stack, AttentionKind attention);

/// Mean over the heads: [head, query, key] -> [query, key]. Throws Error for another shape.
Tensor mean_over_heads(const ConstView& weights);

/// Attention rollout (Abnar and Zuidema 2020): each layer is (1 - residual) · mean over heads + residual · identity
/// with rows that sum to 1, and the rollout is the product of all layers, the last one first: how much of each row came
/// from which token if layers mixed tokens and did nothing else. [query, key]; with no layer an Error, and for maps
/// that are not square.
Tensor attention_rollout(std::span<const ConstView> layers, double residual = 0.5);

/// One head's map against simple patterns: each the mean, over the rows where the pattern can be seen, of the weight
/// that lies on it. Rows without any weight are left out; NaN where no row is left.
struct HeadStatistics {
    int head = 0;
    double entropy = 0;    // nats, as attention_entropy
    double previous = 0;   // on the token before: rows from 1 on
    double first = 0;      // on the first token: rows from 1 on
    double diagonal = 0;   // on the row's own token
    double duplicate = 0;  // on earlier tokens with the same id, together: rows that have one
    double induction = 0;  // on the tokens behind those (Olsson et al. 2022): the same rows
};

/// Of every head. `tokens`: the ids along the keys; queries are the last of them (all, without a cache of keys). Throws
/// Error for another shape than [head, query, key], or where ids and keys differ in number.
std::vector<HeadStatistics> head_statistics(const ConstView& weights, std::span<const int> tokens);

}  // namespace glassformer
