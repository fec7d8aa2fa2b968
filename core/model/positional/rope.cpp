// Rotary positions (Su et al. 2021).
#include <array>

#include "core/model/positional/shared.h"

namespace glassformer {

namespace {

std::span<const KeyOption> rope_layouts() {
    static constexpr std::array options{KeyOption{"interleaved", ""}, KeyOption{"half", ""}};
    return options;
}

constexpr std::array<const char*, 2> layout_labels{"interleaved", "half-split"};

std::optional<SettingProblem> rope_problem(const ModelConfig& config) {
    const PositionalConfig& p = config.positional;
    if (p.scaling.kind == RopeScalingKind::dynamic && p.rotary_dims <= 2)
        return SettingProblem{"scaling", "of kind \"dynamic\" needs more than 2 \"rotary_dims\""};
    if (p.scaling.kind == RopeScalingKind::yarn && p.base <= 1)
        return SettingProblem{"scaling", "of kind \"yarn\" needs a \"base\" of more than 1"};
    return rotary_problem(config);
}

}  // namespace

extern constexpr PositionalSetting rotary_dims_setting{
    .key = {.name = "rotary_dims",
            .title = "Rotary dimensions",
            .hint = "Dimensions of each head that are rotated.",
            .get = member<&PositionalConfig::rotary_dims>,
            .set = set_member<&PositionalConfig::rotary_dims>,
            .min = 2,
            .otherwise = [](const ModelConfig& config) { return double(config.d_head); }},
    .id = "rotary",
    .label = "rotary",
    .subject = "",
    .range = {.min = 0, .max = 1024, .low = 0, .high = 128, .step = 2, .zero = "all"}};
extern constexpr PositionalSetting layout_setting{.key = {.name = "layout",
                                                          .type = KeyType::choice,
                                                          .title = "Pairs",
                                                          .hint = "Which two dimensions of a head rotate together.",
                                                          .get = member<&PositionalConfig::layout>,
                                                          .set = set_member<&PositionalConfig::layout>,
                                                          .otherwise = [](const ModelConfig&) { return 0.0; },
                                                          .options = rope_layouts},
                                                  .id = "layout",
                                                  .label = "pairs",
                                                  .subject = "",
                                                  .labels = layout_labels};

std::optional<SettingProblem> rotary_problem(const ModelConfig& config) {
    const int dims = config.positional.rotary_dims;
    if (dims % 2 != 0) return SettingProblem{"rotary_dims", "must be even, got " + std::to_string(dims)};
    if (dims > config.d_head)
        return SettingProblem{
            "rotary_dims", "must be at most d_head " + std::to_string(config.d_head) + ", got " + std::to_string(dims)};
    return std::nullopt;
}

PositionalKind rope_encoding() {
    static constexpr std::array settings{base_setting, rotary_dims_setting, layout_setting};
    return {
        .name = "rope",
        .place = 40,
        .title = "Rotary (RoPE)",
        .sentence =
            "Pairs of query and key dimensions are rotated by an angle that grows with the position, so that positions "
            "enter a score only through the offset between the two tokens.",
        .rotation =
            [](const ModelConfig& config, Rotated, int first) {
                const PositionalConfig& p = config.positional;
                return op::rope(p.base, p.rotary_dims, p.layout, first, p.scaling, config.max_seq_len);
            },
        .scales = true,
        .settings = settings,
        .problem = rope_problem,
        .frequencies = frequencies_of_rotations,
        .formulas = {"θ_{k} = b^{−2k/d}\ns_{ij} = (R(iθ) q) · (R(jθ) k)\nk = 0 … d/2 − 1",
                     "θ_{k} = b^{−2·k/d}\ns_{ij} = (R(iθ) q) · (R(jθ) k)\nk = 1 … d/2", ""},
    };
}

}  // namespace glassformer
