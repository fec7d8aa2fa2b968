// The interface of an operation: one line of the forward pass. An operation is a small constant value (layer norm with
// its ε, a rotation with its base) that knows its formula, its shape rule, both directions, the derivation of one cell,
// its cost, and examples on which the tests hold it against PyTorch, against double precision and across backends.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/ops/changed_rows.h"
#include "core/ops/derivation.h"
#include "core/tensor/cell_box.h"
#include "core/tensor/tensor.h"

namespace glassformer {

class ThreadPool;

/// Floating-point operations and bytes read and written by one forward evaluation (4 bytes an entry).
struct Cost {
    double flop = 0;
    double bytes = 0;
};

/// What an operation was set to, for files and captions: {"eps", 1e-5}, {"layout", "half"}.
using Attributes = std::vector<std::pair<std::string, std::variant<double, std::string>>>;

/// Operands and result of a forward evaluation. The result's memory holds old values: write every entry from first_row
/// on.
struct Forward {
    std::span<const ConstView> in;
    View out;
    ThreadPool* pool = nullptr;  // for large operands; null: one thread
    int first_row = 0;           // rows before it hold what they should already: they may be left
    float* kept = nullptr;       // room for saved_for_backward() numbers; null: nobody will ask for them
};

/// Operands, result and their gradients. Add to in_grad[i].data, or, where it is fresh, write every entry of it,
/// operand by operand (two may share the memory); it is null where no gradient is wanted.
struct Backward {
    std::span<const ConstView> in;
    ConstView out;
    ConstView out_grad;
    std::span<const View> in_grad;
    ThreadPool* pool = nullptr;
    unsigned fresh = 0;           // bit i: in_grad[i] holds nothing yet
    const float* kept = nullptr;  // what forward() left there; null: it is to be computed again
    bool adds_to(std::size_t operand) const { return (fresh >> operand & 1U) == 0; }
};

/// Question for the derivation of one cell of the result.
struct CellQuery {
    Cell cell;
    std::span<const Shape> in;
    Shape out;
    DerivationBuilder::Read read;  // operands' values

    // For derivatives (core/ops/derivative.h): what need not be built.
    struct Source {
        int operand = 0;
        Cell cell;
    };
    const Source* about = nullptr;    // only slopes with respect to this cell are asked for: terms without it may lack
    const Derivation* row = nullptr;  // of another cell of the row, whose first shared_steps() are taken as they are
};

class Operation {
public:
    virtual ~Operation() = default;

    /// The operation's name in files, and the name of its shader: "layer_norm".
    virtual std::string_view name() const = 0;

    /// Formula as markup (docs/formula-markup.md): {out}, {0}, {1} … stand for the symbols of result and operands.
    virtual std::string formula(std::size_t operands) const = 0;

    virtual Attributes attributes() const { return {}; }

    /// Shape of the result; throws Error naming the operation and both shapes where the operands do not fit.
    virtual Shape infer(std::span<const Shape> in) const = 0;

    virtual void forward(const Forward& run) const = 0;
    virtual void backward(const Backward& run) const = 0;
    /// backward() heeds Backward::fresh; otherwise new gradients are handed to it as zeros, to be added to.
    virtual bool assigns_gradients() const { return false; }

    /// How many numbers forward() leaves for backward() where there is room: means of rows, sums of exponentials.
    virtual std::size_t saved_for_backward(std::span<const Shape> in) const {
        static_cast<void>(in);
        return 0;
    }

    // For a tape that keeps no more than gradients need (Tape::Keep::needed). -1: no operand.
    /// The operand of the result's shape whose memory the result may take: forward() reads an entry before it writes
    /// it, and backward() asks neither for the operand's values.
    virtual int output_may_alias() const { return -1; }
    /// The operand whose new gradient may take the memory of the result's: backward() reads an entry before it writes
    /// it.
    virtual int gradient_may_alias() const { return -1; }
    /// backward() asks for the result's values.
    virtual bool backward_reads_result() const { return false; }

    /// What differs in the result where the operands differ as `changed` says; `in` holds their new values.
    virtual ChangedRows changed_rows(std::span<const ChangedRows> changed, std::span<const ConstView> in) const {
        static_cast<void>(in);
        for (const ChangedRows& of : changed)
            if (of.any()) return ChangedRows::all();
        return {};
    }

    virtual Derivation derive(const CellQuery& question) const = 0;

    /// Cells of the result that may read this cell of operand `operand`, and perhaps more.
    virtual CellBox readers(int operand, const Cell& cell, std::span<const Shape> in, const Shape& out) const {
        static_cast<void>(operand), static_cast<void>(cell), static_cast<void>(in);
        return CellBox::whole(out);
    }
    /// So many first steps are the same in the derivations of all cells of a row (all cells that differ in the last
    /// axis only), and derive() takes them from Question::row where it is given.
    virtual int shared_steps() const { return 0; }

    virtual Cost cost(std::span<const Shape> in, const Shape& out) const = 0;
};

using OperationPtr = std::shared_ptr<const Operation>;

/// Example operands of an operation, for tests on every backend, goldens and benchmarks.
struct Example {
    std::string label;  // unique within the operation: "odd sizes", "one token"
    OperationPtr operation;
    std::vector<Tensor> operands;
};

}  // namespace glassformer
