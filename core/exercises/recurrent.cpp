// One step of recurrent cells.
#include <cmath>

#include "core/exercises/kinds.h"
#include "core/exercises/writing.h"
#include "core/ops/activation_table.h"

namespace glassformer::exercises {

namespace {

std::optional<Exercise> rnn_step(ExerciseSource& from) {
    const Numbers x = drawn_numbers(from.random, 2, -1, 2), h = drawn_steps(from.random, 2, -0.5, 0.5, 0.5),
                  w = drawn_steps(from.random, 4, -1, 1, 0.5), u = drawn_steps(from.random, 4, -1, 1, 0.5);
    if (has_zero_row(x, 2) || has_zero_row(h, 2) || has_zero_row(w, 2) || has_zero_row(u, 2)) return {};
    const Tensor input = computed(op::linear(), {token_rows(x, 1, 2), map_weights(w, 2, 2)}),
                 recurrent = computed(op::linear(), {token_rows(h, 1, 2), map_weights(u, 2, 2)});
    const Numbers next = numbers_of(computed(op::recurrent_gate(*find_activation("tanh"), 0, 1), {input, recurrent}));
    const Numbers a = numbers_of(input), b = numbers_of(recurrent);
    if (a[0] + b[0] == 0 || a[1] + b[1] == 0 || std::abs(a[0] + b[0]) > 2.5 || std::abs(a[1] + b[1]) > 2.5) return {};
    Exercise made;
    made.given = {{"x", x}, {"h", h}, {"w", w}, {"u", u}};
    made.ask(
        "A recurrent network without biases has the previous hidden state $h_{t−1}$ and reads the vector $x_{t}$. "
        "Compute its next hidden state.");
    made.ask_tables(
        {matrix_of("x_{t}", x, 2), matrix_of("h_{t−1}", h, 2), matrix_of("W^{x}", w, 2), matrix_of("W^{h}", u, 2)});
    made.ask_formula("h_{t} = \\text{tanh}(x_{t}W^{x} + h_{t−1}W^{h})");
    made.answers = {{.name = "h_{t}", .values = next}};
    made.step_formula("x_{t}W^{x} = " + listed(a) + ",  h_{t−1}W^{h} = " + listed(b));
    made.step_formula("h_{t} = \\text{tanh} " + listed(Numbers{a[0] + b[0], a[1] + b[1]}) + " = " + listed(next, 3));
    made.lines = 5;
    return made;
}

std::optional<Exercise> lstm_step(ExerciseSource& from) {
    const Numbers x = drawn_steps(from.random, 1, -1, 1, 0.5), h = drawn_steps(from.random, 1, -0.5, 0.5, 0.5),
                  c = drawn_steps(from.random, 1, -1, 1, 0.5), w = drawn_numbers(from.random, 4, -2, 2),
                  u = drawn_numbers(from.random, 4, -2, 2), b = drawn_numbers(from.random, 4, -1, 1);
    if (x[0] == 0 || h[0] == 0 || c[0] == 0) return {};
    // Gates in the order of the cell: input, forget, candidate, output.
    const Shape bias{{Axis::heads, 4}};
    const Tensor input = computed(op::linear(), {token_rows(x, 1, 1), map_weights(w, 1, 4), tensor_from(bias, b)}),
                 recurrent = computed(op::linear(), {token_rows(h, 1, 1), map_weights(u, 1, 4)});
    const Activation &sigmoid = *find_activation("sigmoid"), &tanh = *find_activation("tanh");
    const auto gate = [&](const Activation& activation, int part) {
        return computed(op::recurrent_gate(activation, part, 4), {input, recurrent});
    };
    const Tensor i = gate(sigmoid, 0), f = gate(sigmoid, 1), g = gate(tanh, 2), o = gate(sigmoid, 3);
    const Tensor cell = computed(op::gated_sum(), {f, tensor_from(f.shape, c), i, g});
    const Tensor hidden = computed(op::gated(tanh), {cell, o});
    const auto value = [](const Tensor& of) { return numbers_of(of).front(); };
    const Numbers a = numbers_of(input), r = numbers_of(recurrent);
    for (std::size_t k = 0; k < 4; ++k)
        if (std::abs(a[k] + r[k]) > 3 || a[k] + r[k] == 0) return {};
    const double next_c = value(cell), next_h = value(hidden);
    Exercise made;
    made.given = {{"x", x}, {"h", h}, {"c", c}, {"w", w}, {"u", u}, {"b", b}};
    made.ask("An LSTM with one hidden unit has the states $h_{t−1} = " + shortest(h[0]) +
             "$ and $c_{t−1} = " + shortest(c[0]) + "$ and reads $x_{t} = " + shortest(x[0]) +
             "$. These are the weights of its gates and of its candidate $g$. Compute its next states.");
    NumberTable table = matrix_of("", w, 4);
    table.cells.push_back(matrix_of("", u, 4).cells.front());
    table.cells.push_back(matrix_of("", b, 4).cells.front());
    table.row_names = {"w", "u", "b"};
    table.col_names = {"\\text{input } i", "\\text{forget } f", "\\text{candidate } g", "\\text{output } o"};
    made.ask_tables({table});
    made.ask_formula("i, f, o = σ(wx_{t} + uh_{t−1} + b),  g = \\text{tanh}(wx_{t} + uh_{t−1} + b)");
    made.ask_formula("c_{t} = f·c_{t−1} + i·g,  h_{t} = o·\\text{tanh}(c_{t})");
    made.answers = {{.name = "i, f, g, o", .values = {value(i), value(f), value(g), value(o)}},
                    {.name = "c_{t}", .values = {next_c}},
                    {.name = "h_{t}", .values = {next_h}}};
    const Numbers gates{value(i), value(f), value(g), value(o)};
    constexpr const char* letters[] = {"i", "f", "g", "o"};
    for (std::size_t k = 0; k < 4; ++k)
        made.step_formula(std::string(letters[k]) + " = " + (k == 2 ? "\\text{tanh}" : "σ") + "(" + factor(w[k]) + "·" +
                          factor(x[0]) + " + " + factor(u[k]) + "·" + factor(h[0]) + " + " + factor(b[k]) + ") = " +
                          (k == 2 ? "\\text{tanh}" : "σ") + "(" + shortest(a[k] + r[k]) + ") = " + fixed(gates[k], 4));
    made.step_formula("c_{t} = " + products(Numbers{gates[1], gates[0]}, Numbers{c[0], gates[2]}, 4) + " = " +
                      fixed(next_c, 4));
    made.step_formula("h_{t} = " + fixed(gates[3], 4) + "·\\text{tanh}(" + fixed(next_c, 4) +
                      ") = " + fixed(next_h, 3));
    return made;
}

constexpr ExerciseKind recurrent_table[] = {
    {"rnn-step", "One step of a recurrent network", rnn_step},
    {"lstm-step", "One step of an LSTM", lstm_step},
};

}  // namespace

std::span<const ExerciseKind> recurrent_exercises() { return recurrent_table; }

}  // namespace glassformer::exercises
