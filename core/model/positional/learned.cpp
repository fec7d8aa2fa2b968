// A learned vector for each position (Gehring et al. 2017).
#include <array>

#include "core/model/positional/shared.h"

namespace glassformer {

PositionalKind learned_encoding() {
    static constexpr std::array parameters{
        PositionalParameter{.name = "embed.positions.weight",
                            .symbol = "W_{P}",
                            .shape = [](const ModelConfig& config) -> Shape {
                                const Dimension positions{Axis::position, config.max_seq_len};
                                const int columns = appended_columns(config);
                                if (columns > 0) return {positions, {Axis::d_position, columns}};
                                return {positions, {Axis::d_model, config.d_model}};
                            },
                            .in_block = false,
                            .stream = 1}};
    return {
        .name = "learned",
        .place = 30,
        .title = "Learned",
        .sentence = "Each position has a learned vector that is added to the embedding.",
        .added = [](const ModelConfig&, int first) { return op::learned_positions(first); },
        .limited = true,
        .parameters = parameters,
        .trained = "trained position vectors",
        .formulas = {"p_{i} = P_{i}, i = 0 … n − 1", "p_{i} = P_{i}, i = 1 … n",
                     "Same table with rows numbered from 1. Positions beyond n have no row in either convention."},
    };
}

}  // namespace glassformer
