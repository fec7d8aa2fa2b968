// Learned positions: the first rows of a table, one a token. `add` puts them onto the embedding.
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class LearnedPositions : public SizedByFirst {
public:
    explicit LearnedPositions(int first) : first_(first) {}

    std::string_view name() const override { return "learned_positions"; }

    std::string formula(std::size_t) const override {
        return first_ == 0 ? "{out}_{i} = {1}[i]" : "{out}_{i} = {1}[i + " + std::to_string(first_) + "]";
    }

    Attributes attributes() const override { return {{"first", static_cast<double>(first_)}}; }
    std::any settings() const override { return PositionSettings{first_}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 2);
        const Shape &x = in[0], &table = in[1];
        if (x.rank() < 2 || table.rank() != 2)
            throw Error("learned_positions needs an embedding [pos, d_model] and a table [position, columns], got " +
                        text(x) + " and " + text(table));
        const Dimension tokens = x[x.rank() - 2];
        if (first_ + tokens.size > table.size(0))
            throw Error("the model has " + std::to_string(table.size(0)) + " positions, the text has " +
                        std::to_string(first_ + tokens.size) + " tokens");
        return {tokens, table[1]};
    }

    void forward(const Forward& run) const override {
        std::copy_n(run.in[1].row(static_cast<std::size_t>(first_)), run.out.shape.count(), run.out.data);
    }

    void backward(const Backward& run) const override {
        const std::size_t n = run.out.shape.count();
        if (run.in_grad[1].data == nullptr) return;
        array(run.in_grad[1].row(static_cast<std::size_t>(first_)), n) += array(run.out_grad.data, n);
    }

    CellBox readers(int operand, const Cell& cell, std::span<const Shape>, const Shape& out) const override {
        const int row = cell[0] - first_;
        if (operand == 0 || row < 0 || row >= out.size(0)) return CellBox::none();
        return CellBox::cell(Cell{{row, cell[1]}});
    }

    Derivation derive(const CellQuery& question) const override {
        Cell cell = question.cell;
        cell[0] += first_;
        DerivationBuilder builder(question.read);
        return builder.finish({.terms = {{.factors = {builder.operand(1, cell)}}}});
    }

    Cost cost(std::span<const Shape>, const Shape& out) const override { return {0, 8 * entries(out)}; }

private:
    int first_;
};

std::vector<Example> learned_positions_examples() {
    const Tensor table = normal_tensor({{Axis::position, 6}, {Axis::d_model, 5}}, 1);
    return {
        {"fewer tokens", learned_positions(), {normal_tensor({{Axis::position, 4}, {Axis::d_model, 5}}, 2), table}},
        {"every position", learned_positions(), {normal_tensor({{Axis::position, 6}, {Axis::d_model, 5}}, 3), table}},
        {"taken up at position 4",
         learned_positions(4),
         {normal_tensor({{Axis::position, 2}, {Axis::d_model, 5}}, 5), table}},
        {"a batch",
         learned_positions(),
         {normal_tensor({{Axis::batch, 2}, {Axis::position, 1}, {Axis::d_model, 5}}, 4), table}},
        {"fewer columns",
         learned_positions(),
         {normal_tensor({{Axis::position, 3}, {Axis::d_model, 5}}, 5),
          normal_tensor({{Axis::position, 4}, {Axis::d_position, 2}}, 6)}}};
}

}  // namespace

OperationPtr learned_positions(int first) { return std::make_shared<LearnedPositions>(first); }

extern const OperationRow learned_positions_row{"learned_positions", learned_positions_examples};

}  // namespace glassformer::op
