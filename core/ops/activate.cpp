// An activation function, entry by entry. The functions themselves are rows of activation_table.cpp.
#include <array>

#include "core/ops/activation_table.h"
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class Activate : public ElementWise {
public:
    explicit Activate(const Activation& activation) : activation_(activation) {}

    std::string_view name() const override { return "activate"; }

    std::string formula(std::size_t) const override {
        std::string right = activation_.formula;
        for (std::size_t at = right.find("{x}"); at != std::string::npos; at = right.find("{x}")) right[at + 1] = '0';
        return "{out} = " + right;
    }

    Attributes attributes() const override { return {{"activation", std::string(activation_.name)}}; }
    std::any settings() const override { return ActivationSettings{&activation_}; }

    Shape infer(std::span<const Shape> in) const override { return equal_shapes(in, 1); }

    void forward(const Forward& run) const override {
        split(run.pool, run.out.shape.count(), 8, [&](std::size_t begin, std::size_t end) {
            activation_.value(run.in[0].data + begin, run.out.data + begin, end - begin);
        });
    }

    void backward(const Backward& run) const override {
        if (run.in_grad[0].data == nullptr) return;
        split(run.pool, run.out.shape.count(), 8, [&](std::size_t begin, std::size_t end) {
            std::array<float, 256> slope;  // a piece at a time, so that nothing is allocated
            for (std::size_t i = begin; i < end; i += slope.size()) {
                const std::size_t n = std::min(slope.size(), end - i);
                activation_.derivative(run.in[0].data + i, slope.data(), n);
                contribute(array(run.in_grad[0].data + i, n), array(slope.data(), n) * array(run.out_grad.data + i, n),
                           run.accumulates(0));
            }
        });
    }
    bool assigns_gradients() const override { return true; }
    int gradient_may_alias() const override { return 0; }

    Derivation derive(const CellQuery& question) const override {
        DerivationBuilder builder(question.read);
        std::vector<Term> terms = activation_.derive(builder, builder.operand(0, question.cell));
        return builder.finish({.terms = std::move(terms)});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override { return {8 * entries(out), bytes(in, out)}; }

private:
    const Activation& activation_;  // a row of the table, which lives as long as the program
};

std::vector<Example> activate_examples() {
    std::vector<Example> examples;
    for (const Activation& row : all_activations()) {
        Tensor x = normal_tensor({{Axis::position, 3}, {Axis::d_ff, 11}}, 1);
        for (float& entry : x.data) entry *= 3;  // into the tails
        examples.push_back({std::string(row.name), activate(row), {x}});
        const Shape batched{{Axis::batch, 2}, {Axis::position, 1}, {Axis::d_ff, 5}};
        examples.push_back({std::string(row.name) + ", a batch", activate(row), {normal_tensor(batched, 2)}});
    }
    return examples;
}

}  // namespace

OperationPtr activate(const Activation& activation) { return std::make_shared<Activate>(activation); }

extern const OperationRow activate_row{"activate", activate_examples};

}  // namespace glassformer::op
