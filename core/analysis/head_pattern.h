// What a head mostly does on one text, in one word: read from its attention weights, so that a reader need not compare
// the maps of a dozen heads cell by cell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/tensor/tensor.h"

namespace glassformer {

inline constexpr double most_of_the_weight = 0.5;  // below half another pattern may take as much

enum class HeadPattern : std::uint8_t {
    none,       // no pattern takes half of the weight
    itself,     // the row's own token
    previous,   // the token before
    first,      // the first token
    duplicate,  // earlier tokens with the same id
    induction,  // the tokens behind those (Olsson et al. 2022)
    one_key,    // the same key in most rows
    even,       // all keys that the row can see alike
};

struct HeadPatternShare {
    HeadPattern pattern = HeadPattern::none;
    double share = 0;  // of the weight, as in HeadStatistics; of `even`: entropy by its largest value
    int key = -1;      // of one_key
};

/// The pattern with the largest share of each head's weights [head, query, key], where that is at least half; of texts
/// of less than four keys none, as there every pattern looks like another. `tokens`: the ids along the keys, of which
/// the queries are the last; empty in cross-attention, whose queries are of another text. Throws Error for another
/// shape, or where ids and keys differ in number.
std::vector<HeadPatternShare> head_patterns(const ConstView& weights, std::span<const int> tokens);

}  // namespace glassformer
