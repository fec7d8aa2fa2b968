// Continuing a text token by token: sampled or greedy, or by beam search, with the log-probability of each step, whose
// running sum is log P(y | x) = Σ log P(y_t | y_<t, x). What computes the logits is the caller's.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/generate/decode.h"

namespace glassformer {

/// Logits of the token after these.
using NextLogits = std::function<std::vector<float>(std::span<const int> tokens)>;

struct Continuation {
    std::vector<int> tokens;                // with what they continue
    std::size_t given = 0;                  // tokens that were there before
    std::vector<double> log_probabilities;  // natural, of each token added, by the model (before temperature and cuts)
    double total = 0;                       // their sum
    bool ended = false;                     // with the end token
};

struct GenerationOptions {
    int steps = 0;           // at most so many tokens are added
    std::optional<int> end;  // nothing follows this token
};

/// log softmax, in double. Throws Error where no logit is finite.
std::vector<double> log_probabilities(std::span<const float> logits);

/// One token after the other, drawn with `random` as `decode` says.
Continuation continue_text(const NextLogits& next, std::span<const int> tokens, const GenerationOptions& options,
                           const DecodeOptions& decode, Random& random);

/// The `width` most probable continuations found when only so many are followed at each step, the best first (Graves
/// 2012; Sutskever, Vinyals, Le 2014). They are compared by their total, without a correction for length; ties keep the
/// lower tokens. Width 1 is greedy decoding. Throws Error for a width below 1.
std::vector<Continuation> beam_search(const NextLogits& next, std::span<const int> tokens,
                                      const GenerationOptions& options, int width);

}  // namespace glassformer
