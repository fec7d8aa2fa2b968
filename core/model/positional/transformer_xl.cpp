// Scores with a content and a position term (Dai et al. 2019).
#include <array>

#include "core/model/positional/shared.h"

namespace glassformer {

namespace {

Shape one_vector_a_head(const ModelConfig& config) {
    return {{Axis::head, config.n_heads}, {Axis::d_head, config.d_head}};
}

}  // namespace

PositionalKind transformer_xl_encoding() {
    static constexpr std::array parameters{
        PositionalParameter{.name = "relative.weight",
                            .symbol = "W^{R}",
                            .shape = [](const ModelConfig& config) -> Shape {
                                return {{Axis::d_model, config.d_model}, {Axis::heads, config.n_heads * config.d_head}};
                            },
                            .initial = Initial::matrix,
                            .stream = 5},
        PositionalParameter{.name = "relative.content_bias",
                            .symbol = "u",
                            .shape = one_vector_a_head,
                            .initial = Initial::zero,
                            .stream = 6},
        PositionalParameter{.name = "relative.position_bias",
                            .symbol = "v",
                            .shape = one_vector_a_head,
                            .initial = Initial::zero,
                            .stream = 7}};
    static constexpr std::array settings{base_setting};
    return {
        .name = "transformer_xl",
        .place = 90,
        .title = "Relative terms (Transformer-XL)",
        .sentence =
            "A score has two terms: query · key, and query · a key computed from the distance by means of sines "
            "and cosines. In each term, the head adds a learned vector to the query.",
        .distances = [](const ModelConfig& config, Sides sides,
                        int first) { return op::sinusoidal_distances(config.positional.base, sides, first); },
        .sided = true,
        .parameters = parameters,
        .trained = "trained weights for distances",
        .settings = settings,
        .frequencies = frequencies_of_rows,
        .formulas =
            {"s_{ij} = (q + u) · k + (q + v) · r_{i−j} W_{R}\nr_{t,2k} = \\text{sin}(t / b^{2k/d})\nk = 0 … d/2 − 1",
             "s_{ij} = (q + u) · k + (q + v) · r_{i−j} W_{R}\nr_{t,2k−1} = \\text{sin}(t / b^{2·k/d})\nk = 1 … d/2",
             ""},
    };
}

}  // namespace glassformer
