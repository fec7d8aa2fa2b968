// Sinusoidal positions (Vaswani et al. 2017): entry 2k of position i is sin(i / base^(2k/d)), entry 2k+1 its cosine.
#include <cmath>
#include <cstdio>

#include "core/ops/example.h"
#include "core/ops/operands.h"
#include "core/ops/ops.h"

namespace glassformer::op {

namespace {

class SinusoidalPositions : public Operation {
public:
    SinusoidalPositions(double base, int first) : base_(base), first_(first) {}

    std::string_view name() const override { return "sinusoidal_positions"; }

    std::string formula(std::size_t) const override {
        return "θ_{k} = \\text{base}^{-2k/d_{model}} = " + base_text() +
               "^{-2k/d_{model}}   {out}_{i,2k} = \\text{sin} iθ_{k}   {out}_{i,2k+1} = \\text{cos} iθ_{k}   "
               "\\text{position} i   \\text{pair} k";
    }

    Attributes attributes() const override { return {{"base", base_}, {"first", static_cast<double>(first_)}}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 1, 1);
        if (in[0].rank() < 2) throw Error("sinusoidal_positions needs [pos, d_model], got " + text(in[0]));
        return {in[0][in[0].rank() - 2], in[0][in[0].rank() - 1]};
    }

    void forward(const Forward& run) const override {
        const int tokens = run.out.shape.size(0), d_model = run.out.shape.cols();
        for (int k = 0; 2 * k < d_model; ++k) {
            // Turning by the pair's angle once a token, in double, costs two calls of libm a pair and stays exact to
            // 1e-12 over ten thousand tokens.
            const double angle = frequency(k, d_model), turn_sin = std::sin(angle), turn_cos = std::cos(angle);
            // The positions before the first are turned through too, so that a text that is taken up again has the
            // bits of the whole.
            double sine = 0, cosine = 1;
            for (int i = -first_; i < tokens; ++i) {
                if (i >= 0) {
                    float* row = run.out.row(static_cast<std::size_t>(i));
                    row[2 * k] = static_cast<float>(sine);
                    if (2 * k + 1 < d_model) row[2 * k + 1] = static_cast<float>(cosine);
                }
                const double next = sine * turn_cos + cosine * turn_sin;
                cosine = cosine * turn_cos - sine * turn_sin;
                sine = next;
            }
        }
    }

    void backward(const Backward&) const override {}  // of the operand only the size matters

    Change affected(std::span<const Change>, std::span<const ConstView>) const override { return {}; }

    Derivation derive(const Question& question) const override {
        const int i = first_ + question.cell[0], column = question.cell[1], k = column / 2;
        DerivationBuilder builder(question.read);
        const int angle = builder.add(
            {.symbol = std::to_string(i) + "θ_{" + std::to_string(k) + "}",
             .meaning = "angle of pair " + std::to_string(k) + " at position " + std::to_string(i),
             .terms = {{.factors = {DerivationBuilder::constant(i, std::to_string(i)),
                                    DerivationBuilder::constant(frequency(k, question.out.cols()),
                                                                base_text() + "^{-2·" + std::to_string(k) + "/" +
                                                                    std::to_string(question.out.cols()) + "}")}}}});
        return builder.finish(
            {.each = column % 2 == 0 ? &function::sin : &function::cos, .terms = {{.factors = {builder.step(angle)}}}});
    }

    Cost cost(std::span<const Shape>, const Shape& out) const override { return {4 * entries(out), 4 * entries(out)}; }

private:
    std::string base_text() const {
        char text[32];
        std::snprintf(text, sizeof text, "%g", base_);
        return text;
    }

    double frequency(int pair, int d_model) const { return std::pow(base_, -2.0 * pair / d_model); }

    double base_;
    int first_;
};

}  // namespace

OperationPtr sinusoidal_positions(double base, int first) { return std::make_shared<SinusoidalPositions>(base, first); }

std::vector<Example> sinusoidal_positions_examples() {
    return {
        {"an even width", sinusoidal_positions(10000), {normal_tensor({{Axis::position, 9}, {Axis::d_model, 6}}, 1)}},
        {"an odd width", sinusoidal_positions(100), {normal_tensor({{Axis::position, 40}, {Axis::d_model, 5}}, 2)}},
        {"taken up at position 11",
         sinusoidal_positions(10000, 11),
         {normal_tensor({{Axis::position, 3}, {Axis::d_model, 6}}, 4)}},
        {"a batch",
         sinusoidal_positions(10000),
         {normal_tensor({{Axis::batch, 2}, {Axis::position, 3}, {Axis::d_model, 4}}, 3)}}};
}

}  // namespace glassformer::op
