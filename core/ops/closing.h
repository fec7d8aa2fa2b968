// What closed the scores that a softmax reads. A score of −∞ is a masked one, or one that left the range of a float:
// the softmax of a row that a mask closes is 0 everywhere, that of a row whose open scores are all −∞ is 0/0, NaN.
#pragma once

#include "core/tensor/tensor.h"

namespace glassformer {

/// Views without data: there is none. Batch and head axes are those of the scores [batch,] [head, query,] key.
struct Closing {
    ConstView sees;     // [query, key], 0: the mask closes the key
    ConstView padding;  // [key] or [batch, key], 0: the key is no token
    ConstView before;   // the scores before the mask; without them no score was closed by hand

    /// Whether row `r` of scores of this shape has open keys, and −∞ before the mask at each of them.
    bool overflows(const Shape& scores, std::size_t r) const;
};

}  // namespace glassformer
