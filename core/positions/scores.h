// What an encoding does to the score: the same query and the same key at every pair of places, as the sum of the terms
// that it is made of.
#pragma once

#include <span>
#include <vector>

#include "core/positions/content.h"
#include "core/positions/encoding.h"

namespace glassformer::positions {

/// One summand of the scores, scaled as they are.
struct ScoreTerm {
    const char* name = "";     // "content · position"
    const char* formula = "";  // markup: "x_{i} W_{Q} · p_{j} W_{K}"
    Tensor map;                // [query, key]
};

/// map = the sum of the terms [query, key], before any mask: what the models call scores_scaled, or scores_biased where
/// there is a bias. Scale as in settings.h; a bias is added after it, as the models do.
/// - added and appended: the four of ((x + p_i) W_Q)·((y + p_j) W_K)
/// - rope, xpos: (R(i) q)·(R(j) k), scaled for xpos      - alibi, t5: q·k, and the bias
/// - shaw: q·k, and q·a_{j-i} (Shaw et al. 2018)         - none: q·k
/// - transformer_xl: q·k, q·W_R r_{i-j}, u·k and v·W_R r_{i-j} (Dai et al. 2019); one-sided, the terms with r are 0
///   where the key stands behind the query
struct Scores {
    std::vector<ScoreTerm> terms;
    Tensor map;

    // Kept between calls.
    Tensor query_rows, key_rows, distances, repeated;
};

void score(const Settings& settings, const Learned& learned, const Content& content, const EncodingTables& encoding,
           Scores& out);

/// Smallest and largest entry of every diagonal, by the distance key - query from -(n - 1) to n - 1.
struct Diagonals {
    std::vector<float> least, most;
    int distance(std::size_t index) const { return static_cast<int>(index) - static_cast<int>(least.size() / 2); }
};
void diagonals(const Tensor& map, Diagonals& out);

/// The largest difference of two entries of one diagonal, and the distance key - query of that diagonal: 0 for a
/// Toeplitz matrix, whose entries depend on the distance alone. In the map's own unit; toeplitz_spread() of
/// core/analysis/measures.h is relative to what the whole map varies.
struct WidestDiagonal {
    double largest = 0;
    int distance = 0;
};
WidestDiagonal widest_diagonal(const Diagonals& diagonals);
WidestDiagonal widest_diagonal(const Tensor& map);

/// A point of the curve of one query: the score at the distance i - j to each key.
struct ScoreAtDistance {
    int distance = 0;
    float score = 0;
};
/// Of the query in row `query` of the map, in the order of the keys.
void against_distance(const Tensor& map, int query, std::vector<ScoreAtDistance>& out);

/// Largest |a - b| of two maps or tables of one size: what a shift of the sentence changes.
double largest_difference(const Tensor& a, const Tensor& b);

}  // namespace glassformer::positions
