// A gate of a recurrent cell: its columns of what the token brings and of what the state before brings, added and bent.
// With a reset gate, as a GRU's candidate has it, the state's part is weighed first (Cho et al. 2014; the weighing
// stands after the product and its bias, as in cuDNN and PyTorch).
#include <array>

#include "core/ops/activation_table.h"
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class RecurrentGate : public RowWise {
public:
    RecurrentGate(const Activation& activation, const Function& bend, int part, int parts)
        : activation_(activation), bend_(bend), part_(part), parts_(parts) {}

    std::string_view name() const override { return "recurrent_gate"; }

    std::string formula(std::size_t operands) const override {
        return "{out} = \\text{" + std::string(activation_.name) + "}({0} + " + (operands > 2 ? "{2} ⊙ " : "") + "{1})";
    }

    Attributes attributes() const override {
        return {{"activation", std::string(activation_.name)},
                {"part", static_cast<double>(part_)},
                {"parts", static_cast<double>(parts_)}};
    }
    std::any settings() const override { return GateSettings{&activation_, part_}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 3);
        const Shape& x = in[0];
        if (x.rank() < 1 || !(x == in[1]))
            throw Error("recurrent_gate needs equal shapes, got " + text(x) + " and " + text(in[1]));
        if (part_ < 0 || part_ >= parts_ || x.cols() % parts_ != 0)
            throw Error("recurrent_gate cannot take part " + std::to_string(part_) + " of " + std::to_string(parts_) +
                        " of " + text(x));
        const Shape out = x.with(x.rank() - 1, {Axis::d_hidden, x.cols() / parts_});
        if (in.size() > 2 && !(in[2] == out))
            throw Error("recurrent_gate needs a reset gate " + text(out) + ", got " + text(in[2]));
        return out;
    }

    void forward(const Forward& run) const override {
        each_piece(run.in, run.out.shape, [&](const Piece& p) {
            before(run.in, p, run.out.data + p.out);
            activation_.value(run.out.data + p.out, run.out.data + p.out, p.n);
        });
    }

    void backward(const Backward& run) const override {
        std::array<float, piece> room;  // a piece at a time, so that nothing is allocated
        each_piece(run.in, run.out.shape, [&](const Piece& p) {
            before(run.in, p, room.data());
            activation_.derivative(room.data(), room.data(), p.n);
            Array slope = array(room.data(), p.n);
            slope *= array(run.out_grad.data + p.out, p.n);
            if (run.in_grad[0].data != nullptr) array(run.in_grad[0].data + p.in, p.n) += slope;
            const bool reset = run.in.size() > 2;
            if (reset && run.in_grad[2].data != nullptr)
                array(run.in_grad[2].data + p.out, p.n) += slope * array(run.in[1].data + p.in, p.n);
            if (run.in_grad[1].data == nullptr) return;
            if (reset)
                array(run.in_grad[1].data + p.in, p.n) += slope * array(run.in[2].data + p.out, p.n);
            else
                array(run.in_grad[1].data + p.in, p.n) += slope;
        });
    }

    CellBox readers(int operand, const Cell& cell, std::span<const Shape>, const Shape& out) const override {
        const int last = out.rank() - 1;
        if (operand == 2) return CellBox::cell(cell);
        const int column = cell[last] - part_ * out.cols();
        return column < 0 || column >= out.cols() ? CellBox::none() : CellBox::cell(cell).at(last, column);
    }

    Derivation derive(const CellQuery& question) const override {
        const int last = question.out.rank() - 1;
        Cell cell = question.cell;
        cell[last] += part_ * question.out.cols();
        DerivationBuilder builder(question.read);
        Term state{.factors = {builder.operand(1, cell)}};
        if (question.in.size() > 2) state.factors.push_back(builder.operand(2, question.cell));
        return builder.finish({.meaning = "activation of the input plus the previous state",
                               .after = &bend_,
                               .terms = {{.factors = {builder.operand(0, cell)}}, std::move(state)}});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        return {(in.size() > 2 ? 10 : 9) * entries(out), 4 * static_cast<double>(in.size() + 1) * entries(out)};
    }

private:
    static constexpr std::size_t piece = 256;

    struct Piece {
        std::size_t in, out, n;  // offsets in the first two operands and in the result, entries
    };

    template <class Each>
    void each_piece(std::span<const ConstView> in, const Shape& out, const Each& each) const {
        const auto columns = static_cast<std::size_t>(out.cols()), width = static_cast<std::size_t>(in[0].shape.cols());
        for (std::size_t r = 0; r < out.rows(); ++r)
            for (std::size_t c = 0; c < columns; c += piece)
                each({r * width + static_cast<std::size_t>(part_) * columns + c, r * columns + c,
                      std::min(piece, columns - c)});
    }

    /// What is bent.
    static void before(std::span<const ConstView> in, const Piece& p, float* to) {
        const ConstArray x = array(in[0].data + p.in, p.n), state = array(in[1].data + p.in, p.n);
        if (in.size() > 2)
            array(to, p.n) = x + array(in[2].data + p.out, p.n) * state;
        else
            array(to, p.n) = x + state;
    }

    const Activation& activation_;  // a row of the table, which lives as long as the program
    const Function& bend_;          // the same, as derivations apply it
    int part_, parts_;
};

std::vector<Example> recurrent_gate_examples() {
    const Shape step{{Axis::position, 1}, {Axis::gates, 12}}, one{{Axis::position, 1}, {Axis::d_hidden, 5}};
    const Shape batched{{Axis::batch, 3}, {Axis::position, 1}, {Axis::gates, 15}};
    const Shape reset{{Axis::batch, 3}, {Axis::position, 1}, {Axis::d_hidden, 5}};
    const Activation &tanh = *find_activation("tanh"), &sigmoid = *find_activation("sigmoid");
    return {{"one of four", recurrent_gate(sigmoid, 1, 4), {normal_tensor(step, 1), normal_tensor(step, 2)}},
            {"the whole", recurrent_gate(tanh, 0, 1), {normal_tensor(one, 3), normal_tensor(one, 4)}},
            {"with a reset gate",
             recurrent_gate(tanh, 2, 3),
             {normal_tensor({{Axis::position, 1}, {Axis::gates, 15}}, 5),
              normal_tensor({{Axis::position, 1}, {Axis::gates, 15}}, 6), normal_tensor(one, 7)}},
            {"a batch", recurrent_gate(sigmoid, 0, 3), {normal_tensor(batched, 8), normal_tensor(batched, 9)}},
            {"a batch with a reset gate",
             recurrent_gate(tanh, 2, 3),
             {normal_tensor(batched, 10), normal_tensor(batched, 11), normal_tensor(reset, 12)}}};
}

}  // namespace

OperationPtr recurrent_gate(const Activation& activation, int part, int parts) {
    if (activation.name == "tanh") return std::make_shared<RecurrentGate>(activation, function::tanh, part, parts);
    if (activation.name == "sigmoid")
        return std::make_shared<RecurrentGate>(activation, function::sigmoid, part, parts);
    throw Error("a recurrent gate is bent by tanh or sigmoid, not by " + std::string(activation.name));
}

extern const OperationRow recurrent_gate_row{"recurrent_gate", recurrent_gate_examples};

}  // namespace glassformer::op
