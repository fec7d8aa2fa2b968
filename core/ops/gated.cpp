// A gated MLP's inside (Shazeer 2020): the activation of one projection weighs the other, entry by entry.
#include <array>

#include "core/ops/activation_table.h"
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class Gated : public ElementWise {
public:
    explicit Gated(const Activation& activation) : activation_(activation) {}

    std::string_view name() const override { return "gated"; }

    std::string formula(std::size_t) const override {
        return "{out} = \\text{" + std::string(activation_.name) + "}({0}) ⊙ {1}";
    }

    Attributes attributes() const override { return {{"activation", std::string(activation_.name)}}; }
    std::any settings() const override { return ActivationSettings{&activation_}; }

    Shape infer(std::span<const Shape> in) const override { return equal_shapes(in, 2); }

    void forward(const Forward& run) const override {
        split(run.pool, run.out.shape.count(), 8, [&](std::size_t begin, std::size_t end) {
            const std::size_t n = end - begin;
            activation_.value(run.in[0].data + begin, run.out.data + begin, n);
            array(run.out.data + begin, n) *= array(run.in[1].data + begin, n);
        });
    }

    void backward(const Backward& run) const override {
        split(run.pool, run.out.shape.count(), 8, [&](std::size_t begin, std::size_t end) {
            std::array<float, 256> scratch;  // a piece at a time, so that nothing is allocated
            for (std::size_t i = begin; i < end; i += scratch.size()) {
                const std::size_t n = std::min(scratch.size(), end - i);
                const ConstArray upstream = array(run.out_grad.data + i, n);
                const ConstArray values = array(static_cast<const float*>(scratch.data()), n);
                if (run.in_grad[0].data != nullptr) {
                    activation_.derivative(run.in[0].data + i, scratch.data(), n);
                    array(run.in_grad[0].data + i, n) += values * array(run.in[1].data + i, n) * upstream;
                }
                if (run.in_grad[1].data != nullptr) {
                    activation_.value(run.in[0].data + i, scratch.data(), n);
                    array(run.in_grad[1].data + i, n) += values * upstream;
                }
            }
        });
    }

    Derivation derive(const CellQuery& question) const override {
        DerivationBuilder builder(question.read);
        std::vector<Term> terms = activation_.derive(builder, builder.operand(0, question.cell));
        for (Term& term : terms) term.factors.push_back(builder.operand(1, question.cell));
        return builder.finish({.terms = std::move(terms)});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override { return {9 * entries(out), bytes(in, out)}; }

private:
    const Activation& activation_;  // a row of the table, which lives as long as the program
};

std::vector<Example> gated_examples() {
    std::vector<Example> examples;
    const Shape one{{Axis::position, 3}, {Axis::d_ff, 7}};
    for (const Activation& row : all_activations())
        examples.push_back({std::string(row.name), gated(row), {normal_tensor(one, 1), normal_tensor(one, 2)}});
    const Shape batched{{Axis::batch, 2}, {Axis::position, 1}, {Axis::d_ff, 5}};
    examples.push_back(
        {"a batch", gated(*find_activation("silu")), {normal_tensor(batched, 3), normal_tensor(batched, 4)}});
    return examples;
}

}  // namespace

OperationPtr gated(const Activation& activation) { return std::make_shared<Gated>(activation); }

extern const OperationRow gated_row{"gated", gated_examples};

}  // namespace glassformer::op
