// Random numbers of the positions laboratory: each tensor has a stream of its own, so that none moves when another
// changes its size. Part of its bodies; nobody else includes it.
#pragma once

#include <cstdint>

#include "core/base/random.h"
#include "core/positions/settings.h"
#include "core/tensor/tensor.h"

namespace glassformer::positions {

// Streams; those of parameters stand in the rows of encodings, from 1 on.
inline constexpr unsigned mix_stream = 2, query_token_stream = 32, key_token_stream = 33, query_weight_stream = 34,
                          key_weight_stream = 35, tokens_stream = 36;

/// Normal entries of this deviation, from the settings' seed.
inline Tensor drawn(const Shape& shape, const Settings& settings, unsigned stream, double deviation = 1) {
    Tensor tensor(shape);
    Random random(settings.seed * 64 + stream);
    for (float& entry : tensor.data) entry = static_cast<float>(deviation) * random.normal();
    return tensor;
}

}  // namespace glassformer::positions
