// What several rows of the table of encodings share. Part of core/model/positional/; nobody else includes it.
#pragma once

#include "core/model/positional.h"
#include "core/ops/position_formulas.h"

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

inline double frequency_of_base(const PositionalConfig& config, int pair, int dims) {
    return pair_frequency(pair, dims, config.base);
}

inline constexpr const char* same_differences = "The same: only differences of positions enter.";

}  // namespace glassformer
