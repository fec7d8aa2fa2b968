// Tensors put together: rows of single steps below one another, or columns side by side.
#include <optional>
#include <vector>

#include "core/ops/example_operands.h"
#include "core/ops/operands.h"
#include "core/ops/ops.h"

namespace glassformer::op {

namespace {

class Concat : public Operation {
public:
    explicit Concat(ConcatAlong along, std::optional<Axis> as = {}) : along_(along), as_(as) {}

    std::string_view name() const override { return "concat"; }

    std::string formula(std::size_t operands) const override {
        const std::string between = rows() ? "; " : ", ";
        std::string inside = "{0}";
        if (operands > 3) inside += between + "…" + between + "{" + std::to_string(operands - 1) + "}";
        for (std::size_t i = 1; i < operands && operands <= 3; ++i) inside += between + "{" + std::to_string(i) + "}";
        return "{out} = [" + inside + "]";
    }

    Attributes attributes() const override { return {{"along", std::string(rows() ? "rows" : "columns")}}; }
    std::any settings() const override { return ConcatSettings{along_}; }

    Shape infer(std::span<const Shape> in) const override {
        if (in.empty()) throw Error("concat needs at least one operand");
        const int d = dimension(in[0]);
        if (d < 0) throw Error("concat along rows needs an axis of tokens, got " + text(in[0]));
        int size = 0;
        for (const Shape& given : in) {
            const Shape part = without_batch(given, in[0]) ? with_batch(given, in[0][0]) : given;
            if (part.rank() != in[0].rank() || !(part.with(d, in[0][d]) == in[0]))
                throw Error("concat needs shapes that differ along " + std::string(glassformer::name(in[0].axis(d))) +
                            " only, got " + text(in[0]) + " and " + text(part));
            size += part.size(d);
        }
        return in[0].with(d, {as_.value_or(in[0].axis(d)), size});
    }

    void forward(const Forward& run) const override {
        each_block(run.in, run.out.shape, [&](std::size_t operand, std::size_t from, std::size_t to, std::size_t n) {
            std::copy_n(run.in[operand].data + from, n, run.out.data + to);
        });
    }

    void backward(const Backward& run) const override {
        each_block(run.in, run.out.shape, [&](std::size_t operand, std::size_t from, std::size_t to, std::size_t n) {
            if (float* grad = run.in_grad[operand].data) array(grad + from, n) += array(run.out_grad.data + to, n);
        });
    }

    ChangedRows changed_rows(std::span<const ChangedRows> changed, std::span<const ConstView> in) const override {
        if (!rows()) return row_by_row(changed, in, false);
        ChangedRows result;
        int first = 0;
        for (std::size_t i = 0; i < in.size(); ++i) {
            if (changed[i].any()) {
                if (row_dimension(in[i].shape) < 0) return ChangedRows::all();
                const bool by_row = changed[i].row != ChangedRows::none;
                result.join({.row = by_row ? first + changed[i].row : ChangedRows::none, .column = changed[i].column});
            }
            first += in[i].shape.size(dimension(in[i].shape));
        }
        return result;
    }

    Derivation derive(const CellQuery& question) const override {
        const int d = dimension(question.out);
        Cell cell = question.cell;
        std::size_t operand = 0;
        const auto size = [&](const Shape& part) { return part.size(d - (question.out.rank() - part.rank())); };
        while (cell[d] >= size(question.in[operand])) cell[d] -= size(question.in[operand++]);
        if (question.in[operand].rank() < question.out.rank()) {
            cell[0] = 0;  // the sequence, which the part does not count
            std::rotate(cell.index.begin(), cell.index.begin() + 1, cell.index.end());
        }
        DerivationBuilder builder(question.read);
        return builder.finish({.terms = {{.factors = {builder.operand(static_cast<int>(operand), cell)}}}});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override { return {0, bytes(in, out)}; }

private:
    bool rows() const { return along_ == ConcatAlong::rows; }

    /// The part serves every sequence of the first one's batch.
    static bool without_batch(const Shape& part, const Shape& first) {
        return first.rank() > 0 && first.axis(0) == Axis::batch && part.rank() + 1 == first.rank();
    }
    static Shape with_batch(const Shape& part, const Dimension& batch) {
        std::vector<Dimension> dimensions{batch};
        for (int d = 0; d < part.rank(); ++d) dimensions.push_back(part[d]);
        return Shape(dimensions);
    }

    int dimension(const Shape& shape) const {
        if (!rows()) return shape.rank() - 1;
        const int position = shape.find(Axis::position);
        return position >= 0 ? position : shape.find(Axis::query);
    }

    /// Calls each(operand, offset in it, offset in the result, entries) for all blocks that lie in one piece.
    template <class Each>
    void each_block(std::span<const ConstView> in, const Shape& out, const Each& each) const {
        const int d = dimension(out);
        std::size_t inner = 1, outer = 1, before = 0;
        for (int i = 0; i < d; ++i) outer *= static_cast<std::size_t>(out.size(i));
        for (int i = d + 1; i < out.rank(); ++i) inner *= static_cast<std::size_t>(out.size(i));
        const std::size_t whole = static_cast<std::size_t>(out.size(d)) * inner;
        for (std::size_t i = 0; i < in.size(); ++i) {
            const int missing = out.rank() - in[i].shape.rank();
            const std::size_t n = static_cast<std::size_t>(in[i].shape.size(d - missing)) * inner;
            const std::size_t own = in[i].shape.count() / n;  // without a batch axis they serve every sequence
            for (std::size_t o = 0; o < outer; ++o) each(i, o % own * n, o * whole + before, n);
            before += n;
        }
    }

    ConcatAlong along_;
    std::optional<Axis> as_;
};

std::vector<Example> concat_examples() {
    const auto state = [](int rows, std::uint64_t seed) {
        return normal_tensor({{Axis::position, rows}, {Axis::d_hidden, 5}}, seed);
    };
    const auto batched = [](int rows, int columns, std::uint64_t seed) {
        return normal_tensor({{Axis::batch, 3}, {Axis::position, rows}, {Axis::d_hidden, columns}}, seed);
    };
    const auto weights = [](std::uint64_t seed) {
        return normal_tensor({{Axis::batch, 2}, {Axis::head, 2}, {Axis::query, 1}, {Axis::key, 3}}, seed);
    };
    return {{"steps", concat(ConcatAlong::rows), {state(1, 1), state(1, 2), state(1, 3), state(1, 4)}},
            {"one step", concat(ConcatAlong::rows), {state(1, 5)}},
            {"a batch", concat(ConcatAlong::rows), {batched(1, 4, 6), batched(2, 4, 7)}},
            {"weights of a batch", concat(ConcatAlong::rows), {weights(8), weights(9), weights(10)}},
            {"two side by side", concat(ConcatAlong::columns), {state(3, 11), state(3, 12)}},
            {"side by side in a batch", concat(ConcatAlong::columns), {batched(2, 4, 13), batched(2, 3, 14)}},
            {"the same positions for a batch",
             concat(ConcatAlong::columns, Axis::d_joined),
             {batched(4, 3, 15), normal_tensor({{Axis::position, 4}, {Axis::d_position, 2}}, 16)}}};
}

}  // namespace

OperationPtr concat(ConcatAlong along) { return std::make_shared<Concat>(along); }
OperationPtr concat(ConcatAlong along, Axis as) { return std::make_shared<Concat>(along, as); }

extern const OperationRow concat_row{"concat", concat_examples};

}  // namespace glassformer::op
