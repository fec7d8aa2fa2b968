#include "core/ops/rope_scaling.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/ops/position_formulas.h"

namespace glassformer {

namespace {

int original_length(const RopeScaling& scaling, int max_seq_len) {
    return scaling.original_max_seq_len > 0 ? scaling.original_max_seq_len : max_seq_len;
}

/// Of two values, from the second (0) to the first (1).
double mixed(double share, double first, double second) { return share * first + (1 - share) * second; }

/// Llama 3.1: by the wavelength λ = 2π/f against the original length.
double llama3_frequency(const RopeScaling& scaling, double frequency, int original) {
    const double wavelength = 2 * std::numbers::pi / frequency, low = scaling.low_freq_factor,
                 high = scaling.high_freq_factor;
    if (wavelength > original / low) return frequency / scaling.factor;
    if (wavelength < original / high) return frequency;
    return mixed((original / wavelength - low) / (high - low), frequency, frequency / scaling.factor);
}

/// The pair, counted as a real number, that turns so often in the original length (Peng et al. 2023).
double pair_of_turns(double turns, double base, int dims, int original) {
    return dims * std::log(original / (2 * std::numbers::pi * turns)) / (2 * std::log(base));
}

struct PairRange {
    double first, last;
};
PairRange yarn_range(const RopeScaling& scaling, double base, int dims, int original) {
    double first = pair_of_turns(scaling.beta_fast, base, dims, original);
    double last = pair_of_turns(scaling.beta_slow, base, dims, original);
    if (scaling.truncate) {
        first = std::floor(first);
        last = std::ceil(last);
    }
    first = std::max(first, 0.0);
    last = std::min(last, dims - 1.0);
    if (first == last) last += 0.001;  // as published, so that nothing is divided by zero
    return {first, last};
}

}  // namespace

std::vector<double> scaled_frequencies(const RopeScaling& scaling, double base, int rotary_dims, int max_seq_len,
                                       int length) {
    const int original = original_length(scaling, max_seq_len);
    if (depends_on_length(scaling, max_seq_len, length))
        base *= std::pow(scaling.factor * length / original - (scaling.factor - 1), rotary_dims / (rotary_dims - 2.0));
    const PairRange range =
        scaling.kind == RopeScalingKind::yarn ? yarn_range(scaling, base, rotary_dims, original) : PairRange{0, 1};
    std::vector<double> result;
    for (int k = 0; 2 * k < rotary_dims; ++k) {
        const double frequency = pair_frequency(k, rotary_dims, base);
        switch (scaling.kind) {
            case RopeScalingKind::plain:
            case RopeScalingKind::dynamic: result.push_back(frequency); break;
            case RopeScalingKind::linear: result.push_back(frequency / scaling.factor); break;
            case RopeScalingKind::llama3: result.push_back(llama3_frequency(scaling, frequency, original)); break;
            case RopeScalingKind::yarn: {
                const double ramp = std::clamp((k - range.first) / (range.last - range.first), 0.0, 1.0);
                result.push_back(mixed(ramp, frequency / scaling.factor, frequency));
                break;
            }
        }
    }
    return result;
}

bool depends_on_length(const RopeScaling& scaling, int max_seq_len, int length) {
    return scaling.kind == RopeScalingKind::dynamic && length > original_length(scaling, max_seq_len);
}

double rotary_factor(const RopeScaling& scaling) {
    if (scaling.kind != RopeScalingKind::yarn) return 1;
    if (scaling.attention_factor > 0) return scaling.attention_factor;
    const auto grown = [&](double by) { return scaling.factor <= 1 ? 1 : 0.1 * by * std::log(scaling.factor) + 1; };
    if (scaling.mscale > 0 && scaling.mscale_all_dim > 0) return grown(scaling.mscale) / grown(scaling.mscale_all_dim);
    return grown(1);
}

}  // namespace glassformer
