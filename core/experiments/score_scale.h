// Why scores are divided by √d_k: dot products of vectors of d_k independent entries with mean 0 and variance 1 have
// variance d_k, so that a softmax over them saturates and its derivatives vanish; divided by √d_k they have variance 1
// (Vaswani et al. 2017, section 3.2.1).
#pragma once

#include <cstdint>
#include <vector>

#include "core/tensor/tensor.h"

namespace glassformer {

/// Independent standard normal queries and keys.
struct RandomScores {
    int d_k = 64;
    int keys = 16, queries = 128;
    std::uint64_t seed = 0;
    bool operator==(const RandomScores&) const = default;
};
/// q · k, [1, query, key]. The keys and queries of a smaller d_k are the first entries of those of a larger one with
/// the same seed. Throws Error for counts below 1.
Tensor random_scores(const RandomScores& setting);

/// Of one head's scores and the softmax of its rows, all pairs of tokens; means over the rows.
struct ScoreMeasures {
    double variance = 0;
    double entropy = 0;  // nats; ln(keys) at most
    double peak = 0;     // largest weight
    double slope = 0;    // Frobenius norm of the softmax's Jacobian
};
/// The scores times `factor`. Throws Error for another shape than [1, query, key].
ScoreMeasures score_measures(const ConstView& scores, double factor);
/// The softmax of each row of the scores times `factor`, of the same shape.
Tensor score_weights(const ConstView& scores, double factor);

/// Shares of the numbers in bins of equal width; what lies beyond the ends is in the first and the last one.
std::vector<double> histogram(const ConstView& numbers, double factor, double low, double high, int bins);

}  // namespace glassformer
