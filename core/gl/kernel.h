// How an operation is computed with shaders: a row of a table gives, for its name, the two functions that write its
// calls into a plan. Functions and row stand in the file of the operation's family (kernels_*.cpp); the list is made of
// the rows (cmake/rows.cmake).
#pragma once

#include <span>
#include <string_view>

#include "core/gl/plan.h"
#include "core/ops/operation.h"

namespace glassformer::gl {

/// An operand or a result on the device. An empty slice: no gradient is wanted.
struct Operand {
    Shape shape;
    Slice slice;
};

/// What closed the scores of a softmax (core/ops/closing.h); empty slices: there is none.
struct ClosedOn {
    Operand sees, padding, before;
};

struct ForwardCall {
    const Operation& operation;
    std::span<const Operand> in;
    Operand out;
    const ClosedOn* closing = nullptr;  // null: each −∞ was closed
};

/// Gradients are added to what is there.
struct BackwardCall {
    const Operation& operation;
    std::span<const Operand> in;
    Operand out;
    Operand out_grad;
    std::span<const Operand> in_grad;
};

struct Kernel {
    std::string_view operation;
    void (*forward)(Plan& plan, const ForwardCall& call);
    void (*backward)(Plan& plan, const BackwardCall& call);
    bool reads_first = true;  // false: of the first operand only the size matters
};

/// One an operation, in no particular order. A test holds that every operation has one.
std::span<const Kernel> all_kernels();
const Kernel* find_kernel(std::string_view operation);  // null where there is none

}  // namespace glassformer::gl
