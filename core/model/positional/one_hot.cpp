// A column for each position, appended.
#include "core/model/positional/shared.h"

namespace glassformer {

PositionalKind one_hot_encoding() {
    return {
        .name = "one_hot",
        .place = 80,
        .title = "One-hot, appended",
        .sentence = "A one-hot position vector is appended to the embedding; a learned matrix combines the two.",
        .added = [](const ModelConfig& config, int first) { return op::one_hot_positions(config.max_seq_len, first); },
        .appended_always = true,
        .limited = true,
        .formulas = {"x'_{i} = [x_{i} ; e_{i}], i = 0 … n − 1", "x'_{i} = [x_{i} ; e_{i}], i = 1 … n",
                     "The same columns: the first is numbered 1."},
    };
}

}  // namespace glassformer
