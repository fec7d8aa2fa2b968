// What depth does to an untrained model: how alike its tokens become, how near their matrix is to rank one, how long
// their vectors grow, and which gradient reaches each block.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/model/config.h"
#include "core/model/weights.h"
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
    /// Shares of the MLP's hidden units, one number a block; empty without an MLP: that are 0 for all tokens, and that
    /// stay within near_zero of 0 for all tokens.
    std::vector<double> dead, quiet;
    Tensor stream;  // [pos, d_model] behind the last block
};
/// Throws Error for sizes that no model has.
StreamDepth stream_depth(const DeepStack& setting, StackKind kind);

/// ‖X − 1x̄ᵀ‖ / ‖X‖ (Frobenius norms), with the mean row x̄: 0 where all rows are alike, and X has rank one (Dong,
/// Cordonnier, Loukas 2021, there in another norm); 1 where the mean is zero. 0 of a matrix of zeros.
double rank_one_residual(const ConstView& rows);
/// Share of the columns whose numbers are all at most `within` times as large as the largest number of the matrix, by
/// magnitude: units of an MLP that tell these tokens nothing. 0: those that are 0 in all rows.
double quiet_share(const ConstView& rows, double within);
inline constexpr double near_zero = 0.01;
/// Whether a unit with this activation is 0 for negative inputs, as its row in the table of activations computes them:
/// ReLU, of which dead units are 0. The smooth ones are 0 at 0 alone, but for the rounding of floats. Throws Error for
/// a name that the table does not have.
bool is_zero_below_zero(const std::string& activation);

/// Orders whose gradients are compared, with MLPs and layer norms: f(norm(x)), norm(x + f(x)) and x + f(norm(x)).
enum class BlockOrder : std::uint8_t { no_residual, post_norm, pre_norm };
inline constexpr int block_orders = 3;

struct DepthGradients {
    std::vector<double> stream;      // norm of ∂loss / ∂(what each block hands on), block by block
    std::vector<double> parameters;  // norm of ∂loss / ∂(each block's parameters)
    /// Standard deviation of the entries of a token's vector after the last block, the mean over the tokens: what the
    /// final norm divides by. Of pre-norm alone, 0 of the others.
    double deviation = 0;
};
/// Of the cross entropy of random labels, one a token: gradient_by_layer() of the model (Xiong et al. 2020 compare
/// the orders this way). Before the head pre-norm has a norm, the others have none. Throws Error for sizes that no
/// model has.
DepthGradients depth_gradients(const DeepStack& setting, BlockOrder order);

/// Draws of weights, tokens and labels that gradients are averaged over: a single one says little of its order.
inline constexpr int depth_draws = 12;
/// The orders of one draw, which is counted from 0. Each seed has draws of its own. Ends with what it has, once it is
/// stopped.
using DepthDraw = std::array<DepthGradients, block_orders>;
DepthDraw depth_draw(const DeepStack& setting, int draw, const std::atomic<bool>& stopped);
/// The stack that the draw is of: its seed is another one.
DeepStack stack_of_draw(const DeepStack& setting, int draw);
/// The geometric mean of each number over the draws, as a mean on a logarithmic axis is. At least one draw, all of the
/// same depth.
DepthGradients mean_gradients(std::span<const DepthDraw> draws, BlockOrder order);
/// Of how many draws the gradient after the first block is smaller than that after the last one.
int draws_that_fade(std::span<const DepthDraw> draws, BlockOrder order);

/// The models' configs.
ModelConfig stack_config(const DeepStack& setting, StackKind kind);
ModelConfig order_config(const DeepStack& setting, BlockOrder order);
/// How their weights start, and their tokens and then as many labels, random ones of the seed.
InitOptions deep_init();
std::array<std::vector<float>, 2> deep_tokens_and_labels(const DeepStack& setting);

}  // namespace glassformer
