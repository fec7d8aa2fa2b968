// One column of the laboratory: all that is shown of one encoding, computed together. A caller keeps the column, and
// nothing is allocated while sizes stay.
#pragma once

#include "core/positions/scores.h"

namespace glassformer::positions {

struct Column {
    EncodingTables encoding;
    Scores scores;
    Diagonals diagonals;               // of the score map
    WidestDiagonal widest;             // of the score map
    Tensor similarity;                 // p_i · p_j [query, key]; empty where nothing is added
    WidestDiagonal widest_similarity;  // of it
};

/// Throws Error where the settings make no sense or positions do not exist; the column is then not to be shown.
/// `learned` and `content` must be of these settings' sizes.
void compute(const Settings& settings, const Learned& learned, const Content& content, Column& out);

}  // namespace glassformer::positions
