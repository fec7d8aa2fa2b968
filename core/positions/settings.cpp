#include "core/positions/settings.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>

#include "core/base/error.h"
#include "core/ops/rope_scaling.h"

namespace glassformer::positions {

namespace {

std::string number_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

void expect_range(const char* what, int value, int least, int most) {
    if (value < least || value > most)
        throw Error(std::string(what) + " must be from " + std::to_string(least) + " to " + std::to_string(most) +
                    ", got " + std::to_string(value));
}

void expect_range(const char* what, double value, double least, double most) {
    if (!(value >= least && value <= most))  // NaN too
        throw Error(std::string(what) + " must be from " + number_text(least) + " to " + number_text(most) + ", got " +
                    number_text(value));
}

constexpr double max_factor = 64, max_slope = 16;
constexpr double min_temperature = 1e-6, max_temperature = 1e6;

/// Settings with bounds of their own.
template <class Function>
void for_each_bounded(Function&& f) {
    for_each_setting([&](const PositionalSetting& setting) {
        if (*setting.subject != '\0') f(setting);
    });
}

/// The laboratory's scaling, where there is something to scale.
RopeScaling scaling_of(const Settings& settings) {
    return settings.kind->rotation != nullptr ? settings.scaling : RopeScaling::none;
}

}  // namespace

void check(const Settings& settings) {
    if (settings.kind == nullptr) throw Error("the positions laboratory needs an encoding");
    expect_range("d_model", settings.d_model, 1, max_dims);
    expect_range("d_head", settings.d_head, 1, max_dims);
    expect_range("the number of positions", settings.n_positions, 1, max_positions);
    expect_range("the shift of the sentence", settings.first, 0, max_shift);
    expect_range("the number of rows of the table", settings.table_rows, 1, max_positions);
    expect_range("the factor of the scaling", settings.scaling_factor, 1.0, max_factor);
    expect_range("the number of heads", settings.n_heads, 1, max_heads);
    expect_range("the head", settings.head, 0, settings.n_heads - 1);
    expect_range("the slope", settings.slope, 0.0, max_slope);
    for_each_bounded([&](const PositionalSetting& setting) {
        expect_range(setting.subject, setting.key.get(settings), setting.range.min, setting.range.max);
    });
    expect_range("the temperature", settings.temperature, min_temperature, max_temperature);
    if (settings.kind->rotation != nullptr) {
        const int dims = settings.rotary_dims;
        if (settings.d_head < 2) throw Error("rotations turn pairs of dimensions: d_head must be at least 2, got 1");
        if (dims != 0 && (dims < 2 || dims % 2 != 0 || dims > settings.d_head))
            throw Error("the rotary dimensions must be even, from 2 to d_head " + std::to_string(settings.d_head) +
                        ", got " + std::to_string(dims));
        if (scaling_of(settings) == RopeScaling::ntk && rotary_dims(settings) < 4)
            throw Error("the NTK-aware base needs at least 4 rotary dimensions, got " +
                        std::to_string(rotary_dims(settings)));
    }
    if (settings.combine == Combine::append && settings.kind->added != nullptr && !settings.kind->appended_always)
        expect_range("the number of appended columns", settings.dims, 1, max_dims);
}

Settings fitted(Settings settings) {
    settings.d_model = std::clamp(settings.d_model, 1, max_dims);
    settings.d_head = std::clamp(settings.d_head, settings.kind->rotation != nullptr ? 2 : 1, max_dims);
    settings.n_positions = std::clamp(settings.n_positions, 1, max_positions);
    settings.first = std::clamp(settings.first, 0, max_shift);
    settings.table_rows = std::clamp(settings.table_rows, 1, max_positions);
    settings.scaling_factor = std::clamp(settings.scaling_factor, 1.0, max_factor);
    settings.n_heads = std::clamp(settings.n_heads, 1, max_heads);
    settings.head = std::clamp(settings.head, 0, settings.n_heads - 1);
    settings.slope = std::clamp(settings.slope, 0.0, max_slope);
    for_each_bounded([&](const PositionalSetting& setting) {
        const PositionalRange& range = setting.range;
        setting.key.set(settings, std::clamp(setting.key.get(settings), range.min, range.max));
    });
    settings.temperature = std::clamp(settings.temperature, min_temperature, max_temperature);
    if (settings.combine == Combine::append) settings.dims = std::clamp(settings.dims, 1, max_dims);
    if (settings.rotary_dims != 0) settings.rotary_dims = std::clamp(settings.rotary_dims, 2, settings.d_head) / 2 * 2;
    if (settings.scaling == RopeScaling::ntk && rotary_dims(settings) < 4) settings.scaling = RopeScaling::none;
    return settings;
}

ModelConfig config_of(const Settings& settings) {
    ModelConfig config;
    config.d_model = settings.d_model;
    config.d_head = settings.d_head;
    config.n_heads = config.n_kv_heads = settings.n_heads;
    config.max_seq_len = settings.table_rows;
    config.positional = settings;
    config.positional.base = rope_base(settings);
    config.positional.rotary_dims = rotary_dims(settings);
    if (settings.combine == Combine::add) config.positional.dims = 0;
    return config;
}

Settings settings_of(const ModelConfig& config, int head) {
    if (config.architecture == Architecture::lookup)
        throw Error("the model looks words up in a fixed table: its attention has no positions to encode");
    if (config.recurrent.attention != RecurrentAttention::none)
        throw Error("the model's attention has no positions to encode: its states are computed in their order");
    if (!is_transformer(config)) throw Error("the model has no attention, so it has no queries and keys");
    if (head < 0 || head >= config.n_heads)
        throw Error("the model has no head " + std::to_string(head) + ": it has " + std::to_string(config.n_heads));
    Settings settings;
    static_cast<PositionalConfig&>(settings) = config.positional;
    glassformer::RopeScaling& own = settings.PositionalConfig::scaling;
    // table_rows may become others, on which the scaling does not depend.
    if (own.original_max_seq_len == 0) own.original_max_seq_len = config.max_seq_len;
    settings.d_model = config.d_model;
    settings.d_head = config.d_head;
    settings.table_rows = config.max_seq_len;
    settings.n_heads = config.n_heads;
    settings.head = head;
    settings.bidirectional = config.architecture == Architecture::encoder;
    settings.scaled = config.attention_scale != AttentionScale::none;
    settings.temperature = static_cast<double>(config.attention_temperature);
    return settings;
}

int rotary_dims(const Settings& settings) {
    return settings.rotary_dims != 0 ? settings.rotary_dims : settings.d_head / 2 * 2;
}

double rope_base(const Settings& settings) {
    if (scaling_of(settings) != RopeScaling::ntk) return settings.base;
    const double dims = rotary_dims(settings);
    return settings.base * std::pow(settings.scaling_factor, dims / (dims - 2));
}

double counted_position(const Settings& settings, int token) {
    const double position = settings.first + token;
    return scaling_of(settings) == RopeScaling::linear ? position / settings.scaling_factor : position;
}

float slope_of(const Settings& settings) {
    return settings.slope > 0 ? static_cast<float>(settings.slope)
                              : settings.kind->slope(settings.head, settings.n_heads);
}

float score_scale(const Settings& settings) {
    return static_cast<float>(1.0 / ((settings.scaled ? std::sqrt(settings.d_head) : 1.0) * settings.temperature));
}

std::vector<double> frequencies(const Settings& settings) {
    if (settings.kind->frequencies == nullptr) return {};
    return settings.kind->frequencies(config_of(settings), settings.first + settings.n_positions);
}

double scaling_growth(const Settings& settings) { return rotary_factor(settings.PositionalConfig::scaling); }

double wavelength(double frequency) { return 2 * std::numbers::pi / frequency; }

}  // namespace glassformer::positions
