// How word order enters: sines and cosines, rotations, a bias on the score.
#include <cmath>

#include "core/exercises/kinds.h"
#include "core/exercises/writing.h"

namespace glassformer::exercises {

namespace {

/// The encoding of positions 0 … last in d dimensions.
Numbers sinusoids(int last, int d) {
    return numbers_of(computed(op::sinusoidal_positions(10000), {token_rows({}, last + 1, d)}));
}

std::optional<Exercise> sinusoid(ExerciseSource& from) {
    const int p = drawn(from.random, 2, 30);
    const Numbers encoding = row_of(sinusoids(p, 4), p, 4);
    Exercise made;
    made.given = {{"p", {static_cast<double>(p)}}};
    const std::string position = std::to_string(p);
    made.ask("Compute the sinusoidal encoding of position " + position +
             " with $d_{model} = 4$. Positions are counted from 0, pairs of dimensions from $k = 0$, and angles are in "
             "radians.");
    made.ask_formula("ω_{k} = \\frac{\\text{1}}{10000^{2k / d_{model}}},  PE = (\\text{sin}(p" + indexed("ω", 0) +
                     "), \\text{cos}(p" + indexed("ω", 0) + "), \\text{sin}(p" + indexed("ω", 1) + "), \\text{cos}(p" +
                     indexed("ω", 1) + "))");
    made.answers = {{.name = "PE", .values = encoding, .decimals = 4}};
    made.step_formula(indexed("ω", 0) + " = \\frac{\\text{1}}{" + powered("10000", "0") + "} = 1,  " + indexed("ω", 1) +
                      " = \\frac{\\text{1}}{" + powered("10000", "2/4") + "} = 0.01");
    const std::string small = shortest(p / 100.0);
    made.step_formula("\\text{sin}(" + position + ") = " + fixed(encoding[0], 4) + ",  \\text{cos}(" + position +
                      ") = " + fixed(encoding[1], 4));
    made.step_formula("\\text{sin}(" + small + ") = " + fixed(encoding[2], 4) + ",  \\text{cos}(" + small +
                      ") = " + fixed(encoding[3], 4));
    made.lines = 5;
    return made;
}

std::optional<Exercise> sinusoid_distance(ExerciseSource& from) {
    const int distance = drawn(from.random, 1, 3), p = drawn(from.random, 1, 6), shift = drawn(from.random, 2, 9);
    const Numbers all = sinusoids(p + shift + distance, 2);
    const auto encoding = [&](int position) { return row_of(all, position, 2); };
    const auto product = [&](int a, int b) {
        return numbers_of(
                   computed(op::attention_scores(), {head_rows(encoding(a), 1, 2), head_rows(encoding(b), 1, 2)}))
            .front();
    };
    const int q = p + distance, later = p + shift;
    Exercise made;
    made.given = {{"p", {static_cast<double>(p)}},
                  {"distance", {static_cast<double>(distance)}},
                  {"shift", {static_cast<double>(shift)}}};
    const auto written = [](int position) { return "PE(" + std::to_string(position) + ")"; };
    const std::string d = std::to_string(distance);
    made.ask(
        "With two dimensions the sinusoidal encoding of position $p$ is $PE(p) = (\\text{sin} p, \\text{cos} p)$, "
        "in radians. Compute both dot products. What do the two pairs of positions have in common?");
    made.answers = {
        {.name = written(p) + "·" + written(q), .values = {product(p, q)}},
        {.name = written(later) + "·" + written(later + distance), .values = {product(later, later + distance)}}};
    for (const int position : {p, q, later, later + distance})
        made.step_formula(written(position) + " = " + listed(encoding(position), 4));
    for (const int a : {p, later})
        made.step_formula(written(a) + "·" + written(a + distance) + " = " +
                          products(encoding(a), encoding(a + distance), 4) + " = " +
                          fixed(product(a, a + distance), 3));
    made.step("Both pairs are " + d + (distance == 1 ? " position" : " positions") +
              " apart. The dot product depends on the distance alone:");
    made.step_formula(
        "\\text{sin} p·\\text{sin} p′ + \\text{cos} p·\\text{cos} p′ = \\text{cos}(p′ − p) = \\text{cos}(" + d +
        ") = " + fixed(std::cos(distance), 3));
    made.lines = 7;
    return made;
}

std::optional<Exercise> rope(ExerciseSource& from) {
    const Numbers q = drawn_numbers(from.random, 2, -2, 3), k = drawn_numbers(from.random, 2, -2, 3);
    const int n = drawn(from.random, 1, 3), m = n + drawn(from.random, 1, 3), shift = drawn(from.random, 2, 5);
    if (has_zero_row(q, 2) || has_zero_row(k, 2)) return {};
    const auto rotated = [&](const Numbers& vector, int position) {
        return computed(op::rope(10000, 2, RotaryLayout::interleaved, position), {head_rows(vector, 1, 2)});
    };
    const auto score = [&](int at_query, int at_key) {
        return numbers_of(computed(op::attention_scores(), {rotated(q, at_query), rotated(k, at_key)})).front();
    };
    const Numbers rotated_q = numbers_of(rotated(q, m)), rotated_k = numbers_of(rotated(k, n));
    const double s = score(m, n);
    if (std::abs(s) < 0.05) return {};
    Exercise made;
    made.given = {{"q", q},
                  {"k", k},
                  {"m", {static_cast<double>(m)}},
                  {"n", {static_cast<double>(n)}},
                  {"shift", {static_cast<double>(shift)}}};
    const std::string at_q = std::to_string(m), at_k = std::to_string(n);
    made.ask(
        "Rotary positions: the pair $(x, y)$ of a query or key at position $p$ is rotated by the angle $p·θ$, here "
        "with $θ = 1$ radian. The query $q = " +
        listed(q) + "$ is at position " + at_q + ", the key $k = " + listed(k) + "$ at position " + at_k +
        ". Rotate both and compute their score. What is the score once both positions are moved by " +
        std::to_string(shift) + "?");
    made.ask_formula("(x, y) → (x \\text{cos} φ − y \\text{sin} φ, x \\text{sin} φ + y \\text{cos} φ)");
    made.answers = {{.name = "q′", .values = rotated_q},
                    {.name = "k′", .values = rotated_k},
                    {.name = "q′·k′", .values = {s}, .decimals = 2},
                    {.name = "s_{moved}", .values = {score(m + shift, n + shift)}, .decimals = 2}};
    const auto turn = [&](const char* name, const Numbers& vector, int angle, const Numbers& result) {
        const std::string cosine = fixed(std::cos(angle), 4), sine = fixed(std::sin(angle), 4);
        const auto part = [](const std::string& number) {
            return number.starts_with("−") ? "(" + number + ")" : number;
        };
        made.step_formula("\\text{cos}(" + std::to_string(angle) + ") = " + cosine + ",  \\text{sin}(" +
                          std::to_string(angle) + ") = " + sine);
        made.step_formula(std::string(name) + "′ = (" + factor(vector[0]) + "·" + part(cosine) + " − " +
                          factor(vector[1]) + "·" + part(sine) + ", " + factor(vector[0]) + "·" + part(sine) + " + " +
                          factor(vector[1]) + "·" + part(cosine) + ") = " + listed(result, 3));
    };
    turn("q", q, m, rotated_q);
    turn("k", k, n, rotated_k);
    made.step_formula("q′·k′ = " + products(rotated_q, rotated_k, 3) + " = " + fixed(s, 2));
    made.step("Moving both by the same number rotates both by the same angle. The angle between them stays $(" + at_q +
              " − " + at_k + ")θ$, so the score stays as it is.");
    made.lines = 9;
    return made;
}

std::optional<Exercise> alibi(ExerciseSource& from) {
    constexpr int heads = 8, keys = 4;
    const int h = drawn(from.random, 1, 3);
    const Numbers s = drawn_steps(from.random, keys, -1, 2, 0.5);
    if (all_equal(s)) return {};
    const Tensor all(Shape{{Axis::head, heads}, {Axis::query, keys}, {Axis::key, keys}});
    const Numbers biases = numbers_of(computed(op::alibi_bias(), {all}));
    const Numbers bias = row_of(biases, (h - 1) * keys + keys - 1, keys);
    const Numbers sum = numbers_of(computed(op::add(), {score_rows(s, 1, keys), score_rows(bias, 1, keys)}));
    const Numbers w = softmax_of(sum);
    Exercise made;
    made.given = {{"h", {static_cast<double>(h)}}, {"s", s}};
    made.ask(
        "ALiBi adds $−m·(i − j)$ to the scaled score of query $i$ and key $j$. Of 8 heads, head $h$ has the slope "
        "$m = 2^{−h}$. These are the scaled scores of query 4 with keys 1 to 4 in head " +
        std::to_string(h) + ". Compute the biases and the attention weights.");
    made.ask_tables({row_with_names("s", numbered("k", keys), s)});
    made.answers = {{.name = "b", .values = bias, .decimals = h}, {.name = "w", .values = w}};
    made.step_formula("m = " + powered("2", "−" + std::to_string(h)) + " = " + shortest(std::pow(2, -h)));
    made.step_formula("b = " + listed(bias) + ",  s + b = " + listed(sum));
    step_softmax(made, sum, w, "w");
    made.lines = 6;
    return made;
}

constexpr ExerciseKind position_table[] = {
    {"sinusoid", "A sinusoidal encoding", sinusoid},
    {"sinusoid-distance", "Distance in a dot product", sinusoid_distance},
    {"rope", "A pair rotated by its position", rope},
    {"alibi", "A penalty for distance", alibi},
};

}  // namespace

std::span<const ExerciseKind> position_exercises() { return position_table; }

}  // namespace glassformer::exercises
