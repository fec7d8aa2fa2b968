// Attention computed from vectors of two entries that are given by hand: without parameters softmax(X Xᵀ) X, with
// projections softmax(Q Kᵀ) V (Vaswani et al. 2017, without the division by √d), and three averages of the same
// vectors: the mean, one with a weight for each position, and attention with a single query (Bahdanau, Cho, Bengio
// 2015). Computed by the engine's operations. Nothing tells these sums where a token is: the outputs of tokens in
// another order are the same in that order, until vectors of positions are added.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/tensor/tensor.h"

namespace glassformer {

struct TokenPoint {
    float x = 0, y = 0;
    bool operator==(const TokenPoint&) const = default;
};

/// W_Q, W_K and W_V, each [2, 2].
enum class PlaneMaps : std::uint8_t {
    none,          // there are no parameters: q = k = v = x
    identity,      // the same, as matrices
    quarter_turn,  // W_K turns by 90°: a query meets what is at a right angle to it
    mirrored,      // W_V takes −x: outputs lie opposite to what was attended to
    random,        // normal numbers of standard deviation 1/√2, of the seed
};

struct FromNothing {
    std::vector<TokenPoint> tokens;  // one or more, in the first order
    PlaneMaps maps = PlaneMaps::none;
    bool positions = false;  // sinusoidal vectors are added
    std::vector<int> order;  // the token at each position; empty: the first order
    TokenPoint query;        // of the average with a query
    std::uint64_t seed = 0;  // of random maps, and of the scores of positions
    bool operator==(const FromNothing&) const = default;
};

/// The order of that number: 0 is the first order, every other one a permutation that differs from it where there are
/// two tokens or more.
std::vector<int> order_of(int tokens, int number);

/// Rows are positions.
struct PlaneAttention {
    Tensor x;                // [pos, d_model], with positions
    Tensor w_q, w_k, w_v;    // [d_model, heads]; empty without parameters
    Tensor q, k, v;          // [head 1, pos, d_head]
    Tensor scores, weights;  // [head 1, query, key]
    Tensor y;                // [head 1, pos, d_head]
};
PlaneAttention attend_from_nothing(const FromNothing& setting);

/// q ⊙ k of one pair of positions: the terms that add up to its score.
std::array<float, 2> features_of(const PlaneAttention& attention, int query, int key);

/// Rows: the mean, the weights of positions, the query.
struct ThreeAverages {
    static constexpr int count = 3, of_query = 2;
    Tensor x;                // [pos, d_model], with positions
    Tensor scores, weights;  // [query 3, key]; those of the mean are all 0
    Tensor averages;         // [query 3, d_model]
    std::array<TokenPoint, 3> place() const;
};
ThreeAverages three_averages(const FromNothing& setting);

/// What another order changes besides the order: the largest difference between an entry of a token's output and the
/// same token's in the first order.
double difference_by_order(const FromNothing& setting);
/// The same of each average; an average has no token, so that nothing is put back.
std::array<double, 3> averages_by_order(const FromNothing& setting);

}  // namespace glassformer
