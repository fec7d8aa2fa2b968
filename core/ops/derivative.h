// Derivatives of one number by the numbers it was computed from: a derivation differentiated step by step, in double
// precision. One piece of code serves every operation, for each says where its numbers come from as data.
#pragma once

#include <vector>

#include "core/ops/derivation.h"
#include "core/ops/operation.h"

namespace glassformer {

/// ∂ step / ∂ cell for every step of the derivation, forwards; the last one is that of the derived number. Steps that
/// were taken from another derivation (CellQuery::row) have no terms: their slopes are given in `known`.
/// Of a maximum, its first largest term counts.
std::vector<double> step_slopes(const Derivation& derivation, const CellQuery::Source& about,
                                const std::vector<double>& known = {});

/// ∂ number / ∂ cell; 0 where the derivation does not name the cell, or has nothing to compute.
double slope(const Derivation& derivation, const CellQuery::Source& about);

/// A cell that a derivation names, and ∂ number / ∂ cell.
struct SourceSlope {
    int operand = 0;
    Cell cell;
    double value = 0;
    double slope = 0;
};
/// All of them, backwards in one walk; each cell once, in the order of operands and cells.
std::vector<SourceSlope> source_slopes(const Derivation& derivation);

}  // namespace glassformer
