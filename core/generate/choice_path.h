// How the distribution over the next token comes about, token by token: the logit divided by the temperature, what
// top-k and top-p drop, exp and its sum, the share. The same arithmetic as decode.h, which keeps only the result.
#pragma once

#include <cstdint>
#include <vector>

#include "core/generate/candidates.h"

namespace glassformer {

enum class Dropped : std::uint8_t {
    no,
    not_largest,  // greedy decoding takes another; what the model says of it stands
    top_k,
    top_p,
    rounded,  // too small a share for a double: only where a temperature, top-k or top-p is set
};

struct ChoiceStep {
    double divided = 0;   // logit / temperature
    double exponent = 0;  // exp(divided − peak): at most 1
    double running = 0;   // of what top-k keeps, the share up to this token, which top-p compares; 0 beyond top-k
    Dropped dropped = Dropped::no;
    double share = 0;  // exponent / sum, what candidates() gives as `chosen`; 0: dropped. Greedy: by the model
    // Of this token and all after it: the exponents that are kept, and the shares.
    double exponents_on = 0, shares_on = 0;
};

struct ChoicePath {
    bool greedy = false;
    double temperature = 1;  // by which the logits are divided; 1 where greedy decoding divides nothing
    double peak = 0;         // the largest divided logit; it is subtracted before exp, so that exp cannot overflow
    double sum = 0;          // of the exponents that are kept
    int kept = 0;            // the first so many are kept
    std::vector<ChoiceStep> steps;  // in the order of Candidates::ranks
};

/// Of candidates made with the same options.
ChoicePath choice_path(const Candidates& candidates, const DecodeOptions& options);

}  // namespace glassformer
