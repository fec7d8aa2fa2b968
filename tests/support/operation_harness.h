// Holds one example of an operation against its own contract: forward against derivation, backward against central
// differences in double precision, a batch against its sequences. What PyTorch and other backends say is compared
// elsewhere, with the helpers below. An operand of nothing but whole numbers (token ids, labels, masks) counts as
// discrete: it gets no gradient, and in_grad is null for it.
#pragma once

#include <string>
#include <vector>

#include "core/ops/operation.h"

namespace glassformer::harness {

/// Everything that is wrong with the example, one sentence each; empty if it holds.
std::vector<std::string> defects(const Example& example);

/// The result of a forward evaluation into memory full of NaN.
Tensor forward(const Operation& operation, const std::vector<Tensor>& operands);

/// Gradients of every operand, each zero before; discrete operands keep zeros.
std::vector<Tensor> backward(const Operation& operation, const std::vector<Tensor>& operands, const Tensor& out,
                             const Tensor& out_grad);

/// Whether every entry is a whole number, so that a gradient makes no sense.
bool discrete(const Tensor& operand);

}  // namespace glassformer::harness
