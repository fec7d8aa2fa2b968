// What several rows of the table of encodings share. Part of core/model/positional/; nobody else includes it.
#pragma once

#include "core/model/positional.h"
#include "core/ops/position_formulas.h"
#include "core/ops/rope_scaling.h"

namespace glassformer {

/// The base of sines and angles.
inline constexpr PositionalSetting base_setting{
    .key = {.name = "base",
            .type = KeyType::number,
            .title = "Base",
            .hint = "Base of the frequencies. The slowest pair's period is 2π · base^((d − 2)/d) positions.",
            .get = member<&PositionalConfig::base>,
            .set = set_member<&PositionalConfig::base>,
            .min = 1,
            .max = 1e12,
            .otherwise = [](const ModelConfig&) { return 10000.0; }},
    .id = "base",
    .label = "base",
    .subject = "the base",
    .range = {.min = 1.0001, .max = 1e9, .low = 2, .high = 1e6, .step = 0, .text_width = 3.6F},
    .switchable = true};

// get and set of a number that this encoding alone has.
template <const OwnNumber& number>
double own(const PositionalConfig& config) {
    return config.own[number];
}
template <const OwnNumber& number>
void set_own(PositionalConfig& config, double value) {
    config.own.set(number, value);
}

// Of rotations; in rope.cpp.
extern const PositionalSetting rotary_dims_setting, layout_setting;
std::optional<SettingProblem> rotary_problem(const ModelConfig& config);

/// Of rotations, as the config's "scaling" has them.
inline std::vector<double> frequencies_of_rotations(const ModelConfig& config, int length) {
    const PositionalConfig& p = config.positional;
    return scaled_frequencies(p.scaling, p.base, p.rotary_dims, config.max_seq_len, length);
}
/// Of rows of sines: as many columns as are appended, else d_model.
inline std::vector<double> frequencies_of_rows(const ModelConfig& config, int length) {
    const int appended = appended_columns(config);
    return scaled_frequencies({}, config.positional.base, appended > 0 ? appended : config.d_model, config.max_seq_len,
                              length);
}

inline constexpr const char* same_differences = "The same: only differences of positions enter.";

}  // namespace glassformer
