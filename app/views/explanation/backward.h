// Backward pass as rows of arithmetic: the gradient of a cell, term by term of the chain rule, and the trace of a
// number back to the token that contributed most.
#pragma once

#include "app/views/explanation/arithmetic.h"
#include "core/analysis/chain_rule.h"
#include "core/analysis/influence.h"

namespace glassformer {

/// Chain rule of a cell: ∂loss/∂y · ∂y/∂cell of the cells y that read it, as chain_rule() found them; the `largest`
/// have rows of their own. The evaluation must have gradients. For an input `rule` is not read: one row says that an
/// input has no gradient.
Arithmetic chain_rule_of(const Evaluation& evaluation, const CellRef& cell, const ChainRule& rule, int largest);
/// Runs chain_rule() itself.
Arithmetic chain_rule_of(const Evaluation& evaluation, const CellRef& cell, int largest = 6);

/// What stands below the chain rule of a stage.
const char* gradient_sentence(const Record& of);

/// Path of core/analysis/influence.h: one row per hop, with its share of the number that it contributes to.
Arithmetic path_of(const Evaluation& evaluation, const InfluencePath& path);

}  // namespace glassformer
