// The way back as rows to read, like the arithmetic of a cell: where its gradient came from, term by term of the chain
// rule, and which of the numbers before it brought most of it, hop by hop to a token.
#pragma once

#include "app/views/explanation/arithmetic.h"
#include "core/analysis/chain_rule.h"
#include "core/analysis/influence.h"

namespace glassformer {

/// The chain rule of a cell of an evaluation with gradients: d loss / d y · ∂y / ∂cell of the cells y that read it, as
/// chain_rule() found them, the `largest` with rows of their own. An input has none (and `rule` is not read): one row
/// that says so.
Arithmetic chain_rule_of(const Evaluation& evaluation, const CellRef& cell, const ChainRule& rule, int largest);
/// The same, with what chain_rule() finds.
Arithmetic chain_rule_of(const Evaluation& evaluation, const CellRef& cell, int largest = 6);

/// The path of core/analysis/influence.h, a row a hop, with the share that each has of the number it is followed from.
Arithmetic path_of(const Evaluation& evaluation, const InfluencePath& path);

}  // namespace glassformer
