// How the next token is chosen, as a user sets it: a plain value with a text form, for the window, session files and
// scripts. What the numbers do to a distribution is in decode.h.
#pragma once

#include <cstdint>
#include <string>

#include "core/generate/decode.h"

namespace glassformer {

struct Sampling {
    float temperature = 1;   // 0: always the most likely token
    int top_k = 0;           // 0: all
    float top_p = 1;         // 1: all
    bool greedy = false;     // always the most likely token, whatever the others say
    std::uint64_t seed = 0;  // of the numbers drawn; at most 2⁶³ − 1, as everywhere
    bool operator==(const Sampling&) const = default;

    DecodeOptions decode() const { return {.temperature = greedy ? 0 : temperature, .top_k = top_k, .top_p = top_p}; }
};

/// One line of JSON, and back; a missing key keeps its default. Error naming the key that is wrong or unknown.
std::string to_text(const Sampling& sampling);
Sampling sampling_from_text(const std::string& line);

}  // namespace glassformer
