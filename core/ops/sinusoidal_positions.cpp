// Sinusoidal positions (Vaswani et al. 2017): entry 2k of position i is sin(i / base^(2k/d)), entry 2k+1 its cosine.
// And the same of the distances between tokens (Dai et al. 2019). One class: only what is counted in the rows differs.
#include <cmath>
#include <optional>

#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/position_formulas.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class SinusoidalPositions : public SizedByFirst {
public:
    SinusoidalPositions(double base, int columns, int first, RotaryLayout layout, std::optional<Sides> distances = {})
        : base_(base), columns_(columns), first_(first), layout_(layout), distances_(distances) {}

    std::string_view name() const override { return distances_ ? "sinusoidal_distances" : "sinusoidal_positions"; }

    std::string formula(std::size_t) const override {
        const std::string width = columns_ > 0 ? "d_{position}" : "d_{model}";
        const std::string sine = halves() ? "k" : "2k", cosine = halves() ? "k+" + width + "/2" : "2k+1";
        return "θ_{k} = \\text{base}^{-2k/" + width + "} = " + six_digits(base_) + "^{-2k/" + width + "}   {out}_{i," +
               sine + "} = \\text{sin} iθ_{k}   {out}_{i," + cosine + "} = \\text{cos} iθ_{k}   \\text{" +
               (distances_ ? "distance" : "position") + "} i   \\text{pair} k";
    }

    Attributes attributes() const override {
        if (distances_)
            return {{"base", base_}, {"two_sided", two_sided() ? 1.0 : 0.0}, {"first", static_cast<double>(first_)}};
        Attributes named{
            {"base", base_}, {"columns", static_cast<double>(columns_)}, {"first", static_cast<double>(first_)}};
        if (halves()) named.emplace_back("layout", "half");
        return named;
    }
    std::any settings() const override {
        if (distances_) return DistanceSettings{base_, *distances_};
        return SinusoidalSettings{base_, first_, layout_};
    }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 1, 1);
        if (in[0].rank() < 2) throw Error(std::string(name()) + " needs [pos, d_model], got " + text(in[0]));
        const Dimension tokens = in[0][in[0].rank() - 2];
        const Dimension columns = columns_ > 0 ? Dimension{Axis::d_position, columns_} : in[0][in[0].rank() - 1];
        if (halves() && columns.size % 2 != 0)
            throw Error("sines and cosines in halves need an even number of columns, got " +
                        std::to_string(columns.size));
        if (!distances_) return {tokens, columns};
        return {{Axis::offset, two_sided() ? 2 * tokens.size - 1 : first_ + tokens.size}, columns};
    }

    void forward(const Forward& run) const override {
        const int tokens = run.out.shape.size(0), d_model = run.out.shape.cols();
        const int apart = halves() ? d_model / 2 : 1, step = halves() ? 1 : 2;  // of a pair; from pair to pair
        for (int k = 0; 2 * k < d_model; ++k) {
            // Turning by the pair's angle once a token, in double, costs two calls of libm a pair and stays exact to
            // 1e-12 over ten thousand tokens.
            const double angle = frequency(k, d_model), turn_sin = std::sin(angle), turn_cos = std::cos(angle);
            double sine = 0, cosine = 1;
            // The row of 0. Below it stand the negative numbers; where it lies before the first row, the positions
            // between are turned through, so that a text that is taken up again has the bits of the whole.
            const int zero = -first(tokens);
            for (int i = 0; zero + i < tokens; ++i) {
                for (const int row_of : {zero - i, zero + i}) {
                    if (row_of < 0) continue;
                    float* row = run.out.row(static_cast<std::size_t>(row_of));
                    row[step * k] = static_cast<float>(row_of < zero ? -sine : sine);
                    if (step * k + apart < d_model) row[step * k + apart] = static_cast<float>(cosine);
                }
                const double next = sine * turn_cos + cosine * turn_sin;
                cosine = cosine * turn_cos - sine * turn_sin;
                sine = next;
            }
        }
    }

    void backward(const Backward&) const override {}  // of the operand only the size matters

    Derivation derive(const CellQuery& question) const override {
        const int i = question.cell[0] + first(question.out.size(0)), column = question.cell[1];
        const int half = question.out.cols() / 2, k = halves() ? column % half : column / 2;
        const bool sine = halves() ? column < half : column % 2 == 0;
        DerivationBuilder builder(question.read);
        const int angle = builder.add(
            {.symbol = std::to_string(i) + "θ_{" + std::to_string(k) + "}",
             .meaning = "angle of pair " + std::to_string(k) + (distances_ ? " at distance " : " at i = ") +
                        std::to_string(i) + (distances_ ? "" : ", counted from 0"),
             .terms = {{.factors = {DerivationBuilder::constant(i, std::to_string(i)),
                                    DerivationBuilder::constant(frequency(k, question.out.cols()),
                                                                six_digits(base_) + "^{-2·" + std::to_string(k) + "/" +
                                                                    std::to_string(question.out.cols()) + "}")}}}});
        return builder.finish(
            {.each = sine ? &function::sin : &function::cos, .terms = {{.factors = {builder.step(angle)}}}});
    }

    Cost cost(std::span<const Shape>, const Shape& out) const override { return {4 * entries(out), 4 * entries(out)}; }

