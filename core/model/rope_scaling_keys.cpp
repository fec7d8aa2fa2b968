#include "core/model/rope_scaling_keys.h"

#include <array>

#include "core/model/config.h"

namespace glassformer {

namespace {

using Scaling = const RopeScaling&;
using Kind = RopeScalingKind;

constexpr double scaling_limit = 1e6;

std::span<const KeyOption> scaling_kinds() {
    static constexpr std::array options{
        KeyOption{"default", "The frequencies are as they are."},
        KeyOption{"linear", "Positions are divided by the factor."},
        KeyOption{"dynamic", "Beyond the original length, the base grows with the length of the text."},
        KeyOption{"llama3", "Slow pairs are divided by the factor, fast ones are kept."},
        KeyOption{"yarn", "Slow pairs are divided by the factor, fast ones are kept, and the rotated vectors grow."}};
    return options;
}

bool is_scaled(Scaling s) { return s.kind != Kind::plain; }
bool is_llama3(Scaling s) { return s.kind == Kind::llama3; }
bool is_yarn(Scaling s) { return s.kind == Kind::yarn; }
bool has_original(Scaling s) { return is_llama3(s) || is_yarn(s) || s.kind == Kind::dynamic; }

template <auto... path>
constexpr KeyOf<RopeScaling> scaling_number(std::string_view name, const char* title, const char* hint, double min,
                                            double max, double (*otherwise)(const ModelConfig&)) {
    return {.name = name,
            .type = KeyType::number,
            .title = title,
            .hint = hint,
            .get = member<path...>,
            .set = set_member<path...>,
            .min = min,
            .max = max,
            .otherwise = otherwise};
}
double scaling_zero(const ModelConfig&) { return 0; }
double scaling_one(const ModelConfig&) { return 1; }

}  // namespace

std::span<const ScalingKey> all_scaling_keys() {
    using S = RopeScaling;
    static constexpr std::array keys{
        ScalingKey{{.name = "kind",
                    .type = KeyType::choice,
                    .title = "Scaling",
                    .hint = "How the rotations are slowed down for long texts.",
                    .get = member<&S::kind>,
                    .set = set_member<&S::kind>,
                    .otherwise = scaling_zero,
                    .options = scaling_kinds},
                   is_scaled},
        ScalingKey{scaling_number<&S::factor>("factor", "Scaling factor", "How much longer texts may be.", 1,
                                              scaling_limit, nullptr),
                   is_scaled},
        ScalingKey{scaling_number<&S::low_freq_factor>(
                       "low_freq_factor", "Low frequency factor",
                       "Pairs with a longer period than original_max_seq_len divided by it are slowed down fully.",
                       1 / scaling_limit, scaling_limit, scaling_one),
                   is_llama3},
        ScalingKey{scaling_number<&S::high_freq_factor>(
                       "high_freq_factor", "High frequency factor",
                       "Pairs with a shorter period than original_max_seq_len divided by it are kept.",
                       1 / scaling_limit, scaling_limit, [](const ModelConfig&) { return 4.0; }),
                   is_llama3},
        ScalingKey{{.name = "original_max_seq_len",
                    .type = KeyType::whole,
                    .title = "Original length",
                    .hint = "Maximum length of the texts that the model was first trained on.",
                    .get = member<&S::original_max_seq_len>,
                    .set = set_member<&S::original_max_seq_len>,
                    .otherwise = [](const ModelConfig& config) { return static_cast<double>(config.max_seq_len); }},
                   has_original},
        ScalingKey{scaling_number<&S::beta_fast>(
                       "beta_fast", "Fast turns", "Pairs that turn more often in the original length are kept.",
                       1 / scaling_limit, scaling_limit, [](const ModelConfig&) { return 32.0; }),
                   is_yarn},
        ScalingKey{
            scaling_number<&S::beta_slow>("beta_slow", "Slow turns",
                                          "Pairs that turn less often in the original length are slowed down fully.",
                                          1 / scaling_limit, scaling_limit, scaling_one),
            is_yarn},
        ScalingKey{scaling_number<&S::attention_factor>(
                       "attention_factor", "Length factor",
                       "Factor of the rotated queries and keys. 0: it follows from the scaling factor.", 0,
                       scaling_limit, scaling_zero),
                   is_yarn, [](Scaling s) { return s.attention_factor != 0; }},
        ScalingKey{scaling_number<&S::mscale>("mscale", "Length factor, above",
                                              "With mscale_all_dim, it makes the length factor.", 0, scaling_limit,
                                              scaling_zero),
                   is_yarn, [](Scaling s) { return s.mscale != 0; }},
        ScalingKey{scaling_number<&S::mscale_all_dim>("mscale_all_dim", "Length factor, below",
                                                      "With mscale, it makes the length factor.", 0, scaling_limit,
                                                      scaling_zero),
                   is_yarn, [](Scaling s) { return s.mscale_all_dim != 0; }},
        ScalingKey{{.name = "truncate",
                    .type = KeyType::flag,
                    .title = "Whole pairs",
                    .hint = "The pairs where the mixture begins and ends are whole numbers.",
                    .get = member<&S::truncate>,
                    .set = set_member<&S::truncate>,
                    .otherwise = scaling_one},
                   is_yarn,
                   [](Scaling s) { return !s.truncate; }}};
    return keys;
}

}  // namespace glassformer
