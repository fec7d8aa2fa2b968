// What the positions laboratory is set to: an encoding and the sizes it is shown at. Plain values; everything that it
// shows is a function of them, of what the encoding learned (learned.h) and of one query and one key (content.h).
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/config.h"
#include "core/model/positional.h"

namespace glassformer::positions {

/// How RoPE is brought to texts longer than those it was trained on. linear: positions are divided by the factor (Chen,
/// Wong, Chen, Tian 2023). ntk: the base becomes base · factor^(r/(r-2)), so that the slowest pair turns as slowly as
/// linear interpolation would have it and the fastest hardly changes (the "NTK-aware" base, in Peng et al. 2023).
enum class RopeScaling { none, linear, ntk };

/// Where random queries and keys come from. identity: entry c of the head is entry c of the token, so that the score is
/// (x_i + p_i)·(x_j + p_j) itself. random: W_Q and W_K are N(0, 1/d_model).
enum class Projection { identity, random };

/// What a model's config says of positions, and what the laboratory adds. rotary_dims 0: all of d_head that is even.
/// PositionalConfig::scaling is the model's own, which RoPE alone has; `scaling` is the laboratory's.
struct Settings : PositionalConfig {
    int d_model = 64;      // entries of a token, and of what is added to it
    int d_head = 64;       // entries of a query and a key
    int n_positions = 96;  // tokens of the sentence
    int first = 0;         // position of its first token: how far the whole sentence is shifted
    int table_rows = 128;  // of limited encodings: positions that there is a row or column for

    RopeScaling scaling = RopeScaling::none;  // of rotations
    double scaling_factor = 1;

    int n_heads = 8, head = 0;   // of encodings with a slope: whose
    double slope = 0;            // another slope than that; 0: the head's
    bool bidirectional = false;  // of sided encodings: later keys have distances of their own

    Projection projection = Projection::identity;
    bool same_token = false;  // the key's token is the query's
    bool scaled = true;       // scores are divided by √d_head
    double temperature = 1;   // and by this
    std::uint64_t seed = 0;   // of the token vectors, the projections and what is not learned by a model

    Settings() = default;
    explicit Settings(const PositionalKind* encoding) { kind = encoding; }
    bool operator==(const Settings&) const = default;
};

constexpr int max_positions = 1024, max_dims = 1024, max_heads = 128, max_shift = 8192;

/// Throws Error, one sentence naming the first setting that makes no sense.
void check(const Settings& settings);

/// The nearest settings that check() lets pass, for a control that is dragged: sizes are brought into their ranges, and
/// what depends on them follows. The kind must be there.
Settings fitted(Settings settings);

/// The part of a model's config that the engine's encodings read; RoPE's base is the scaled one.
ModelConfig config_of(const Settings& settings);
/// The other way: one head of a model with this config. Throws Error where it is no transformer or has no such head.
Settings settings_of(const ModelConfig& config, int head);

/// Dimensions that RoPE turns.
int rotary_dims(const Settings& settings);
/// RoPE's base after the laboratory's scaling.
double rope_base(const Settings& settings);
/// What a position counts for, after linear interpolation: (first + token) / factor, else first + token.
double counted_position(const Settings& settings, int token);
/// The slope of the head, or the one that is set. The encoding has slopes.
float slope_of(const Settings& settings);
/// What raw scores are multiplied by: 1/√d_head and 1/temperature.
float score_scale(const Settings& settings);

/// Radians a position of each pair, fast to slow: of what is added (sinusoidal), turned (rope) or counts the distances
/// (transformer_xl), RoPE's scaled as the model and the laboratory do. Empty for encodings without sines.
std::vector<double> frequencies(const Settings& settings);
/// What the model's own scaling multiplies cosines and sines by (YaRN); 1 where it does not.
double scaling_growth(const Settings& settings);
/// Positions of one full turn: 2π / frequency.
double wavelength(double frequency);

}  // namespace glassformer::positions
