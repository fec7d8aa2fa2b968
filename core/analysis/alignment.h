// Which words of a source a decoder looked at for each word that it wrote: cross-attention as a map, one row a written
// word. Row t is of the pass that read target token t, so it belongs to the word that comes behind it.
#pragma once

#include <vector>

#include "core/tape/trace.h"

namespace glassformer {

/// Ids of the records of cross-attention weights [head, query, key] over a whole target, from the first layer on; none
/// in a model without.
std::vector<int> cross_weights(const Trace& trace);

struct Alignment {
    int rows = 0, cols = 0;     // words read, words of the source
    std::vector<float> values;  // row by row; each row sums to 1
};

/// The weights of a head, or the mean over all heads for −1. Throws Error where the record has not three axes or no
/// such head.
Alignment alignment(const Record& weights, int head);

}  // namespace glassformer
