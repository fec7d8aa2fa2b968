// One head of attention with small numbers: scores, scaling, masks, weights, the weighted sum.
#include <algorithm>
#include <cmath>

#include "core/exercises/kinds.h"
#include "core/exercises/writing.h"

namespace glassformer::exercises {

namespace {

/// Some key gets nearly everything: the others would all be written as 0.00…
bool one_takes_all(const Numbers& weights) { return std::ranges::max(weights) > 0.97; }

std::optional<Exercise> dot_scores(ExerciseSource& from) {
    const Numbers q = drawn_numbers(from.random, 6, -2, 3), k = drawn_numbers(from.random, 6, -2, 3);
    if (has_zero_row(q, 2) || has_zero_row(k, 2) || has_equal_rows(q, 2) || has_equal_rows(k, 2)) return {};
    const Numbers s = numbers_of(computed(op::attention_scores(), {head_rows(q, 3, 2), head_rows(k, 3, 2)}));
    Exercise made;
    made.given = {{"q", q}, {"k", k}};
    made.ask(
        "Three tokens have the queries $Q$ and the keys $K$, one row per token. Compute the score of every query "
        "with every key, before any scaling.");
    made.ask_tables({matrix_of("Q", q, 2), matrix_of("K", k, 2)});
    made.answers = {{.name = "S = QK^{⊤}", .values = s, .decimals = 0, .cols = 3}};
    made.step("Each score is the dot product of a row of $Q$ and a row of $K$.");
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            made.step_formula(indexed("s", std::to_string(i + 1) + "," + std::to_string(j + 1)) + " = " +
                              products(row_of(q, i, 2), row_of(k, j, 2)) + " = " +
                              shortest(s[static_cast<std::size_t>(3 * i + j)]));
    made.lines = 9;
    return made;
}

std::optional<Exercise> scaled_attention(ExerciseSource& from) {
    const Numbers q = drawn_numbers(from.random, 4, -2, 2), k = drawn_numbers(from.random, 12, -2, 2),
                  v = drawn_numbers(from.random, 6, -3, 5);
    if (has_zero_row(q, 4) || has_equal_rows(k, 4) || has_equal_rows(v, 2)) return {};
    const Numbers raw = numbers_of(computed(op::attention_scores(), {head_rows(q, 1, 4), head_rows(k, 3, 4)}));
    const Numbers s = numbers_of(computed(op::scale(0.5F, ""), {score_rows(raw, 1, 3)}));
    const Numbers w = softmax_of(s);
    if (all_equal(raw) || one_takes_all(w)) return {};
    const Numbers o = numbers_of(computed(op::attention_values(), {score_rows(w, 1, 3), head_rows(v, 3, 2)}));
    Exercise made;
    made.given = {{"q", q}, {"k", k}, {"v", v}};
    made.ask(
        "One query $q$ attends to three keys, the rows of $K$, with the values in the rows of $V$. Compute its "
        "attention weights and its output, with scores divided by $" +
        root_of("d_{k}") + "$.");
    made.ask_tables({matrix_of("q", q, 4), matrix_of("K", k, 4), matrix_of("V", v, 2)});
    made.ask_formula("o = \\text{softmax}(" + fraction("qK^{⊤}", root_of("d_{k}")) + ")V");
    made.answers = {{.name = "w", .values = w}, {.name = "o", .values = o}};
    made.step("Dot products of the query with each key:");
    for (int j = 0; j < 3; ++j)
        made.step_formula("q·" + indexed("k", j + 1) + " = " + products(q, row_of(k, j, 4)) + " = " +
                          shortest(raw[static_cast<std::size_t>(j)]));
    made.step("The keys have 4 dimensions, so each score is divided by $" + root_of("4") + " = 2$.");
    made.step_formula("s = " + listed(s));
    step_softmax(made, s, w, "w");
    made.step("The output is the sum of the values, each weighted by its attention weight.");
    for (int c = 0; c < 2; ++c)
        step_weighted(made, indexed("o", c + 1), w,
                      Numbers{v[static_cast<std::size_t>(c)], v[static_cast<std::size_t>(2 + c)],
                              v[static_cast<std::size_t>(4 + c)]},
                      o[static_cast<std::size_t>(c)]);
    made.lines = 12;
    return made;
}

std::optional<Exercise> causal_mask(ExerciseSource& from) {
    const Numbers s = drawn_steps(from.random, 9, -1.5, 2.5, 0.5);
    if (s[3] == s[4] || all_equal(row_of(s, 2, 3))) return {};
    const Numbers visible{1, 0, 0, 1, 1, 0, 1, 1, 1};
    const Tensor mask = tensor_from({{Axis::query, 3}, {Axis::key, 3}}, visible);
    const Numbers masked = numbers_of(computed(op::mask(), {score_rows(s, 3, 3), mask}));
    const Numbers w = softmax_of(masked, 3);
    Exercise made;
    made.given = {{"s", s}};
    made.ask(
        "These are the scaled scores of three tokens, one row per query. Apply the causal mask, under which no "
        "query attends to a later key, then the softmax to each row.");
    made.ask_tables({matrix_of("S", s, 3)});
    made.answers = {{.name = "W", .values = w, .cols = 3}};
    made.step("The mask sets the score of every later key to −∞, whose exponential is 0.");
    made.step_tables({matrix_of("S_{masked}", masked, 3)});
    made.step("The first query attends to its own key only, so its weight is 1. Second row:");
    step_softmax(made, row_of(masked, 1, 3), row_of(w, 1, 3), "w");
    made.step("Third row:");
    step_softmax(made, row_of(masked, 2, 3), row_of(w, 2, 3), "w");
    return made;
}

std::optional<Exercise> padding_mask(ExerciseSource& from) {
    const int length = drawn(from.random, 2, 3);
    const Numbers s = drawn_steps(from.random, 8, -1, 2, 0.5);
    const Numbers first = row_of(s, 0, 4), second = row_of(s, 1, 4);
    if (all_equal(std::span(first).first(static_cast<std::size_t>(length))) || all_equal(second)) return {};
    Numbers padding(8, 1);
    for (int key = length; key < 4; ++key) padding[static_cast<std::size_t>(key)] = 0;
    const Tensor scores = tensor_from({{Axis::batch, 2}, {Axis::head, 1}, {Axis::query, 1}, {Axis::key, 4}}, s);
    const Tensor all = tensor_from({{Axis::query, 1}, {Axis::key, 4}}, Numbers(4, 1));
    const Tensor tokens = tensor_from({{Axis::batch, 2}, {Axis::key, 4}}, padding);
    const Numbers masked = numbers_of(computed(op::mask(), {scores, all, tokens}));
    const Numbers w = softmax_of(masked, 2);
    Exercise made;
    made.given = {{"s", s}, {"length", {static_cast<double>(length)}}};
    made.ask("A batch has two texts, padded to 4 tokens. The first text has " + std::to_string(length) +
             " tokens, the second has 4. $S$ holds the scaled scores of one query of each text, one row per text. "
             "Compute both rows of attention weights without a causal mask. No query attends to padding.");
    made.ask_tables({matrix_of("S", s, 4)});
    made.answers = {{.name = "W", .values = w, .cols = 4}};
    made.step("The padding mask sets the scores of padding to −∞. It differs from text to text.");
    made.step_tables({matrix_of("S_{masked}", masked, 4)});
    made.step("First text:");
    step_softmax(made, row_of(masked, 0, 4), row_of(w, 0, 4), "w");
    made.step("Second text:");
    step_softmax(made, row_of(masked, 1, 4), row_of(w, 1, 4), "w");
    return made;
}

std::optional<Exercise> score_scaling(ExerciseSource& from) {
    const int d = from.random.below(2) == 0 ? 16 : 64;
    const double root = std::sqrt(d);
    const Numbers raw = drawn_numbers(from.random, 3, -6, 6);
    if (has_equal_rows(raw, 1) || std::ranges::max(raw) - std::ranges::min(raw) < 4) return {};
    const Numbers s = numbers_of(computed(op::scale(static_cast<float>(1 / root), ""), {score_rows(raw, 1, 3)}));
    const Numbers unscaled = softmax_of(raw), scaled = softmax_of(s);
    Exercise made;
    made.given = {{"d", {static_cast<double>(d)}}, {"s", raw}};
    const std::string size = std::to_string(d);
    made.ask("Queries and keys have $d_{k} = " + size +
             "$ dimensions. Their entries are independent, with mean 0 and "
             "variance 1. What is the standard deviation of a score $q·k$? Then compute the attention weights of these "
             "three scores, without dividing them and divided by $" +
             root_of("d_{k}") + "$.");
    made.ask_tables({matrix_of("q·k", raw, 3)});
    made.answers = {{.name = "σ", .values = {root}, .decimals = 0},
                    {.name = "w_{undivided}", .values = unscaled},
                    {.name = "w_{divided}", .values = scaled}};
    made.step("A score is the sum of " + size + " products, each with mean 0 and variance 1. Their variances add up.");
    made.step_formula("σ = " + root_of("d_{k}") + " = " + root_of(size) + " = " + shortest(root));
    made.step("Undivided:");
    step_softmax(made, raw, unscaled, "w");
    made.step("Divided by " + shortest(root) + ":");
    step_softmax(made, s, scaled, "w");
    return made;
}

std::optional<Exercise> plain_attention(ExerciseSource& from) {
    const Numbers x = drawn_numbers(from.random, 6, -1, 2);
    const int i = drawn(from.random, 0, 2);
    if (has_zero_row(x, 2) || has_equal_rows(x, 2)) return {};
    const Tensor rows = head_rows(x, 3, 2);
    const Numbers all = numbers_of(computed(op::attention_scores(), {rows, rows}));
    const Numbers s = row_of(all, i, 3), w = softmax_of(s);
    if (all_equal(s) || one_takes_all(w)) return {};
    const Numbers y = numbers_of(computed(op::attention_values(), {score_rows(w, 1, 3), rows}));
    Exercise made;
    made.given = {{"x", x}, {"i", {static_cast<double>(i)}}};
    const std::string number = std::to_string(i + 1), xi = indexed("x", i + 1), yi = indexed("y", i + 1);
    made.ask(
        "Self-attention without parameters: the rows of $X$ are queries, keys and values at once, and scores are "
        "not scaled. Compute the raw scores, the weights and the output of token " +
        number + ".");
    made.ask_tables({matrix_of("X", x, 2)});
    made.answers = {{.name = "s", .values = s, .decimals = 0}, {.name = "w", .values = w}, {.name = yi, .values = y}};
    for (int j = 0; j < 3; ++j)
        made.step_formula(indexed("s", j + 1) + " = " + xi + "·" + indexed("x", j + 1) + " = " +
                          products(row_of(x, i, 2), row_of(x, j, 2)) + " = " +
                          shortest(s[static_cast<std::size_t>(j)]));
    step_softmax(made, s, w, "w");
    made.step("The output is the sum of the three vectors, each weighted by its weight.");
    for (std::size_t c = 0; c < 2; ++c)
        step_weighted(made, indexed("y", number + "," + std::to_string(c + 1)), w, Numbers{x[c], x[2 + c], x[4 + c]},
                      y[c]);
    made.lines = 10;
    return made;
}

std::optional<Exercise> additive_score(ExerciseSource& from) {
    const Numbers q = drawn_steps(from.random, 2, -1, 1, 0.5), k = drawn_steps(from.random, 4, -1, 1, 0.5),
                  v = drawn_numbers(from.random, 2, -2, 2);
    if (has_equal_rows(k, 2) || v[0] == 0 || v[1] == 0) return {};
    const Tensor weights = tensor_from({{Axis::d_head, 2}}, v);
    const Numbers e = numbers_of(computed(op::additive_scores(), {head_rows(q, 1, 2), head_rows(k, 2, 2), weights}));
    const Numbers w = softmax_of(e);
    if (std::abs(e[0] - e[1]) < 0.1) return {};
    Exercise made;
    made.given = {{"q", q}, {"k", k}, {"v", v}};
    made.ask(
        "Additive attention (Bahdanau, Cho and Bengio): the decoder’s state gives the projected query $q$, two "
        "encoder states give the projected keys, the rows of $K$. Compute the scores and the weights.");
    made.ask_tables({matrix_of("q", q, 2), matrix_of("K", k, 2), matrix_of("v", v, 2)});
    made.ask_formula("e_{j} = v·\\text{tanh}(q + k_{j})");
    made.answers = {{.name = "e", .values = e}, {.name = "w", .values = w}};
    for (int j = 0; j < 2; ++j) {
        const Numbers key = row_of(k, j, 2), sum{q[0] + key[0], q[1] + key[1]},
                      bent{std::tanh(sum[0]), std::tanh(sum[1])};
        const std::string kj = indexed("k", j + 1);
        made.step_formula("q + " + kj + " = " + listed(sum) + ",  \\text{tanh}(q + " + kj + ") = " + listed(bent, 4));
        made.step_formula(indexed("e", j + 1) + " = " + factor(v[0]) + "·" + (bent[0] < 0 ? "(" : "") +
                          fixed(bent[0], 4) + (bent[0] < 0 ? ")" : "") + " + " + factor(v[1]) + "·" +
                          (bent[1] < 0 ? "(" : "") + fixed(bent[1], 4) + (bent[1] < 0 ? ")" : "") + " = " +
                          fixed(e[static_cast<std::size_t>(j)], step_decimals));
        check_by_hand(made, v[0] * as_shown(bent[0]) + v[1] * as_shown(bent[1]), e[static_cast<std::size_t>(j)]);
    }
    made.step("The softmax of both scores:");
    Numbers shown_scores = e;
    for (double& score : shown_scores) score = as_shown(score);
    const Numbers by_hand = softmax_of(shown_scores);
    step_softmax(made, shown_scores, by_hand, "w");
    for (std::size_t j = 0; j < w.size(); ++j) check_by_hand(made, by_hand[j], w[j]);
    return made;
}

constexpr ExerciseKind attention_table[] = {
    {"dot-scores", "Scores of every query with every key", dot_scores},
    {"scaled-attention", "Scaled dot-product attention of one query", scaled_attention},
    {"causal-mask", "Mask, then softmax", causal_mask},
    {"padding-mask", "A batch with padding", padding_mask},
    {"score-scaling", "Why scores are divided by the square root", score_scaling},
    {"plain-attention", "Self-attention without parameters", plain_attention},
    {"additive-score", "Additive attention", additive_score},
};

}  // namespace

std::span<const ExerciseKind> attention_exercises() { return attention_table; }

}  // namespace glassformer::exercises
