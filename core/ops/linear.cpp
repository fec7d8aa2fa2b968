// Linear maps of rows: y = x W + b, and y = x Eᵀ where the weight is the embedding table (tied embeddings). One class:
// only the reading of the weight differs.
#include "core/math/product.h"
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class Linear : public RowWise {
public:
    explicit Linear(Transpose transpose) : transpose_(transpose) {}

    std::string_view name() const override { return transposed() ? "linear_transposed" : "linear"; }

    std::string formula(std::size_t operands) const override {
        return std::string("{out} = {0} {1}") + (transposed() ? "^{⊤}" : "") + (operands > 2 ? " + {2}" : "");
    }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 3);
        const Shape &x = in[0], &weight = in[1];
        if (x.rank() < 1 || weight.rank() != 2 || x.cols() != weight.size(inner()))
            throw Error(std::string(name()) + " needs equal inner sizes, got " + text(x) + " times " + text(weight) +
                        (transposed() ? " transposed" : ""));
        if (in.size() > 2 && (in[2].rank() != 1 || in[2].cols() != weight.size(outer())))
            throw Error(std::string(name()) + " needs one bias a result column, got " + text(in[2]) +
                        " for the weight " + text(weight));
        return x.with(x.rank() - 1, weight[outer()]);
    }

    void forward(const Forward& run) const override {
        const auto rows = static_cast<int>(run.out.shape.rows()), d_out = run.out.shape.cols();
        const bool bias = run.in.size() > 2;
        const int first = rows_bitwise_independent(rows, run.in[1].packing) ? run.first_row : 0;
        const auto left = static_cast<std::size_t>(first);
        if (bias)
            split(run.pool, run.out.shape.rows() - left, static_cast<std::size_t>(d_out),
                  [&](std::size_t begin, std::size_t end) {
                      for (std::size_t r = begin; r < end; ++r)
                          std::copy_n(run.in[2].data, d_out, run.out.row(left + r));
                  });
        const int d_in = run.in[0].shape.cols();
        product(rows - first, d_out, d_in, {run.in[0].row(left), d_in},
                {run.in[1].data, run.in[1].shape.cols(), transpose_, run.in[1].packing}, run.out.row(left), d_out, bias,
                run.pool);
    }

    void backward(const Backward& run) const override {
        const auto rows = static_cast<int>(run.out.shape.rows()), d_out = run.out.shape.cols();
        const int d_in = run.in[0].shape.cols(), stride = run.in[1].shape.cols();
        const MatrixIn upstream{run.out_grad.data, d_out}, x{run.in[0].data, d_in};
        if (float* grad = run.in_grad[0].data)
            product(rows, d_in, d_out, upstream,
                    {run.in[1].data, stride, transposed() ? Transpose::no : Transpose::yes}, grad, d_in,
                    run.accumulates(0), run.pool);
        if (float* grad = run.in_grad[1].data) {
            const MatrixIn upstream_columns{upstream.data, d_out, Transpose::yes},
                x_columns{x.data, d_in, Transpose::yes};
            if (transposed())
                product(d_out, d_in, rows, upstream_columns, x, grad, stride, run.accumulates(1), run.pool);
            else
                product(d_in, d_out, rows, x_columns, upstream, grad, stride, run.accumulates(1), run.pool);
        }
        if (run.in.size() > 2 && run.in_grad[2].data != nullptr)
            contribute_column_sums(run.out_grad, run.in_grad[2].data, run.accumulates(2));
    }
    bool assigns_gradients() const override { return true; }

    CellBox readers(int operand, const Cell& cell, std::span<const Shape>, const Shape& out) const override {
        const int last = out.rank() - 1;
        if (operand == 0) return CellBox::cell(cell).along(last, out);
        return CellBox::whole(out).at(last, operand == 1 ? cell[outer()] : cell[0]);
    }

    Derivation derive(const CellQuery& question) const override {
        const int last = question.out.rank() - 1, column = question.cell[last];
        DerivationBuilder builder(question.read);
        Step sum;
        const auto [first, end] = summands(question, last);
        for (int c = first; c < end; ++c) {
            Cell entry = question.cell, weight{{c, column}};
            entry[last] = c;
            if (transposed()) weight = Cell{{column, c}};
            sum.terms.push_back({.factors = {builder.operand(0, entry), builder.operand(1, weight)}});
        }
        if (question.in.size() > 2) sum.terms.push_back({.factors = {builder.operand(2, Cell{{column}})}});
        return builder.finish(sum);
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        return {2 * entries(out) * in[0].cols() + (in.size() > 2 ? entries(out) : 0), bytes(in, out)};
    }

private:
    struct Summands {
        int first, end;
    };
    /// Which columns of x a derivation names: all, or the one with the cell that is asked about.
    Summands summands(const CellQuery& question, int last) const {
        if (question.about == nullptr) return {0, question.in[0].cols()};
        if (question.about->operand == 2) return {0, 0};
        const int c = question.about->operand == 0 ? question.about->cell[last] : question.about->cell[inner()];
        return {c, c + 1};
    }

    bool transposed() const { return transpose_ == Transpose::yes; }
    int inner() const { return transposed() ? 1 : 0; }  // the weight's axis that is summed over
    int outer() const { return 1 - inner(); }

    Transpose transpose_;
};

std::vector<Example> linear_examples() {
    const Shape weight{{Axis::d_model, 5}, {Axis::d_ff, 7}};
    const Tensor bias = normal_tensor({{Axis::d_ff, 7}}, 1);
    return {{"odd sizes",
             linear(),
             {normal_tensor({{Axis::position, 3}, {Axis::d_model, 5}}, 2), normal_tensor(weight, 3), bias}},
            {"no bias, one token",
             linear(),
             {normal_tensor({{Axis::position, 1}, {Axis::d_model, 5}}, 4), normal_tensor(weight, 5)}},
            {"one row, one column",
             linear(),
             {normal_tensor({{Axis::d_model, 5}}, 6), normal_tensor({{Axis::d_model, 5}, {Axis::classes, 1}}, 7),
              normal_tensor({{Axis::classes, 1}}, 8)}},
            {"a batch",
             linear(),
             {normal_tensor({{Axis::batch, 2}, {Axis::position, 3}, {Axis::d_model, 5}}, 9), normal_tensor(weight, 10),
              bias}}};
}

std::vector<Example> linear_transposed_examples() {
    const Shape table{{Axis::vocab, 11}, {Axis::d_model, 5}};
    return {{"odd sizes",
             linear_transposed(),
             {normal_tensor({{Axis::position, 3}, {Axis::d_model, 5}}, 1), normal_tensor(table, 2)}},
            {"a bias, one token",
             linear_transposed(),
             {normal_tensor({{Axis::position, 1}, {Axis::d_model, 5}}, 3), normal_tensor(table, 4),
              normal_tensor({{Axis::vocab, 11}}, 5)}},
            {"a batch",
             linear_transposed(),
             {normal_tensor({{Axis::batch, 2}, {Axis::position, 3}, {Axis::d_model, 5}}, 6), normal_tensor(table, 7)}}};
}

}  // namespace

OperationPtr linear() { return std::make_shared<Linear>(Transpose::no); }

OperationPtr linear_transposed() { return std::make_shared<Linear>(Transpose::yes); }

extern const OperationRow linear_row{"linear", linear_examples};
extern const OperationRow linear_transposed_row{"linear_transposed", linear_transposed_examples};

}  // namespace glassformer::op
