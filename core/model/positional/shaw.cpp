// Learned keys of clipped distances (Shaw, Uszkoreit, Vaswani 2018).
#include <array>

#include "core/model/positional/shared.h"

namespace glassformer {

PositionalKind shaw_encoding() {
    static constexpr std::array parameters{
        PositionalParameter{.name = "relative_keys",
                            .symbol = "a^{K}",
                            .shape = [](const ModelConfig& config) -> Shape {
                                return {{Axis::offset, 2 * config.positional.clip + 1}, {Axis::d_head, config.d_head}};
                            },
                            .stream = 4}};
    static constexpr std::array settings{PositionalSetting{
        .key = {.name = "clip",
                .title = "Clip",
                .hint = "Largest distance with its own learned key; larger distances share the key of this one.",
                .get = member<&PositionalConfig::clip>,
                .set = set_member<&PositionalConfig::clip>},
        .id = "clip",
        .label = "clip",
        .subject = "the clip distance",
        .range = {.min = 0, .max = 512, .low = 0, .high = 64, .step = 1}}};
    return {
        .name = "shaw",
        .place = 70,
        .title = "Relative keys (Shaw)",
        .sentence =
            "The query is also compared with a learned key for the distance. In each direction, distances beyond the "
            "clip "
            "share one key.",
        .scores = [](const ModelConfig& config, int first) { return op::shaw_scores(config.positional.clip, first); },
        .parameters = parameters,
        .trained = "a trained key for each distance",
        .settings = settings,
        .formulas = {"s_{ij} = q · (k + a_{\\text{clip}(j − i)})", "s_{ij} = q · (k + a_{\\text{clip}(j − i)})",
                     same_differences},
        .term = {"q · relative key", "q · a_{\\text{clip}(j - i)}"},
    };
}

}  // namespace glassformer