private:
    double frequency(int pair, int d_model) const { return pair_frequency(pair, d_model, base_); }

    bool halves() const { return layout_ == RotaryLayout::half; }
    bool two_sided() const { return distances_ == Sides::two; }
    /// Position or distance of the first of `rows` rows.
    int first(int rows) const { return two_sided() ? -(rows / 2) : distances_ ? 0 : first_; }

    double base_;
    int columns_;                     // 0: as many as the operand has
    int first_;                       // position of the first row
    RotaryLayout layout_;             // of the columns
    std::optional<Sides> distances_;  // nothing: positions
};

std::vector<Example> sinusoidal_positions_examples() {
    return {
        {"an even width", sinusoidal_positions(10000), {normal_tensor({{Axis::position, 9}, {Axis::d_model, 6}}, 1)}},
        {"an odd width", sinusoidal_positions(100), {normal_tensor({{Axis::position, 40}, {Axis::d_model, 5}}, 2)}},
        {"taken up at position 11",
         sinusoidal_positions(10000, 0, 11),
         {normal_tensor({{Axis::position, 3}, {Axis::d_model, 6}}, 4)}},
        {"a batch",
         sinusoidal_positions(10000),
         {normal_tensor({{Axis::batch, 2}, {Axis::position, 3}, {Axis::d_model, 4}}, 3)}},
        {"sines and cosines in halves",
         sinusoidal_positions(10000, 0, 2, RotaryLayout::half),
         {normal_tensor({{Axis::position, 7}, {Axis::d_model, 6}}, 5)}},
        {"columns of their own",
         sinusoidal_positions(50, 3),
         {normal_tensor({{Axis::batch, 2}, {Axis::position, 6}, {Axis::d_model, 4}}, 4)}}};
}

std::vector<Example> sinusoidal_distances_examples() {
    return {{"earlier keys only",
             sinusoidal_distances(10000, Sides::one),
             {normal_tensor({{Axis::position, 7}, {Axis::d_model, 6}}, 1)}},
            {"keys on both sides",
             sinusoidal_distances(20, Sides::two),
             {normal_tensor({{Axis::position, 5}, {Axis::d_model, 5}}, 2)}},
            {"taken up at position 6",
             sinusoidal_distances(10000, Sides::one, 6),
             {normal_tensor({{Axis::position, 2}, {Axis::d_model, 4}}, 4)}},
            {"a batch",
             sinusoidal_distances(100, Sides::two),
             {normal_tensor({{Axis::batch, 2}, {Axis::position, 3}, {Axis::d_model, 4}}, 3)}}};
}

}  // namespace

OperationPtr sinusoidal_positions(double base, int columns, int first, RotaryLayout layout) {
    return std::make_shared<SinusoidalPositions>(base, columns, first, layout);
}

OperationPtr sinusoidal_distances(double base, Sides sides, int first) {
    if (sides == Sides::two && first > 0)
        throw Error("a text whose tokens attend to later ones cannot be continued from a cache at position " +
                    std::to_string(first));
    return std::make_shared<SinusoidalPositions>(base, 0, first, RotaryLayout::interleaved, sides);
}

extern const OperationRow sinusoidal_positions_row{"sinusoidal_positions", sinusoidal_positions_examples};
extern const OperationRow sinusoidal_distances_row{"sinusoidal_distances", sinusoidal_distances_examples};

}  // namespace glassformer::op
