// One token with its position, as a model that adds or appends positions brings them together.
#pragma once

#include "core/positions/encoding.h"

namespace glassformer::positions {

/// A token's embedding, the position's own numbers, and what comes of both.
struct Placed {
    Tensor token;     // [d_model]
    Tensor position;  // [d_model] where it is added, [d_position] where it is appended
    Tensor together;  // their sum [d_model], or one after the other [d_model + d_position]
};

/// Row `row` of the encoding's table at a token [d_model], by the models' own operations. The encoding adds or appends
/// something, and the row is one of its table.
void place(const Settings& settings, const EncodingTables& encoding, const Tensor& token, int row, Placed& out);

}  // namespace glassformer::positions
