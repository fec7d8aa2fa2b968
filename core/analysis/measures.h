// Numbers that a lecture quotes of one pass: how sharp attention is, how alike the tokens have become, whether a score
// depends on the distance alone, how large gradients are by layer, where the parameters are. What a pass costs stands
// in cost.h, how far apart tokens are in dependency.h, what training takes in train/memory.h.
#pragma once

#include <string>
#include <vector>

#include "core/model/weights.h"
#include "core/tape/trace.h"

namespace glassformer {

/// Mean entropy of a head's rows, in nats, one number a head: [head, query, key] of weights that sum to 1 a row; rows
/// without any weight (a query that sees nothing) are left out. 0: one key takes all; log n: n keys share evenly.
/// Throws Error for another shape.
std::vector<double> attention_entropy(const ConstView& weights);

/// Mean over a head's rows of their largest weight, one number a head: 1 where every token looks at a single one. Rows
/// without any weight are left out. Throws Error for another shape than [head, query, key].
std::vector<double> attention_peak(const ConstView& weights);

/// How far a head's softmax can still be moved: the mean over its rows of the Frobenius norm of ∂softmax/∂scores =
/// diag(p) - p pᵀ, one number a head; 0 where one key takes all. Rows without any weight are left out. Throws Error for
/// another shape than [head, query, key].
std::vector<double> softmax_slope(const ConstView& weights);

/// Variance of a head's scores, one number a head: d_head for queries and keys of independent entries with variance 1,
/// 1 once they are divided by √d_head (Vaswani et al. 2017, note 4). Masked entries (-inf) are left out. Throws Error
/// for another shape than [head, query, key].
std::vector<double> score_variance(const ConstView& scores);

/// Mean cosine of the angles between different rows of [pos, d]: 1 where all tokens say the same (how alike they become
/// with depth: Dong, Cordonnier, Loukas 2021). Rows of zeros are left out. Throws Error for fewer than two rows.
double token_similarity(const ConstView& rows);

/// How far a map [query, key] is from depending on the distance alone: the root mean square of what its entries differ
/// from the mean of their diagonal, over that of what they differ from the mean of all. 0: a Toeplitz matrix. Masked
/// entries (-inf) are left out; a map of one value has spread 0.
double toeplitz_spread(const ConstView& map);

/// Euclidean norms of the rows: of a gradient [pos, d], how much each position is asked to change.
std::vector<double> row_norms(const ConstView& rows);

/// Gradients of one layer after a backward pass, as Euclidean norms.
struct LayerGradient {
    std::string layer;      // "blocks.0", "decoder.rnn.1"
    double output = 0;      // of what the layer hands on: the residual stream behind it
    double parameters = 0;  // of all its parameters together
};
/// In the order of the layers. Throws Error where there are no gradients, or a pass that does not keep them.
std::vector<LayerGradient> gradient_by_layer(const Trace& trace);

/// How much the loss asks each token's row to change, where a layer hands it on.
struct StreamGradient {
    std::string layer;          // "blocks.0"; "embed" for what enters the first one
    int record = -1;            // what the layer hands on
    std::vector<double> norms;  // Euclidean, one a row
};
/// In the order of the pass: embeddings, then layers. Of a recurrent layer the gradient of each step's own hidden
/// state, which holds what later steps ask of it too. Throws Error where there are no gradients.
std::vector<StreamGradient> stream_gradients(const Trace& trace);

/// A group of parameters as lectures count them.
struct ParameterPart {
    std::string name;  // name(ModelPart): "embeddings"
    std::size_t count = 0;
};
/// Groups with at least one parameter, in the order of the enum, of a model that need not exist.
std::vector<ParameterPart> parameters_by_part(const ModelConfig& config);

}  // namespace glassformer
