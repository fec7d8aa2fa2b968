// The interface of an operation: one line of the forward pass. An operation is a small constant value (layer norm with
// its ε, a rotation with its base) that knows its formula, its shape rule, both directions, the derivation of one cell,
// its cost, and examples on which the tests hold it against PyTorch, against double precision and across backends.
#pragma once

#include <any>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ops/changed_rows.h"
#include "core/ops/derivation.h"
#include "core/tensor/cell_box.h"
#include "core/tensor/tensor.h"

namespace glassformer {

class ThreadPool;
struct Closing;

/// Floating-point operations and bytes read and written by one forward evaluation (4 bytes per entry).
struct Cost {
    double flop = 0;
    double bytes = 0;
};

/// One setting of an operation, a number or a word: {"eps", 1e-5}, {"layout", "half"}. Not a std::variant: that of
/// libstdc++ 12 destroys what was never made when the copy of a word finds no memory.
struct Attribute {
    Attribute(std::string name, double value) : key(std::move(name)), number(value), is_number(true) {}
    Attribute(std::string name, std::string value) : key(std::move(name)), word(std::move(value)) {}
    Attribute(std::string name, const char* value) : key(std::move(name)), word(value) {}

    std::string key;
    double number = 0;
    std::string word;
    bool is_number = false;
};
/// Settings of an operation for files and captions.
using Attributes = std::vector<Attribute>;

/// Operands and result of forward(). The result's memory is not cleared: forward() assigns every entry of the rows from
/// first_row on, and may leave the rows before it, which are up to date.
struct Forward {
    std::span<const ConstView> in;
    View out;
    ThreadPool* pool = nullptr;  // for large operands; null: one thread
    int first_row = 0;
    float* saved = nullptr;            // memory for saved_for_backward() numbers; null: save none
    const Closing* closing = nullptr;  // what closed the first operand's entries; null: each −∞ was closed
};

/// Operands, result and gradients of backward(). in_grad[i].data is null where no gradient of operand i is wanted.
/// Otherwise backward() accumulates into it, or assigns every entry of it where it holds no gradient yet. Operands are
/// finished one after the other, since two of them may be the same tensor with the same gradient.
struct Backward {
    std::span<const ConstView> in;
    ConstView out;
    ConstView out_grad;
    std::span<const View> in_grad;
    ThreadPool* pool = nullptr;
    unsigned assigned = 0;         // bit i: in_grad[i] is uninitialized memory, to be assigned
    const float* saved = nullptr;  // the numbers that forward() saved; null: recompute them from the operands
    bool accumulates(std::size_t operand) const { return (assigned >> operand & 1U) == 0; }
};

/// Request for the derivation of one cell of the result.
struct CellQuery {
    Cell cell;
    std::span<const Shape> in;
    Shape out;
    DerivationBuilder::Read read;  // operands' values
    /// Whether the open scores of the cell's row are all −∞ (Closing::overflows); empty: each −∞ was closed.
    std::function<bool()> overflows = {};

    // Limits for derivatives (core/ops/derivative.h), which need only a part of the derivation.
    struct Source {
        int operand = 0;
        Cell cell;
    };
    const Source* about = nullptr;    // terms that do not depend on this cell may be left out; null: every term
    const Derivation* row = nullptr;  // derivation of another cell of the same row; its first shared_steps() are reused
};

class Operation {
public:
    virtual ~Operation() = default;

    /// The operation's name in files, and the name of its shader: "layer_norm".
    virtual std::string_view name() const = 0;

    /// Formula as markup (docs/formula-markup.md): {out}, {0}, {1} … stand for the symbols of result and operands.
    virtual std::string formula(std::size_t operands) const = 0;

    virtual Attributes attributes() const { return {}; }
    /// The settings as the struct that ops.h declares with the operation, for settings_of(); empty: there are none.
    virtual std::any settings() const { return {}; }

    /// Shape of the result; throws Error naming the operation and both shapes where the operands do not fit.
    virtual Shape infer(std::span<const Shape> in) const = 0;

    virtual void forward(const Forward& run) const = 0;
    virtual void backward(const Backward& run) const = 0;
    /// Whether backward() honours Backward::assigned. If not, the caller zeroes new gradients and backward() only
    /// accumulates.
    virtual bool assigns_gradients() const { return false; }

    /// Number of floats that forward() saves for backward(): means of rows, sums of exponentials.
    virtual std::size_t saved_for_backward(std::span<const Shape> in) const {
        static_cast<void>(in);
        return 0;
    }

    // Aliasing, used by a tape that keeps only what gradients need (Tape::Keep::needed). -1: no operand.
    /// The operand, of the result's shape, whose memory the result may alias (in-place forward): forward() reads each
    /// entry before it writes it, and backward() does not read the operand's values.
    virtual int output_may_alias() const { return -1; }
    /// The operand whose gradient may alias the result's gradient (in-place backward): backward() reads each entry
    /// before it writes it.
    virtual int gradient_may_alias() const { return -1; }
    /// Whether backward() reads the result's values, which must then be saved.
    virtual bool backward_reads_result() const { return false; }

    /// Rows of the result that change when the operands change in the rows `changed`; `in` holds the new values.
    virtual ChangedRows changed_rows(std::span<const ChangedRows> changed, std::span<const ConstView> in) const {
        static_cast<void>(in);
        for (const ChangedRows& of : changed)
            if (of.any()) return ChangedRows::all();
        return {};
    }

    virtual Derivation derive(const CellQuery& question) const = 0;

    /// A box that holds every cell of the result that depends on this cell of operand `operand`; it may be larger.
    virtual CellBox readers(int operand, const Cell& cell, std::span<const Shape> in, const Shape& out) const {
        static_cast<void>(operand), static_cast<void>(cell), static_cast<void>(in);
        return CellBox::whole(out);
    }
    /// Number of leading steps that the derivations of all cells of a row (cells that differ in the last axis only)
    /// have in common; derive() copies them from CellQuery::row where it is given.
    virtual int shared_steps() const { return 0; }

    virtual Cost cost(std::span<const Shape> in, const Shape& out) const = 0;

    /// The operands by which the result has −∞ in it: 0 there closes a score. -1: no such operand.
    struct ClosedBy {
        int scores = -1, sees = -1, padding = -1;
    };
    virtual ClosedBy closed_by(std::size_t operands) const {
        static_cast<void>(operands);
        return {};
    }
};

using OperationPtr = std::shared_ptr<const Operation>;

/// Example operands of an operation, for tests on every backend, goldens and benchmarks.
struct Example {
    std::string label;  // unique within the operation: "odd sizes", "one token"
    OperationPtr operation;
    std::vector<Tensor> operands;
};

}  // namespace glassformer
