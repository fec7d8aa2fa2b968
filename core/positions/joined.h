// The tokens of a sentence and their positions brought together before the first block, in one of three ways, and what
// a dot product of two of the results is made of.
#pragma once

#include <array>
#include <cstdint>

#include "core/positions/encoding.h"

namespace glassformer::positions {

/// add: x + p (Vaswani et al. 2017). append: [x ; p], vectors of a size of their own. one_hot: [x ; e], a dimension for
/// each position.
enum class JoinWay : std::uint8_t { add, append, one_hot };
inline constexpr std::array join_ways{JoinWay::add, JoinWay::append, JoinWay::one_hot};

/// The settings with the encoding that joins in this way. `vectors` is an encoding that is added or appended as the
/// settings say; the way `append` gives it `dims` columns, and the way `one_hot` has no use for either: its columns are
/// `table_rows` of the settings.
Settings joined_settings(JoinWay way, Settings settings, const PositionalKind& vectors, int dims);
/// The way of these settings; their encoding is added or appended.
JoinWay way_of(const Settings& settings);

/// All rows of the sentence.
struct Joined {
    Tensor tokens;     // X [pos, d_model]
    Tensor positions;  // P [pos, d_model] where it is added, [pos, d_position] where it is appended
    Tensor result;     // X + P [pos, d_model], or [X ; P] [pos, d_model + d_position]
};
/// `tokens` [pos, d_model] and the encoding's table, joined by the models' own operations. Both have as many rows.
void join(const Settings& settings, const EncodingTables& encoding, const Tensor& tokens, Joined& out);

/// Vectors for the tokens of a sentence N(0, 1) [n_positions, d_model], from the settings' seed.
Tensor random_tokens(const Settings& settings);

/// (x_i joined with p_i) · (x_j joined with p_j), in its four products. A vector that is appended has zeros in the
/// dimensions of the other one, so that the two products of a token with a position are 0.
struct JoinedProduct {
    double token_token = 0;        // x_i · x_j
    double token_position = 0;     // x_i · p_j
    double position_token = 0;     // p_i · x_j
    double position_position = 0;  // p_i · p_j
    double whole = 0;              // of the two rows of the result
};
/// Of two rows, counted from 0.
JoinedProduct joined_product(const Joined& joined, int query, int key);

}  // namespace glassformer::positions
