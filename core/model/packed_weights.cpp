#include "core/model/packed_weights.h"

#include "core/model/weights.h"

namespace glassformer {

bool is_packed(const ModelConfig& config, const Shape& shape) {
    if (shape.rank() != 2) return false;
    switch (shape.axis(0)) {
        case Axis::d_model:
        case Axis::heads:
        case Axis::d_ff:
        case Axis::d_hidden:
        case Axis::d_embed:
        case Axis::d_joined: return true;
        case Axis::vocab: return config.tie_embeddings;  // an embedding that also makes the logits
        default: return false;
    }
}

std::uint64_t memory_of_weights(const ModelConfig& config) {
    std::uint64_t numbers = 0;
    for (const ParameterShape& parameter : parameter_shapes(config))
        numbers += parameter.shape.count() * (is_packed(config, parameter.shape) ? 2U : 1U);
    return numbers * sizeof(float);
}

}  // namespace glassformer
