// Which token of a text B stands for each token of a text A: what two runs are aligned by where B's words are A's in
// another order.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/session/evaluation.h"

namespace glassformer {

struct TokenMatch {
    std::vector<int> rows;  // for each token of A the one of B; −1: none
    int of_b = 0;           // tokens of B

    /// Each token has a partner of its own, and none is left in B.
    bool complete() const;
    /// Some token has its partner at another place.
    bool moves() const;
};

/// Equal words belong together, one that occurs several times in its order. Of the others those at the same place stand
/// for each other ("tired" for "wide"); the rest has no partner.
TokenMatch match_words(std::span<const std::string> a, std::span<const std::string> b);

/// For each dimension of a record of A the rows of B's record; empty: each row by its own index.
using DimensionRows = std::array<std::span<const int>, 4>;

/// Two runs by the words of their texts.
struct RunMatch {
    TokenMatch text, target;

    /// B's words are A's in another order: only then is there more than one way to set the runs side by side.
    bool reorders() const { return text.complete() && target.complete() && (text.moves() || target.moves()); }
    DimensionRows rows(const Evaluation& a, const Record& record) const;
};
RunMatch match_runs(const Evaluation& a, const Evaluation& b);

/// The cell of B that belongs to a cell of A; an index is −1 where there is none.
Cell matched_cell(const DimensionRows& rows, Cell cell);

}  // namespace glassformer
