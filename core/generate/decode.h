// Choosing the next token from a row of logits.
#pragma once

#include <span>
#include <vector>

#include "core/base/random.h"

namespace glassformer {

struct DecodeOptions {
    float temperature = 1;  // 0: always the most likely token
    int top_k = 0;          // keep the k most likely tokens; 0: all
    float top_p = 1;        // keep the smallest set of tokens with at least this probability (Holtzman et al. 2020)
};

/// Throws Error naming the option that is out of range.
void check(const DecodeOptions& options);

/// Probabilities after temperature, top-k and top-p over the whole vocabulary; they sum to 1. Ties keep the lower id.
std::vector<double> next_token_distribution(std::span<const float> logits, const DecodeOptions& options);

int sample(std::span<const double> distribution, Random& random);
/// The token on which a number from 0 to 1 falls where the tokens lie side by side in the order of the vocabulary, each
/// as wide as its probability.
int token_at(std::span<const double> distribution, double number);

}  // namespace glassformer
