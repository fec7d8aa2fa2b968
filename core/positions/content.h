// The one query and the one key that the laboratory sets at every pair of places: what a token is apart from where it
// stands. Drawn with a seed, or taken from a head of a model that has read a text.
#pragma once

#include "core/positions/learned.h"

namespace glassformer {
class Trace;
}

namespace glassformer::positions {

/// query = x W_Q + b_Q and key = y W_K + b_K, without any position. W_Q and W_K are also what positions that are added
/// to x and y pass through.
struct Content {
    Tensor query_token, key_token;    // x, y [d_model]
    Tensor query_weight, key_weight;  // W_Q, W_K [d_model, d_head]
    Tensor query, key;                // [d_head]
    std::string origin;               // "random, seed 3", or the model's name
    /// Of a model that adds positions: its own were taken out of x and y. False where the model has none to take out,
    /// or where they can no longer be told from the rest.
    bool positions_removed = false;
};

/// x and y are N(0, 1); the projections as the settings say. Depends on d_model, d_head, projection, same_token and
/// seed alone, so that all columns compare the same two vectors.
Content random_content(const Settings& settings);

/// Which row of the trace asks and which answers.
struct TokenPair {
    int query = 0, key = 0;
};

/// q and k of a head of the model that made the trace, from what the attention reads. A norm before it is taken as the
/// linear map that it is for this row, with the row's own mean and deviation, and made part of W_Q and W_K: at the
/// tokens' own places the query and the key are then those of the trace. Positions that the model added to the
/// embedding are taken out again, as far as the residual stream carries them unchanged. Throws Error where the model
/// or the trace has no such head or row.
Content content_of(const Model& model, const Trace& trace, const HeadRef& place, const TokenPair& tokens);

}  // namespace glassformer::positions
