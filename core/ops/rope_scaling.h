// How the frequencies of rotary positions are changed for texts longer than those that a model was first trained on.
#pragma once

#include <cstdint>
#include <vector>

namespace glassformer {

/// The frequency of pair k of r rotary dimensions is f = base^(-2k/r), in radians per position.
enum class RopeScalingKind : std::uint8_t {
    plain,    // f
    linear,   // f / factor (Chen et al. 2023, position interpolation)
    dynamic,  // f of a larger base where a text is longer than the original length ("NTK-aware", as in transformers)
    llama3,   // slow pairs f / factor, fast ones f, between them a mixture (Llama 3.1)
    yarn,     // the same by turns in the original length, and a factor of cosine and sine (Peng et al. 2023)
};

struct RopeScaling {
    RopeScalingKind kind = RopeScalingKind::plain;
    double factor = 1;             // of all but plain; at least 1
    double low_freq_factor = 1;    // llama3: wavelengths above original_max_seq_len / it are divided by the factor
    double high_freq_factor = 4;   // llama3: wavelengths below original_max_seq_len / it are kept
    int original_max_seq_len = 0;  // dynamic, llama3, yarn; 0: the model's max_seq_len
    double beta_fast = 32;         // yarn: pairs that turn more often than this in the original length are kept
    double beta_slow = 1;          // yarn: pairs that turn less often are divided by the factor
    double attention_factor = 0;   // yarn: of cosine and sine; 0: 0.1 ln(factor) + 1, or by the two below
    double mscale = 0;  // yarn, both given: (0.1 mscale ln(factor) + 1) / (0.1 mscale_all_dim ln(factor) + 1)
    double mscale_all_dim = 0;
    bool truncate = true;  // yarn: the pairs where the mixture begins and ends are whole numbers
    bool operator==(const RopeScaling&) const = default;
};

/// Radians per position of every pair, for a text of `length` tokens of a model of max_seq_len.
std::vector<double> scaled_frequencies(const RopeScaling& scaling, double base, int rotary_dims, int max_seq_len,
                                       int length);
/// What cosine and sine are multiplied by.
double rotary_factor(const RopeScaling& scaling);
/// The frequencies depend on the length of the text: in one of so many tokens, those of the tokens before were others.
bool depends_on_length(const RopeScaling& scaling, int max_seq_len, int length);

}  // namespace glassformer
