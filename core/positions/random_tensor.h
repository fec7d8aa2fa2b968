// Random numbers of the positions laboratory: each tensor has a stream of its own, so that none moves when another
// changes its size. Part of its bodies; nobody else includes it.
#pragma once

#include <cstdint>

#include "core/base/random.h"
#include "core/positions/settings.h"
#include "core/tensor/tensor.h"

namespace glassformer::positions {

enum class Stream : std::uint64_t {
    positions = 1,
    mix,
    bucket_bias,
    relative_keys,
    relative_weight,
    u,
    v,
    query_token = 32,
    key_token,
    query_weight,
    key_weight
};

/// Normal entries of this deviation, from the settings' seed.
inline Tensor drawn(const Shape& shape, const Settings& settings, Stream stream, double deviation = 1) {
    Tensor tensor(shape);
    Random random(settings.seed * 64 + static_cast<std::uint64_t>(stream));
    for (float& entry : tensor.data) entry = static_cast<float>(deviation) * random.normal();
    return tensor;
}

}  // namespace glassformer::positions
