// Attention with linear biases (Press, Smith, Lewis 2022).
#include "core/model/positional/shared.h"

namespace glassformer {

PositionalKind alibi_encoding() {
    return {
        .name = "alibi",
        .place = 50,
        .title = "Linear biases (ALiBi)",
        .sentence = "Each head subtracts a penalty proportional to the query–key distance, with its own slope.",
        .bias = [](const ModelConfig&, bool, FirstPositions first) { return op::alibi_bias(first.query - first.key); },
        .slope = alibi_slope,
        .formulas = {"s_{ij} = q · k − m_{h} |i − j|\nm_{h} = 2^{−8(h+1)/H}, h = 0 … H − 1",
                     "s_{ij} = q · k − m_{h} |i − j|\nm_{h} = 2^{−8h/H}, h = 1 … H",
                     "The same slopes: only the heads are numbered from 1. (H is a power of two.)"},
    };
}

}  // namespace glassformer
