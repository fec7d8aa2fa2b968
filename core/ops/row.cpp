// One row of many: what a step of a recurrent model takes from the product that was made for all steps at once, and the
// last state, which is all that a decoder without attention gets.
#include "core/ops/example_operands.h"
#include "core/ops/operands.h"
#include "core/ops/ops.h"

namespace glassformer::op {

namespace {

class Row : public Operation {
public:
    Row(int index, RowAxis axis) : index_(index), axis_(axis) {}

    std::string_view name() const override { return "row"; }

    std::string formula(std::size_t) const override {
        return "{out} = {0}[" + (last() ? std::string("\\text{last}") : std::to_string(index_)) + "]";
    }

    Attributes attributes() const override {
        return {{"index", static_cast<double>(index_)}, {"axis", std::string(keeps() ? "keep" : "drop")}};
    }
    std::any settings() const override { return RowSettings{index_}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 1, last() ? 2 : 1);
        const Shape& x = in[0];
        if (x.rank() < 2 || x.rank() > 3 || index_ >= tokens_of(x) || tokens_of(x) < 1)
            throw Error("row " + (last() ? std::string("last") : std::to_string(index_)) +
                        " needs [pos, columns] with that row, got " + text(x));
        if (in.size() > 1 && (in[1].count() != x.rows() || in[1].cols() != tokens_of(x)))
            throw Error("row last needs one padding entry a token of " + text(x) + ", got " + text(in[1]));
        if (keeps()) return x.with(x.rank() - 2, {x.axis(x.rank() - 2), 1});
        return x.rank() == 3 ? Shape{x[0], x[2]} : Shape{x[1]};
    }

    void forward(const Forward& run) const override {
        const auto columns = static_cast<std::size_t>(run.out.shape.cols());
        for (std::size_t b = 0; b < sequences(run.in[0].shape); ++b) {
            const int from = source(run.in, b);
            if (from < 0)
                std::fill_n(run.out.row(b), columns, 0.0F);
            else
                std::copy_n(run.in[0].row(row_of(run.in[0].shape, b, from)), columns, run.out.row(b));
        }
    }

    void backward(const Backward& run) const override {
        if (run.in_grad[0].data == nullptr) return;
        const auto columns = static_cast<std::size_t>(run.out.shape.cols());
        for (std::size_t b = 0; b < sequences(run.in[0].shape); ++b)
            if (const int from = source(run.in, b); from >= 0)
                array(run.in_grad[0].row(row_of(run.in[0].shape, b, from)), columns) +=
                    array(run.out_grad.row(b), columns);
    }

    ChangedRows changed_rows(std::span<const ChangedRows> changed, std::span<const ConstView> in) const override {
        const bool beyond = changed[0].column == ChangedRows::none && changed[0].row != ChangedRows::none &&
                            row_dimension(in[0].shape) >= 0 && !last() && changed[0].row > index_;
        if (beyond) return {};
        for (const ChangedRows& of : changed)
            if (of.any()) return ChangedRows::all();
        return {};
    }

    CellBox readers(int operand, const Cell& cell, std::span<const Shape> in, const Shape& out) const override {
        return operand == 0 ? CellBox::whole(out).at(out.rank() - 1, cell[in[0].rank() - 1]) : CellBox::whole(out);
    }

    Derivation derive(const CellQuery& question) const override {
        const Shape& x = question.in[0];
        const int b = x.rank() == 3 ? question.cell[0] : 0, column = question.cell[question.out.rank() - 1];
        DerivationBuilder builder(question.read);
        int from = last() ? tokens_of(x) - 1 : index_;
        if (question.in.size() > 1)
            for (; from >= 0; --from)
                if (builder.read(1, question.in[1].cell(row_of(x, static_cast<std::size_t>(b), from))) != 0) break;
        if (from < 0) return DerivationBuilder::fixed(0, "every token is padding");
        const Cell cell = x.rank() == 3 ? Cell{{b, from, column}} : Cell{{from, column}};
        return builder.finish({.terms = {{.factors = {builder.operand(0, cell)}}}});
    }

    Cost cost(std::span<const Shape>, const Shape& out) const override { return {0, 8 * entries(out)}; }

private:
    bool last() const { return index_ == last_row; }
    bool keeps() const { return axis_ == RowAxis::keep; }
    static int tokens_of(const Shape& x) { return x.size(x.rank() - 2); }
    static std::size_t sequences(const Shape& x) { return x.rank() == 3 ? static_cast<std::size_t>(x.size(0)) : 1; }
    static std::size_t row_of(const Shape& x, std::size_t b, int row) {
        return b * static_cast<std::size_t>(tokens_of(x)) + static_cast<std::size_t>(row);
    }

    /// The row that sequence b takes; -1 where all of it is padding.
    int source(std::span<const ConstView> in, std::size_t b) const {
        if (!last()) return index_;
        int from = tokens_of(in[0].shape) - 1;
        if (in.size() > 1)
            while (from >= 0 && in[1].data[row_of(in[0].shape, b, from)] == 0) --from;
        return from;
    }

    int index_;
    RowAxis axis_;
};

std::vector<Example> row_examples() {
    const Shape text{{Axis::position, 4}, {Axis::gates, 6}};
    const Shape batched{{Axis::batch, 3}, {Axis::position, 4}, {Axis::d_hidden, 5}};
    const Tensor padding = tensor_of({{Axis::batch, 3}, {Axis::position, 4}}, {1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0});
    return {{"one step", row(2, RowAxis::keep), {normal_tensor(text, 1)}},
            {"the last, without its axis", row(last_row, RowAxis::drop), {normal_tensor(text, 2)}},
            {"a batch", row(1, RowAxis::keep), {normal_tensor(batched, 3)}},
            {"the last of a batch", row(last_row, RowAxis::drop), {normal_tensor(batched, 4)}},
            {"the last before the padding", row(last_row, RowAxis::keep), {normal_tensor(batched, 5), padding}}};
}

}  // namespace

OperationPtr row(int index, RowAxis axis) { return std::make_shared<Row>(index, axis); }

extern const OperationRow row_row{"row", row_examples};

}  // namespace glassformer::op
