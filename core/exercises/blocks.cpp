// Around attention: norms, the residual connection and its order, the MLP.
#include <algorithm>
#include <cmath>

#include "core/exercises/kinds.h"
#include "core/exercises/writing.h"
#include "core/ops/activation_table.h"

namespace glassformer::exercises {

namespace {

Tensor ones_as(int d) { return tensor_from({{Axis::d_model, d}}, Numbers(static_cast<std::size_t>(d), 1)); }
Tensor zeros_as(int d) { return Tensor(Shape{{Axis::d_model, d}}); }

Tensor normalized(const Tensor& x, float eps, NormEpsPlacement placement) {
    const int d = x.shape.cols();
    return computed(op::layer_norm(eps, placement), {x, ones_as(d), zeros_as(d)});
}

struct Moments {
    double mean = 0, variance = 0;
};
Moments moments_of(const Numbers& x) {
    Moments of;
    for (const double entry : x) of.mean += entry / static_cast<double>(x.size());
    for (const double entry : x) of.variance += (entry - of.mean) * (entry - of.mean) / static_cast<double>(x.size());
    return of;
}

Numbers less(Numbers x, double mean) {
    for (double& entry : x) entry -= mean;
    return x;
}

void step_moments(Exercise& made, const Numbers& x, const Moments& of) {
    const std::string n = std::to_string(x.size());
    made.step_formula("μ = " + fraction(sum_of(x), n) + " = " + shortest(of.mean));
    made.step_formula("x − μ = " + listed(less(x, of.mean)));
    Numbers squares = less(x, of.mean);
    for (double& entry : squares) entry *= entry;
    made.step_formula("σ² = " + fraction(sum_of(squares), n) + " = " + shortest(of.variance));
}

std::optional<Exercise> layer_norm(ExerciseSource& from) {
    const Numbers x = drawn_numbers(from.random, 4, -3, 6);
    const Moments of = moments_of(x);
    if (of.variance < 1 || std::abs(of.mean) > 4) return {};
    const double eps = 0.5;
    const Tensor row = token_rows(x, 1, 4);
    const Numbers inside = numbers_of(normalized(row, static_cast<float>(eps), NormEpsPlacement::inside_sqrt)),
                  added = numbers_of(normalized(row, static_cast<float>(eps), NormEpsPlacement::added_to_std));
    Exercise made;
    made.given = {{"x", x}, {"eps", {eps}}};
    made.ask(
        "Normalize the vector $x$ with LayerNorm, γ = 1 and β = 0, with both places of ε. Here $ε = 0.5$, so "
        "large that the difference can be seen; usual are $" +
        powered("10", "−5") +
        "$ and less. The variance is "
        "the mean of the squared deviations.");
    made.ask_tables({matrix_of("x", x, 4)});
    made.ask_formula("y_{inside} = " + fraction("x − μ", "\\sqrt{σ² + ε}") +
                     ",  y_{outside} = " + fraction("x − μ", "σ + ε"));
    made.answers = {{.name = "μ", .values = {of.mean}, .decimals = 2},
                    {.name = "σ²", .values = {of.variance}, .decimals = 4},
                    {.name = "y_{inside}", .values = inside},
                    {.name = "y_{outside}", .values = added}};
    step_moments(made, x, of);
    made.step("ε inside the square root:");
    made.step_formula("\\sqrt{" + shortest(of.variance) + " + 0.5} = " + fixed(std::sqrt(of.variance + eps), 4) +
                      ",  y_{inside} = " + listed(inside, 3));
    made.step("ε added to the standard deviation:");
    made.step_formula("\\sqrt{" + shortest(of.variance) + "} + 0.5 = " + fixed(std::sqrt(of.variance) + eps, 4) +
                      ",  y_{outside} = " + listed(added, 3));
    made.lines = 8;
    return made;
}

std::optional<Exercise> rms_norm(ExerciseSource& from) {
    const Numbers x = drawn_numbers(from.random, 4, -3, 5), gamma = drawn_steps(from.random, 4, 0.5, 2, 0.5);
    double squares = 0;
    for (const double entry : x) squares += entry * entry / 4;
    if (squares < 1 || x[0] == 0 || all_equal(gamma)) return {};
    // ε = 0: no vector of zeros is drawn.
    const Numbers y =
        numbers_of(computed(op::rms_norm(0), {token_rows(x, 1, 4), tensor_from({{Axis::d_model, 4}}, gamma)}));
    Exercise made;
    made.given = {{"x", x}, {"gamma", gamma}};
    made.ask("Normalize the vector $x$ with RMSNorm and the weights γ; ε is 0.");
    made.ask_tables({matrix_of("x", x, 4), matrix_of("γ", gamma, 4)});
    made.ask_formula("y = " + fraction("x", root_of("\\text{mean}(x²)")) + " ⊙ γ");
    made.answers = {{.name = "\\text{RMS}", .values = {std::sqrt(squares)}, .decimals = 4}, {.name = "y", .values = y}};
    Numbers terms = x;
    for (double& entry : terms) entry *= entry;
    made.step_formula("\\text{RMS} = " + root_of(fraction(sum_of(terms), "4")) + " = " + root_of(shortest(squares)) +
                      " = " + fixed(std::sqrt(squares), 4));
    made.step("Each entry is divided by it and multiplied by its weight. The first one:");
    made.step_formula(indexed("y", 1) + " = " + fraction(shortest(x[0]), fixed(std::sqrt(squares), 4)) + "·" +
                      shortest(gamma[0]) + " = " + fixed(y[0], 3));
    made.lines = 5;
    return made;
}

std::optional<Exercise> norm_order(ExerciseSource& from) {
    const Numbers x = drawn_numbers(from.random, 3, -3, 4);
    const Moments of = moments_of(x);
    if (of.variance < 1 || x[0] == x[1] || x[1] == x[2] || x[0] == x[2] || (x[0] >= 0 && x[1] >= 0 && x[2] >= 0))
        return {};
    const Activation& relu = *find_activation("relu");
    const Tensor row = token_rows(x, 1, 3);
    const auto norm = [](const Tensor& of_rows) { return normalized(of_rows, 0, NormEpsPlacement::inside_sqrt); };
    const Tensor sum = computed(op::add(), {row, computed(op::activate(relu), {row})});
    const Numbers post = numbers_of(norm(sum));
    const Tensor normal = norm(row);
    const Numbers pre = numbers_of(computed(op::add(), {row, computed(op::activate(relu), {normal})}));
    const Numbers sums = numbers_of(sum), normals = numbers_of(normal);
    const Moments of_sum = moments_of(sums);
    if (of_sum.variance < 1) return {};
    Exercise made;
    made.given = {{"x", x}};
    made.ask(
        "The sublayer $F(x) = \\text{ReLU}(x)$ has a residual connection and a LayerNorm with γ = 1, β = 0 and "
        "ε = 0. Compute its result in both orders.");
    made.ask_tables({matrix_of("x", x, 3)});
    made.ask_formula("y_{post} = \\text{LayerNorm}(x + F(x)),  y_{pre} = x + F(\\text{LayerNorm}(x))");
    made.answers = {{.name = "y_{post}", .values = post}, {.name = "y_{pre}", .values = pre}};
    made.step("Post-norm: first the sum, then the norm.");
    made.step_formula("x + \\text{ReLU}(x) = " + listed(sums) + ",  μ = " + fixed(of_sum.mean, 4) +
                      ",  σ = " + fixed(std::sqrt(of_sum.variance), 4));
    made.step_formula("y_{post} = " + listed(post, 3));
    made.step("Pre-norm: the norm is inside, and $x$ itself is passed on unchanged.");
    made.step_formula("μ = " + fixed(of.mean, 4) + ",  σ = " + fixed(std::sqrt(of.variance), 4) +
                      ",  \\text{LayerNorm}(x) = " + listed(normals, 3));
    made.step_formula("y_{pre} = x + \\text{ReLU}(" + listed(normals, 3) + ") = " + listed(pre, 3));
    made.lines = 8;
    return made;
}

std::optional<Exercise> mlp(ExerciseSource& from) {
    const Numbers x = drawn_numbers(from.random, 2, -2, 3), w_in = drawn_numbers(from.random, 6, -2, 2),
                  b = drawn_numbers(from.random, 3, -1, 1), w_out = drawn_numbers(from.random, 6, -2, 2);
    if (has_zero_row(x, 2) || has_zero_row(w_in, 3) || has_zero_row(w_out, 2)) return {};
    const Activation& relu = *find_activation("relu");
    const Shape in{{Axis::d_model, 2}, {Axis::d_ff, 3}}, out{{Axis::d_ff, 3}, {Axis::d_model, 2}};
    const Tensor row = token_rows(x, 1, 2);
    const Tensor h = computed(op::linear(), {row, tensor_from(in, w_in), tensor_from({{Axis::d_ff, 3}}, b)});
    const Tensor a = computed(op::activate(relu), {h});
    const Tensor f = computed(op::linear(), {a, tensor_from(out, w_out)});
    const Numbers y = numbers_of(computed(op::add(), {row, f}));
    const Numbers hidden = numbers_of(h), active = numbers_of(a), result = numbers_of(f);
    // One neuron at least is silent and one is not.
    const auto silent = std::ranges::count_if(hidden, [](double entry) { return entry < 0; });
    if (silent < 1 || silent > 2 || has_zero_row(active, 3) || has_zero_row(result, 2)) return {};
    Exercise made;
    made.given = {{"x", x}, {"w_in", w_in}, {"b", b}, {"w_out", w_out}};
    made.ask(
        "An MLP with three hidden neurons and ReLU reads the vector $x$ of one token. Compute its hidden layer "
        "before the ReLU and the block’s output with the residual connection.");
    made.ask_tables(
        {matrix_of("x", x, 2), matrix_of("W_{in}", w_in, 3), matrix_of("b", b, 3), matrix_of("W_{out}", w_out, 2)});
    made.ask_formula("y = x + \\text{ReLU}(xW_{in} + b)W_{out}");
    made.answers = {{.name = "xW_{in} + b", .values = hidden, .decimals = 0},
                    {.name = "y", .values = y, .decimals = 0}};
    for (std::size_t c = 0; c < 3; ++c)
        made.step_formula(indexed("h", static_cast<int>(c) + 1) + " = " + products(x, Numbers{w_in[c], w_in[3 + c]}) +
                          " + " + factor(b[c]) + " = " + shortest(hidden[c]));
    made.step_formula("\\text{ReLU}(h) = " + listed(active));
    for (std::size_t c = 0; c < 2; ++c)
        made.step_formula(indexed("y", static_cast<int>(c) + 1) + " = " + shortest(x[c]) + " + " +
                          products(active, Numbers{w_out[c], w_out[2 + c], w_out[4 + c]}) + " = " + shortest(y[c]));
    return made;
}

constexpr ExerciseKind block_table[] = {
    {"layer-norm", "LayerNorm with both places of ε", layer_norm},
    {"rms-norm", "RMSNorm", rms_norm},
    {"norm-order", "Norm and residual connection in both orders", norm_order},
    {"mlp", "An MLP with a residual connection", mlp},
};

}  // namespace

std::span<const ExerciseKind> block_exercises() { return block_table; }

}  // namespace glassformer::exercises
