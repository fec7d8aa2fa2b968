// One step of training: clipping, the optimizers, the learning rate, and what a long way does to a gradient.
#include <cmath>
#include <utility>

#include "core/exercises/kinds.h"
#include "core/exercises/writing.h"
#include "core/math/training_loops.h"
#include "core/train/options.h"

namespace glassformer::exercises {

namespace {

std::vector<float> floats_of(const Numbers& numbers) { return {numbers.begin(), numbers.end()}; }

std::optional<Exercise> gradient_clip(ExerciseSource& from) {
    const Numbers g = drawn_numbers(from.random, 3, -6, 6);
    const double most = drawn(from.random, 1, 4);
    const double norm = std::sqrt(sum_of_squares(floats_of(g)));
    if (norm <= most + 1 || has_equal_rows(g, 1) || g[0] == 0) return {};
    const Numbers clipped = numbers_of(computed(op::scale(static_cast<float>(most / norm), ""), {token_rows(g, 1, 3)}));
    Exercise made;
    made.given = {{"g", g}, {"c", {most}}};
    const std::string c = shortest(most);
    made.ask("A model’s gradient $g$ is clipped to the norm $c = " + c +
             "$. Compute its norm, the factor that it is multiplied by, and the clipped gradient.");
    made.ask_tables({matrix_of("g", g, 3)});
    made.answers = {{.name = "‖g‖", .values = {norm}},
                    {.name = "\\text{factor}", .values = {most / norm}, .decimals = 4},
                    {.name = "g_{clipped}", .values = clipped}};
    Numbers squares = g;
    for (double& entry : squares) entry *= entry;
    made.step_formula("‖g‖ = " + root_of(sum_of(squares)) + " = " + fixed(norm, 4));
    made.step("The norm is larger than " + c + ", so all entries are multiplied by the same factor:");
    made.step_formula(fraction(c, fixed(norm, 4)) + " = " + fixed(most / norm, 4));
    made.step_formula("g_{clipped} = " + listed(clipped, 3));
    made.step("The direction is kept; the norm is now " + c + ".");
    made.lines = 5;
    return made;
}

std::optional<Exercise> adamw_first(ExerciseSource& from) {
    const Numbers theta = drawn_steps(from.random, 1, -2, 2, 0.5), g = drawn_steps(from.random, 1, -4, 4, 0.5);
    const double rate = from.random.below(2) == 0 ? 0.1 : 0.01, decay = from.random.below(2) == 0 ? 0.1 : 0.01;
    if (theta[0] == 0 || g[0] == 0 || std::abs(g[0]) == 1) return {};
    constexpr double beta1 = 0.9, beta2 = 0.99;
    std::vector<float> value = floats_of(theta), mean(1), square(1);
    adamw_step({.learning_rate = rate, .beta1 = beta1, .beta2 = beta2, .eps = 0, .weight_decay = decay, .t = 1}, value,
               mean, square, floats_of(g), 1);
    const double m = static_cast<double>(mean[0]), v = static_cast<double>(square[0]),
                 after = static_cast<double>(value[0]);
    Exercise made;
    made.given = {{"theta", theta}, {"g", g}, {"rate", {rate}}, {"decay", {decay}}};
    made.ask(
        "AdamW makes its first step with a weight $θ = " + shortest(theta[0]) +
        "$ and its gradient $g = " + shortest(g[0]) + "$. The learning rate is $η = " + shortest(rate) + "$, $" +
        indexed("β", 1) + " = 0.9$, $" + indexed("β", 2) + " = 0.99$, the weight decay $λ = " + shortest(decay) +
        "$ and ε = 0. Compute both moments, which start at 0, both after the bias correction, and the new weight.");
    made.ask_formula("m = " + indexed("β", 1) + "·0 + (1 − " + indexed("β", 1) + ")g,  v = " + indexed("β", 2) +
                     "·0 + (1 − " + indexed("β", 2) + ")g²,  m\u0302 = " + fraction("m", "1 − " + indexed("β", 1)) +
                     ",  v\u0302 = " + fraction("v", "1 − " + indexed("β", 2)));
    made.ask_formula("θ_{new} = θ − η(" + fraction("m\u0302", "\\sqrt{v\u0302}") + " + λθ)");
    made.answers = {{.name = "m", .values = {m}},
                    {.name = "v", .values = {v}, .decimals = 4},
                    {.name = "m\u0302", .values = {m / (1 - beta1)}, .decimals = 2},
                    {.name = "v\u0302", .values = {v / (1 - beta2)}, .decimals = 2},
                    {.name = "θ_{new}", .values = {after}, .decimals = 5}};
    made.step_formula("m = 0.1·" + factor(g[0]) + " = " + fixed(m, 3) + ",  v = 0.01·" + factor(g[0]) +
                      "² = " + fixed(v, 4));
    made.step_formula("m\u0302 = " + fraction(fixed(m, 3), "0.1") + " = " + shortest(g[0]) +
                      ",  v\u0302 = " + fraction(fixed(v, 4), "0.01") + " = " + shortest(g[0] * g[0]));
    made.step("In the first step the fraction is the sign of the gradient, whatever its size:");
    made.step_formula("θ_{new} = " + shortest(theta[0]) + " − " + shortest(rate) + "·(" +
                      fraction(shortest(g[0]), shortest(std::abs(g[0]))) + " + " + shortest(decay) + "·" +
                      factor(theta[0]) + ") = " + fixed(after, 5));
    made.lines = 6;
    return made;
}

std::optional<Exercise> momentum(ExerciseSource& from) {
    const Numbers theta = drawn_steps(from.random, 1, -2, 2, 0.5), g = drawn_steps(from.random, 2, -3, 3, 0.5);
    const double rate = 0.1, mu = from.random.below(2) == 0 ? 0.9 : 0.5;
    if (g[0] == 0 || g[1] == 0 || g[0] == g[1]) return {};
    std::vector<float> value = floats_of(theta), velocity(1);
    const auto step = [&](double gradient) {
        sgd_step({.learning_rate = rate, .momentum = mu, .weight_decay = 0}, value, velocity, floats_of({gradient}), 1);
        return std::pair{static_cast<double>(velocity[0]), static_cast<double>(value[0])};
    };
    const auto [first_v, first] = step(g[0]);
    const auto [second_v, second] = step(g[1]);
    Exercise made;
    made.given = {{"theta", theta}, {"g", g}, {"mu", {mu}}};
    made.ask("Gradient descent with momentum $μ = " + shortest(mu) +
             "$ and learning rate $η = 0.1$ makes two steps from "
             "$" +
             indexed("θ", 0) + " = " + shortest(theta[0]) + "$ with the gradients $" + indexed("g", 1) + " = " +
             shortest(g[0]) + "$ and $" + indexed("g", 2) + " = " + shortest(g[1]) +
             "$; the velocity starts at 0. Compute the velocity and the weight after each step.");
    made.ask_formula("v_{t} = μv_{t−1} + g_{t},  θ_{t} = θ_{t−1} − ηv_{t}");
    made.answers = {{.name = "v", .values = {first_v, second_v}},
                    {.name = "θ", .values = {first, second}, .decimals = 4}};
    made.step_formula(indexed("v", 1) + " = " + shortest(mu) + "·0 + " + factor(g[0]) + " = " + fixed(first_v, 3) +
                      ",  " + indexed("θ", 1) + " = " + shortest(theta[0]) + " − 0.1·" + factor(first_v) + " = " +
                      fixed(first, 4));
    made.step_formula(indexed("v", 2) + " = " + shortest(mu) + "·" + factor(first_v) + " + " + factor(g[1]) + " = " +
                      fixed(second_v, 3) + ",  " + indexed("θ", 2) + " = " + shortest(first) + " − 0.1·" +
                      factor(second_v) + " = " + fixed(second, 4));
    made.lines = 5;
    return made;
}

std::optional<Exercise> warm_up(ExerciseSource& from) {
    constexpr int warm_choices[] = {50, 100, 200, 400};
    constexpr double peaks[] = {0.001, 0.002, 0.003};
    TrainOptions options;
    options.warm_up = warm_choices[from.random.below(4)];
    options.steps = 10 * options.warm_up;
    options.learning_rate = peaks[from.random.below(3)];
    options.floor = 0;
    // Steps are counted from 0, as the trainer counts them.
    const int early = options.warm_up * drawn(from.random, 1, 4) / 5 - 1;
    const int later = options.warm_up + 9 * options.warm_up * drawn(from.random, 1, 5) / 6;
    const double rising = learning_rate(options, early), falling = learning_rate(options, later);
    Exercise made;
    made.given = {{"peak", {options.learning_rate}},
                  {"warm", {static_cast<double>(options.warm_up)}},
                  {"steps", {static_cast<double>(options.steps)}},
                  {"early", {static_cast<double>(early)}},
                  {"later", {static_cast<double>(later)}}};
    const std::string w = std::to_string(options.warm_up), steps = std::to_string(options.steps),
                      peak = shortest(options.learning_rate), t1 = std::to_string(early), t2 = std::to_string(later);
    made.ask("The learning rate rises linearly to $η_{max} = " + peak + "$ over the first $w = " + w +
             "$ steps, then falls to 0 at step $T = " + steps +
             "$ along a cosine. Steps are counted from 0. Compute the "
             "rate at the steps " +
             t1 + " and " + t2 + ", in thousandths.");
    made.ask_formula("η_{t} = η_{max}" + fraction("t + 1", "w") +
                     " \\text{ for } t < w,  η_{t} = " + fraction("η_{max}", "2") + "(1 + \\text{cos}(π" +
                     fraction("t − w", "T − w") + ")) \\text{ for } t ≥ w");
    made.answers = {{.name = "10³·" + indexed("η", t1), .values = {1000 * rising}},
                    {.name = "10³·" + indexed("η", t2), .values = {1000 * falling}}};
    made.step_formula(indexed("η", t1) + " = " + peak + "·" + fraction(std::to_string(early + 1), w) + " = " +
                      fixed(rising, 6));
    const double done = static_cast<double>(later - options.warm_up) / (options.steps - options.warm_up);
    made.step_formula(indexed("η", t2) + " = " + fraction(peak, "2") + "·(1 + \\text{cos}(π·" + fixed(done, 4) +
                      ")) = " + fixed(falling, 6));
    made.lines = 5;
    return made;
}

std::optional<Exercise> long_gradient(ExerciseSource& from) {
    const Numbers w = drawn_steps(from.random, 2, 0.5, 1.5, 0.1);
    const int steps = drawn(from.random, 5, 12);
    if (w[0] > 0.95 || w[1] < 1.05 || w[0] < 0.55) return {};
    // The backward pass of so many equal steps: each multiplies the gradient by the weight.
    const auto gradient = [&](double weight) {
        Tensor upstream = token_rows(Numbers{1}, 1, 1);
        const Tensor x = token_rows(Numbers{1}, 1, 1);
        const OperationPtr step = op::scale(static_cast<float>(weight), "");
        for (int t = 0; t < steps; ++t) {
            Tensor below(x.shape);
            const ConstView in[] = {x.view()};
            const View in_grad[] = {below.view()};
            step->backward({.in = in, .out = x.view(), .out_grad = upstream.view(), .in_grad = in_grad});
            upstream = below;
        }
        return numbers_of(upstream).front();
    };
    const double small = gradient(w[0]), large = gradient(w[1]);
    Exercise made;
    made.given = {{"w", w}, {"steps", {static_cast<double>(steps)}}};
    const std::string n = std::to_string(steps);
    made.ask("A recurrent state of one number is updated by $h_{t} = wh_{t−1} + x_{t}$. By which factor do " + n +
             " steps multiply the gradient in the backward pass, with $w = " + shortest(w[0]) +
             "$ and with $w = " + shortest(w[1]) + "$? After how many steps is the first one below 0.01?");
    const double below = std::ceil(std::log(0.01) / std::log(w[0]));
    made.answers = {{.name = indexed("g", "w = " + shortest(w[0])), .values = {small}, .decimals = 4},
                    {.name = indexed("g", "w = " + shortest(w[1])), .values = {large}, .decimals = 2},
                    {.name = "t", .values = {below}, .decimals = 0}};
    made.step("Each step multiplies the gradient by $w$.");
    made.step_formula(powered(shortest(w[0]), n) + " = " + fixed(small, 4) + ",  " + powered(shortest(w[1]), n) +
                      " = " + fixed(large, 2));
    made.step_formula(powered(shortest(w[0]), "t") + " < 0.01  \\text{ for }  t > " +
                      fraction("\\text{ln} 0.01", "\\text{ln} " + shortest(w[0])) + " = " +
                      fixed(std::log(0.01) / std::log(w[0]), 2));
    made.lines = 5;
    return made;
}

constexpr ExerciseKind training_table[] = {
    {"gradient-clip", "Clipping a gradient", gradient_clip},
    {"adamw-step", "The first step of AdamW", adamw_first},
    {"momentum", "Two steps with momentum", momentum},
    {"warm-up", "Warm-up and cosine", warm_up},
    {"long-gradient", "A gradient through many steps", long_gradient},
};

}  // namespace

std::span<const ExerciseKind> training_exercises() { return training_table; }

}  // namespace glassformer::exercises
