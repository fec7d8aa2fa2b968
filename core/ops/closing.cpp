#include "core/ops/closing.h"

#include <limits>

#include "core/tensor/head_layout.h"

namespace glassformer {

bool Closing::overflows(const Shape& scores, std::size_t r) const {
    constexpr float overflow = -std::numeric_limits<float>::infinity();
    const auto keys = static_cast<std::size_t>(scores.cols());
    const std::size_t queries = sees.data != nullptr ? sees.shape.rows() : 1;
    const float* seen = sees.data != nullptr ? sees.row(r % queries) : nullptr;
    const float* token = padding.data;
    if (token != nullptr && padding.shape.rank() == 2) {
        const std::size_t a_sequence = scores.rows() / padding.shape.rows();  // rows of the scores
        token = padding.row(r / a_sequence);
    }
    const float* was = before.data != nullptr ? before.row(r) : nullptr;
    bool any = false;
    for (std::size_t j = 0; j < keys; ++j) {
        if ((seen != nullptr && seen[j] == 0) || (token != nullptr && token[j] == 0)) continue;
        if (was != nullptr && was[j] != overflow) return false;
        any = true;
    }
    return any;
}

}  // namespace glassformer
