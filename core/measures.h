// Numbers that a lecture quotes of one pass: how sharp attention is, how alike the tokens have become, whether a score
// depends on the distance alone, what a pass costs, where the parameters are.
#pragma once

#include <string>
#include <vector>

#include "core/model/weights.h"
#include "core/trace.h"

namespace glassformer {

/// Mean entropy of a head's rows, in nats, one number a head: [head, query, key] of weights that sum to 1 a row; rows
/// without any weight (a query that sees nothing) are left out. 0: one key takes all; log n: n keys share evenly.
/// Throws Error for another shape.
std::vector<double> attention_entropy(const ConstView& weights);

/// Mean cosine of the angles between different rows of [pos, d]: 1 where all tokens say the same (how alike they become
/// with depth: Dong, Cordonnier, Loukas 2021). Rows of zeros are left out. Throws Error for fewer than two rows.
double token_similarity(const ConstView& rows);

/// How far a map [query, key] is from depending on the distance alone: the root mean square of what its entries differ
/// from the mean of their diagonal, over that of what they differ from the mean of all. 0: a Toeplitz matrix. Masked
/// entries (-inf) are left out; a map of one value has spread 0.
double toeplitz_spread(const ConstView& map);

/// Euclidean norms of the rows: of a gradient [pos, d], how much each position is asked to change.
std::vector<double> row_norms(const ConstView& rows);

/// A group of parameters as lectures count them: "embeddings", "attention", "mlp", "norms", "head", "lookup",
/// "recurrent", "convolution".
struct ParameterPart {
    std::string name;
    std::size_t count = 0;
};
/// Groups with at least one parameter, in the order above.
std::vector<ParameterPart> parameters_by_part(const Weights& weights);

/// Of all stages of a trace together.
Cost total_cost(const Trace& trace);

}  // namespace glassformer
