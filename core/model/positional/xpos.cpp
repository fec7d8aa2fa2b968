// Rotary positions that decay (Sun et al. 2022, "A Length-Extrapolatable Transformer").
#include <array>
#include <cmath>
#include <string>

#include "core/model/positional/shared.h"

namespace glassformer {

namespace {

std::optional<SettingProblem> xpos_problem(const ModelConfig& config) {
    const double scale = config.positional.xpos_scale;
    if (config.positional.scaling.kind != RopeScalingKind::plain)
        return SettingProblem{"scaling",
                              "is of positional kind \"rope\" alone, not of \"xpos\", whose decay has a scale of its "
                              "own; leave it out"};
    if (config.max_seq_len > max_xpos_exponent * scale)
        return SettingProblem{"xpos_scale",
                              "must be at least " +
                                  std::to_string(static_cast<int>(std::ceil(config.max_seq_len / max_xpos_exponent))) +
                                  " for max_seq_len " + std::to_string(config.max_seq_len)};
    return rotary_problem(config);
}

}  // namespace

PositionalKind xpos_encoding() {
    static const std::array settings{
        base_setting,
        PositionalSetting{
            .key = {.name = "xpos_scale",
                    .type = KeyType::number,
                    .title = "Scale of the decay",
                    .hint = "Distance over which pair k of a score shrinks to ζ_k. Smaller: it decays faster.",
                    .get = member<&PositionalConfig::xpos_scale>,
                    .set = set_member<&PositionalConfig::xpos_scale>,
                    .min = 1,
                    .max = 1e6,
                    .otherwise = [](const ModelConfig&) { return 512.0; }},
            .id = "decay",
            .label = "decay over",
            .subject = "the scale of the decay",
            .range = {.min = 1, .max = 1e6, .low = 16, .high = 4096, .step = 0, .text_width = 3},
            .switchable = true},
        rotary_dims_setting, layout_setting};
    return {
        .name = "xpos",
        .place = 100,
        .title = "Decaying rotations (xPos)",
        .sentence =
            "Rotations as in RoPE. With the position, queries also shrink and keys grow, so that each pair's part of a "
            "score decays with the distance to an earlier key.",
        .rotation =
            [](const ModelConfig& config, Rotated what, int first) {
                const PositionalConfig& p = config.positional;
                const double decay = (what == Rotated::query ? 1 : -1) / p.xpos_scale;
                return op::rope(p.base, p.rotary_dims, p.layout, first, decay);
            },
        .settings = settings,
        .problem = xpos_problem,
        .frequencies = frequencies_of_rotations,
        .formulas = {"θ_{k} = b^{−2k/d},  ζ_{k} = (2k/d + γ)/(1 + γ)\n"
                     "s_{ij} = (ζ^{i/s} R(iθ) q) · (ζ^{−j/s} R(jθ) k)\nk = 0 … d/2 − 1,  γ = 0.4",
                     "θ_{k} = b^{−2·k/d},  ζ_{k} = (2·k/d + γ)/(1 + γ)\n"
                     "s_{ij} = (ζ^{i/s} R(iθ) q) · (ζ^{−j/s} R(jθ) k)\nk = 1 … d/2,  γ = 0.4",
                     ""},
    };
}

}  // namespace glassformer
