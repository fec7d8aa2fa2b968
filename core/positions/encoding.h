// What an encoding is: the table that is added or appended, the angles that queries and keys turn by, or the bias on
// the scores. Computed by the engine's own operations; memory is kept between calls.
#pragma once

#include "core/positions/learned.h"

namespace glassformer::positions {

/// Tensors that the encoding has no use for are empty.
struct EncodingTables {
    /// Added or appended: P [pos, d_model or d_position]; shaw: the relative keys [offset, d_head], row `clip` for
    /// distance 0; transformer_xl: r, sines and cosines of the distances [offset, d_model].
    Tensor table;
    Tensor added;   // what is appended, as the matrix behind it brings it to the embedding: P · mix [pos, d_model]
    Tensor angles;  // rope, xpos: radians, one column a pair [pos, d_position]; not wrapped
    Tensor cosines, sines;  // of these angles
    /// xpos, YaRN: the cosines times what a query's and a key's pair is multiplied by at the position.
    Tensor query_cosines, key_cosines;
    Tensor bias;  // alibi, t5: [query, key], before any mask
};

/// Throws Error where positions do not exist: a learned table or one-hot columns end before the sentence does.
void encode(const Settings& settings, const Learned& learned, EncodingTables& out);

/// The rows that stand beside the embedding [pos, d_model]: the table, or what the matrix behind it makes of it. Null
/// where nothing is added.
const Tensor* added_rows(const Settings& settings, const EncodingTables& encoding);

/// p_i · p_j of the rows of a table: [query, key].
void similarity(const Tensor& rows, Tensor& out);

/// A query or key x of length d_head turned by the positions of the sentence, and scaled by them where the encoding
/// does: [pos, d_head]. For rotations alone.
void turned(const Settings& settings, const EncodingTables& encoding, Rotated what, const Tensor& x, Tensor& out);

/// What pair k of a query or key is multiplied by at a token; 1 where rotations keep lengths. For rotations alone.
double length_factor(const Settings& settings, Rotated what, int token, int pair);

}  // namespace glassformer::positions
