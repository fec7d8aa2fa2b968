// Learned biases of bucketed distances (Raffel et al. 2020).
#include <array>

#include "core/model/positional/shared.h"

namespace glassformer {

namespace {

std::optional<SettingProblem> t5_problem(const ModelConfig& config) {
    const PositionalConfig& p = config.positional;
    const std::string buckets = std::to_string(p.buckets);
    const bool two_sided = config.architecture != Architecture::decoder;
    if (two_sided && (p.buckets < 4 || p.buckets % 2 != 0))
        return SettingProblem{"buckets", "must be even and at least 4 where keys may follow the query, got " + buckets};
    if (p.max_distance <= p.buckets / 2)
        return SettingProblem{"max_distance", "must be more than half the " + buckets + " buckets, got " +
                                                  std::to_string(p.max_distance)};
    return std::nullopt;
}

}  // namespace

PositionalKind t5_encoding() {
    static constexpr std::array parameters{
        PositionalParameter{.name = "relative_bias",
                            .symbol = "R",
                            .shape = [](const ModelConfig& config) -> Shape {
                                return {{Axis::bucket, config.positional.buckets}, {Axis::head, config.n_heads}};
                            },
                            .stream = 3}};
    static constexpr std::array settings{
        PositionalSetting{.key = {.name = "buckets",
                                  .title = "Buckets",
                                  .hint = "Number of distance buckets, each with one learned bias per head.",
                                  .get = member<&PositionalConfig::buckets>,
                                  .set = set_member<&PositionalConfig::buckets>,
                                  .min = 2,
                                  .otherwise = [](const ModelConfig&) { return 32.0; }},
                          .id = "buckets",
                          .label = "buckets",
                          .subject = "the number of buckets",
                          .range = {.min = 2, .max = 512, .low = 2, .high = 64, .step = 2}},
        PositionalSetting{.key = {.name = "max_distance",
                                  .title = "Largest distance",
                                  .hint = "This and larger distances share the last bucket of their direction.",
                                  .get = member<&PositionalConfig::max_distance>,
                                  .set = set_member<&PositionalConfig::max_distance>,
                                  .otherwise = [](const ModelConfig&) { return 128.0; }},
                          .id = "furthest",
                          .label = "furthest",
                          .subject = "the largest distance",
                          .range = {.min = 1, .max = 8192, .low = 8, .high = 256, .step = 8}}};
    return {
        .name = "t5",
        .place = 60,
        .title = "Relative biases (T5)",
        .sentence =
            "Each head adds a learned number to a score, one for each bucket of distances; far distances share "
            "a bucket.",
        .bias =
            [](const ModelConfig& config, bool bidirectional, FirstPositions first) {
                return op::t5_bias(config.positional.max_distance, bidirectional, first.query - first.key);
            },
        .sided = true,
        .parameters = parameters,
        .trained = "trained biases for each distance",
        .settings = settings,
        .problem = t5_problem,
        .formulas = {"s_{ij} = q · k + b_{\\text{bucket}(j − i)}", "s_{ij} = q · k + b_{\\text{bucket}(j − i)}",
                     same_differences},
    };
}

}  // namespace glassformer
