// All matrices of one head, from the inputs of its projections to its part of the attention's output, as the page
// Products lays them out. Read from the trace alone, so that grouped keys, rotated queries, a bias on the scores,
// cross-attention and the alignment of a recurrent decoder are found in the same way.
#pragma once

#include <vector>

#include "app/views/attention/layers.h"

namespace glassformer {

/// A column of the page: a matrix, and where it is a product of the matrix at its left and another one, that one above.
struct ProductColumn {
    enum class Role : std::uint8_t { input, query, key, value, map, taken, part, output } role = Role::input;
    int record = -1;        // the matrix; of `part`: the output that it is a part of
    int above = -1;         // right factor
    int bias = -1;          // added to the product
    bool turned = false;    // the right factor is transposed: the keys of a score
    bool of_keys = false;   // its rows are the tokens attended to, not those that attend
    bool both = false;      // … they are both: an input of self-attention
    bool softmax = false;   // made of the matrix at its left by a softmax over each row
    const char* sign = "";  // between this matrix and the one at its left
};

struct HeadProducts {
    std::vector<ProductColumn> projections, attention;  // X to Q, K and V; Q to the part of the output
    int taken = -1;                                      // record of the head's output
};

/// Of the head at the cursor; of a recurrent decoder, of the step of `query`. Scaling and masking are left out where
/// they change no number.
HeadProducts head_products(const Evaluation& evaluation, const AttentionLayer& layer, int query, int cursor_head);

}  // namespace glassformer
