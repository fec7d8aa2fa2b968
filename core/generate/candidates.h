// All tokens that could come next, the most likely first, with what the model says of each and what is left of it after
// temperature, top-k and top-p: the table behind pictures of a choice.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/generate/decode.h"

namespace glassformer {

struct Candidate {
    int token = 0;
    float logit = 0;
    double probability = 0;      // by the model: softmax of the logits
    double log_probability = 0;  // natural logarithm of it
    double chosen = 0;           // after temperature, top-k and top-p; 0: cut
};

struct Candidates {
    std::vector<Candidate> ranks;  // by logit, the highest first; ties keep the lower id
    int kept = 0;                  // the first so many can be chosen
    int within_top_k = 0;          // as many as top-k alone would keep; more than `kept` where top-p cut
    double kept_probability = 0;   // what the model itself gives them together
    double entropy = 0;            // of the model's distribution, in nats: −Σ p ln p
    double chosen_entropy = 0;     // of the one after the cut
};

/// Throws Error where no logit is finite, and naming an option that is out of range.
Candidates candidates(std::span<const float> logits, const DecodeOptions& options);

/// Place of a token among them, from 0; −1 where it is none of them.
int rank_of(const Candidates& candidates, int token);

/// A piece of the line from 0 to 1 on which a drawn number falls (decode.h): the tokens that can be chosen side by
/// side, in the order of the vocabulary.
struct Segment {
    int token = 0;
    double probability = 0;
    double below = 0, upto = 0;
};
std::vector<Segment> cumulative(const Candidates& candidates);
/// The token of the segment on which a number falls, as token_at() finds it; -1 where there are none.
int token_under(std::span<const Segment> segments, double number);

/// The number that a generator of this seed gives for the choice `index`, counted from 0: one number a token.
double drawn_number(std::uint64_t seed, int index);

}  // namespace glassformer
