// Projections and heads: where queries, keys and values come from, and how a vector is cut.
#include <cmath>
#include <numbers>

#include "core/analysis/measures.h"
#include "core/exercises/kinds.h"
#include "core/exercises/sizes.h"
#include "core/exercises/writing.h"

namespace glassformer::exercises {

namespace {

std::optional<Exercise> projections(ExerciseSource& from) {
    const Numbers x = drawn_numbers(from.random, 4, -2, 2), wq = drawn_numbers(from.random, 4, -1, 2),
                  wk = drawn_numbers(from.random, 4, -1, 2), wv = drawn_numbers(from.random, 4, -1, 2);
    if (has_zero_row(x, 2) || has_equal_rows(x, 2) || has_zero_row(wq, 2) || has_zero_row(wk, 2) ||
        has_zero_row(wv, 2) || wq == wk || wk == wv)
        return {};
    const auto projected = [&](const Numbers& w) {
        return computed(op::project_heads(1), {token_rows(x, 2, 2), map_weights(w, 2, 2)});
    };
    const Tensor q = projected(wq), k = projected(wk);
    const Numbers v = numbers_of(projected(wv)), s = numbers_of(computed(op::attention_scores(), {q, k}));
    if (all_equal(s)) return {};
    const Numbers queries = numbers_of(q), keys = numbers_of(k);
    Exercise made;
    made.given = {{"x", x}, {"wq", wq}, {"wk", wk}, {"wv", wv}};
    made.ask(
        "Two tokens have the embeddings in the rows of $X$. Compute their queries $Q = XW^{Q}$, keys "
        "$K = XW^{K}$ and values $V = XW^{V}$, then the unscaled scores of every query with every key.");
    made.ask_tables(
        {matrix_of("X", x, 2), matrix_of("W^{Q}", wq, 2), matrix_of("W^{K}", wk, 2), matrix_of("W^{V}", wv, 2)});
    made.answers = {{.name = "Q", .values = queries, .decimals = 0, .cols = 2},
                    {.name = "K", .values = keys, .decimals = 0, .cols = 2},
                    {.name = "V", .values = v, .decimals = 0, .cols = 2},
                    {.name = "QK^{⊤}", .values = s, .decimals = 0, .cols = 2}};
    made.step("A row of $X$ times a column of the weight matrix gives one entry. The first row of $Q$:");
    for (std::size_t c = 0; c < 2; ++c)
        made.step_formula(indexed("q", "1," + std::to_string(c + 1)) + " = " +
                          products(row_of(x, 0, 2), Numbers{wq[c], wq[2 + c]}) + " = " + shortest(queries[c]));
    made.step("The other entries follow in the same way. A score is the dot product of a query and a key:");
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            made.step_formula(indexed("s", std::to_string(i + 1) + "," + std::to_string(j + 1)) + " = " +
                              products(row_of(queries, i, 2), row_of(keys, j, 2)) + " = " +
                              shortest(s[static_cast<std::size_t>(2 * i + j)]));
    return made;
}

std::optional<Exercise> two_heads(ExerciseSource& from) {
    const Numbers q = drawn_numbers(from.random, 4, -2, 2), k = drawn_numbers(from.random, 8, -2, 2);
    if (has_zero_row(q, 2) || has_equal_rows(k, 4)) return {};
    const Tensor heads_q = computed(op::split_heads(2), {token_rows(q, 1, 4)}),
                 heads_k = computed(op::split_heads(2), {token_rows(k, 2, 4)});
    const Tensor raw = computed(op::attention_scores(), {heads_q, heads_k});
    const Tensor scaled = computed(op::scale(static_cast<float>(1 / std::numbers::sqrt2), ""), {raw});
    const Numbers dots = numbers_of(raw), s = numbers_of(scaled), w = numbers_of(computed(op::softmax(), {scaled}));
    if (dots[0] == dots[1] || dots[2] == dots[3] || row_of(w, 0, 2) == row_of(w, 1, 2)) return {};
    Exercise made;
    made.given = {{"q", q}, {"k", k}};
    made.ask(
        "With $d_{model} = 4$ and two heads, head 1 reads the first two dimensions of each query and key and "
        "head 2 the last two. Compute both heads’ attention weights of the query $q$ over the two keys, with scores "
        "divided by $" +
        root_of("d_{k}") + "$, where $d_{k}$ is the size of one head.");
    made.ask_tables({matrix_of("q", q, 4), matrix_of("K", k, 4)});
    made.answers = {{.name = "W_{heads}", .values = w, .cols = 2}};
    made.step("Each head has $d_{k} = 4 / 2 = 2$ dimensions, so scores are divided by $" + root_of("2") +
              " ≈ 1.4142$. One row per head:");
    for (int h = 0; h < 2; ++h) {
        const Numbers query{q[static_cast<std::size_t>(2 * h)], q[static_cast<std::size_t>(2 * h + 1)]};
        made.step("Head " + std::to_string(h + 1) + ":");
        Numbers rounded;
        for (int j = 0; j < 2; ++j) {
            const auto at = static_cast<std::size_t>(4 * j + 2 * h), score = static_cast<std::size_t>(2 * h + j);
            rounded.push_back(std::round(1e4 * s[score]) / 1e4);
            made.step_formula(
                indexed("s", j + 1) + " = " + fraction(products(query, Numbers{k[at], k[at + 1]}), root_of("2")) +
                " = " +
                fraction(shortest(dots[score]).size() == 1 ? shortest(dots[score]) : shortest(dots[score]),
                         root_of("2")) +
                " = " + fixed(s[score], 4));
        }
        const Numbers by_hand = softmax_of(rounded);
        step_softmax(made, rounded, by_hand, "w");
        for (std::size_t j = 0; j < 2; ++j) check_by_hand(made, by_hand[j], w[static_cast<std::size_t>(2 * h) + j]);
    }
    return made;
}

std::optional<Exercise> wide_heads(ExerciseSource& from) {
    constexpr int sizes[] = {64, 128, 256, 512};
    const int d = sizes[from.random.below(4)], heads = 2 << from.random.below(3);
    ModelConfig narrow = config_of_sizes({.d_model = d, .heads = heads, .d_ff = 4 * d, .biases = false});
    ModelConfig wide = narrow;
    wide.d_head = d;
    const double few = block_parameters(narrow).attention, many = block_parameters(wide).attention;
    Exercise made;
    made.given = {{"d", {static_cast<double>(d)}}, {"h", {static_cast<double>(heads)}}};
    made.ask("A self-attention layer has $d_{model} = " + std::to_string(d) + "$ and $h = " + std::to_string(heads) +
             "$ heads, no biases. Narrow heads have $d_{model} / h$ dimensions each, wide heads $d_{model}$ dimensions "
             "each. Count the parameters of $W^{Q}$, $W^{K}$, $W^{V}$ and $W^{O}$ together, for both.");
    made.answers = {{.name = "d_{k,narrow}", .values = {static_cast<double>(narrow.d_head)}, .decimals = 0},
                    {.name = "n_{narrow}", .values = {few}, .decimals = 0},
                    {.name = "n_{wide}", .values = {many}, .decimals = 0}};
    const std::string dm = std::to_string(d), h = std::to_string(heads);
    made.step("Narrow heads: the projections of all heads together have $h·d_{k} = d_{model}$ columns.");
    made.step_formula("n_{narrow} = 4·" + dm + "·" + dm + " = " + grouped(few));
    made.step("Wide heads: each head has its own square matrices, so all four are $h$ times as large.");
    made.step_formula("n_{wide} = 4·" + dm + "·" + h + "·" + dm + " = " + grouped(many));
    made.lines = 6;
    return made;
}

constexpr ExerciseKind head_table[] = {
    {"projections", "Queries, keys and values", projections},
    {"two-heads", "Two heads", two_heads},
    {"wide-heads", "Narrow and wide heads", wide_heads},
};

}  // namespace

std::span<const ExerciseKind> head_exercises() { return head_table; }

}  // namespace glassformer::exercises
