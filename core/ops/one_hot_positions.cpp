// One-hot positions: row i is 1 in column i and 0 elsewhere. Appended to the embedding, they select a row of the next
// matrix for every position.
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class OneHotPositions : public SizedByFirst {
public:
    OneHotPositions(int columns, int first) : columns_(columns), first_(first) {}

    std::string_view name() const override { return "one_hot_positions"; }

    std::string formula(std::size_t) const override {
        const std::string row = first_ == 0 ? "i" : "i + " + std::to_string(first_);
        return "{out}_{ij} = 1 \\text{where} " + row + " = j, \\text{else} 0";
    }

    Attributes attributes() const override {
        return {{"columns", static_cast<double>(columns_)}, {"first", static_cast<double>(first_)}};
    }
    std::any settings() const override { return PositionSettings{first_}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 1, 1);
        if (in[0].rank() < 2) throw Error("one_hot_positions needs [pos, d_model], got " + text(in[0]));
        const Dimension tokens = in[0][in[0].rank() - 2];
        if (first_ + tokens.size > columns_)
            throw Error("one_hot_positions has " + std::to_string(columns_) + " columns, the text has " +
                        std::to_string(first_ + tokens.size) + " tokens");
        return {tokens, {Axis::d_position, columns_}};
    }

    void forward(const Forward& run) const override {
        std::fill_n(run.out.data, run.out.shape.count(), 0.0F);
        for (std::size_t i = 0; i < run.out.shape.rows(); ++i) run.out.row(i)[static_cast<std::size_t>(first_) + i] = 1;
    }

    void backward(const Backward&) const override {}  // of the operand only the size matters

    Derivation derive(const CellQuery& question) const override {
        const bool own = first_ + question.cell[0] == question.cell[1];
        return DerivationBuilder::fixed(own ? 1 : 0, own ? "the token's position" : "another position");
    }

    Cost cost(std::span<const Shape>, const Shape& out) const override { return {0, 4 * entries(out)}; }

private:
    int columns_;
    int first_;
};

std::vector<Example> one_hot_positions_examples() {
    return {{"fewer tokens", one_hot_positions(6), {normal_tensor({{Axis::position, 4}, {Axis::d_model, 3}}, 1)}},
            {"every position", one_hot_positions(3), {normal_tensor({{Axis::position, 3}, {Axis::d_model, 5}}, 2)}},
            {"taken up at position 3",
             one_hot_positions(5, 3),
             {normal_tensor({{Axis::position, 2}, {Axis::d_model, 3}}, 4)}},
            {"a batch",
             one_hot_positions(4),
             {normal_tensor({{Axis::batch, 2}, {Axis::position, 2}, {Axis::d_model, 4}}, 3)}}};
}

}  // namespace

OperationPtr one_hot_positions(int columns, int first) { return std::make_shared<OneHotPositions>(columns, first); }

extern const OperationRow one_hot_positions_row{"one_hot_positions", one_hot_positions_examples};

}  // namespace glassformer::op
