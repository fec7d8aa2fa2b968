// What depth does to an untrained model: how alike its tokens become, how near their matrix is to rank one, how long
// their vectors grow, and which gradient reaches each block.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/config.h"
#include "core/tensor/tensor.h"

namespace glassformer {

/// Untrained encoders on random tokens: Xavier's matrices (Glorot and Bengio 2010), embeddings N(0, 1), no positions,
/// two heads, MLPs four times as wide as the stream.
struct DeepStack {
    int layers = 12;
    int d_model = 32;
    int tokens = 12;
    std::string activation = "gelu";  // a name of the table of activations
    std::uint64_t seed = 0;
    bool operator==(const DeepStack&) const = default;
};

/// Stacks whose tokens are compared, without norms: what every block consists of.
enum class StackKind : std::uint8_t { attention, with_mlp, with_residual, with_both };
inline constexpr int stack_kinds = 4;

struct StreamDepth {
    /// One number a depth: of the embeddings, then behind each block.
    std::vector<double> similarity;  // mean cosine of two tokens' vectors: token_similarity()
    std::vector<double> residual;    // rank_one_residual()
    std::vector<double> norm;        // mean Euclidean norm of a token's vector
    /// Share of the MLP's hidden units that are 0 for all tokens, one number a block; empty without an MLP.
    std::vector<double> dead;
    Tensor stream;  // [pos, d_model] behind the last block
};
/// Throws Error for sizes that no model has.
StreamDepth stream_depth(const DeepStack& setting, StackKind kind);

/// ‖X − 1x̄ᵀ‖ / ‖X‖ (Frobenius norms), with the mean row x̄: 0 where all rows are alike, and X has rank one (Dong,
/// Cordonnier, Loukas 2021, there in another norm); 1 where the mean is zero. 0 of a matrix of zeros.
double rank_one_residual(const ConstView& rows);
/// Share of the columns that are 0 in all rows: units of an MLP that are dead for these tokens.
double dead_share(const ConstView& rows);

/// Orders whose gradients are compared, with MLPs and layer norms: f(norm(x)), norm(x + f(x)) and x + f(norm(x)).
enum class BlockOrder : std::uint8_t { no_residual, post_norm, pre_norm };
inline constexpr int block_orders = 3;

struct DepthGradients {
    std::vector<double> stream;      // norm of ∂loss / ∂(what each block hands on), block by block
    std::vector<double> parameters;  // norm of ∂loss / ∂(each block's parameters)
};
/// Of the cross entropy of random labels, one a token: gradient_by_layer() of the model (Xiong et al. 2020 compare
/// the orders this way). Before the head pre-norm has a norm, the others have none. Throws Error for sizes that no
/// model has.
DepthGradients depth_gradients(const DeepStack& setting, BlockOrder order);

/// The models' configs.
ModelConfig stack_config(const DeepStack& setting, StackKind kind);
ModelConfig order_config(const DeepStack& setting, BlockOrder order);

}  // namespace glassformer
