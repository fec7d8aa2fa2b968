// The tokens whose embeddings point in the most similar direction.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "core/tensor/tensor.h"

namespace glassformer {

struct NearEmbedding {
    int id;
    double cosine;  // of the angle between both vectors: a·b / (‖a‖ ‖b‖)
};

/// The `count` rows of `embedding` [token, d] with the greatest cosine to row `id`, the greatest first, without `id`
/// itself and without rows whose length is 0 or no number; none where `id` has no such row, or once `stopped` is true.
std::vector<NearEmbedding> nearest_embeddings(ConstView embedding, int id, std::size_t count,
                                              const std::atomic<bool>& stopped);

}  // namespace glassformer
