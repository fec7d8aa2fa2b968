// From logits to probabilities and losses: temperature, filtering, entropy, cross-entropy and its gradient.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/analysis/measures.h"
#include "core/exercises/kinds.h"
#include "core/exercises/writing.h"
#include "core/generate/decode.h"
#include "core/train/perplexity.h"

namespace glassformer::exercises {

namespace {

/// Three different logits in steps of a half.
std::optional<Numbers> three_logits(Random& random) {
    const Numbers z = drawn_steps(random, 3, -1, 3, 0.5);
    if (has_equal_rows(z, 1) || std::ranges::max(z) - std::ranges::min(z) > 3) return {};
    return z;
}

Tensor logits_row(const Numbers& z) {
    return tensor_from({{Axis::position, 1}, {Axis::vocab, static_cast<int>(z.size())}}, z);
}
Tensor label_of(int label) { return tensor_from({{Axis::position, 1}}, Numbers{static_cast<double>(label)}); }

double loss_of(const Numbers& z, int label, double smoothing) {
    return numbers_of(computed(op::cross_entropy(static_cast<float>(smoothing)), {logits_row(z), label_of(label)}))
        .front();
}

Numbers logarithms(Numbers p) {
    for (double& entry : p) entry = std::log(entry);
    return p;
}

std::optional<Exercise> temperature(ExerciseSource& from) {
    const auto z = three_logits(from.random);
    if (!z) return {};
    const auto at = [&](float t) {
        const std::vector<float> logits(z->begin(), z->end());
        return next_token_distribution(logits, {.temperature = t});
    };
    const Numbers usual = at(1), cold = at(0.5F), hot = at(2);
    Exercise made;
    made.given = {{"z", *z}};
    made.ask(
        "A language model gives three tokens these logits. Compute their probabilities at the temperatures 1, 0.5 "
        "and 2. Which temperature makes the distribution sharper?");
    made.ask_tables({matrix_of("z", *z, 3)});
    made.ask_formula("p = \\text{softmax}(" + fraction("z", "T") + ")");
    made.answers = {{.name = indexed("p", "T = 1"), .values = usual},
                    {.name = indexed("p", "T = 0.5"), .values = cold},
                    {.name = indexed("p", "T = 2"), .values = hot}};
    made.step("T = 1:");
    step_softmax(made, *z, usual, "p");
    made.step("T = 0.5 doubles every logit:");
    step_softmax(made, scaled_by(*z, 2), cold, "p");
    made.step("T = 2 halves every logit:");
    step_softmax(made, scaled_by(*z, 0.5), hot, "p");
    made.step("A temperature below 1 makes the distribution sharper, one above 1 flatter.");
    made.lines = 9;
    return made;
}

/// As many probabilities that sum to 1, none of them 0, each a whole number of `units`ths.
Numbers probabilities(Random& random, std::size_t count, std::size_t units) {
    Numbers p(count, 1);
    for (std::size_t left = units - count; left > 0; --left)
        p[static_cast<std::size_t>(random.below(static_cast<int>(count)))] += 1;
    for (double& each : p) each /= static_cast<double>(units);
    return p;
}
Numbers tenths(Random& random, std::size_t count) { return probabilities(random, count, 10); }

std::optional<Exercise> filtering(ExerciseSource& from) {
    Numbers p = probabilities(from.random, 5, 50);
    std::ranges::sort(p, std::greater<>());
    // The tokens kept do not depend on how ties are ordered.
    if (p[1] == p[2] || p[0] == p[1]) return {};
    const double nucleus = std::round(100 * (p[0] + p[1] + p[2]) - 2) / 100;
    const Numbers logits = logarithms(p);
    const std::vector<float> z(logits.begin(), logits.end());
    const Numbers by_k = next_token_distribution(z, {.top_k = 2}),
                  by_p = next_token_distribution(z, {.top_p = static_cast<float>(nucleus)});
    if (std::ranges::count(by_p, 0.0) != 2 || p[2] == p[3]) return {};
    Exercise made;
    made.given = {{"p", p}, {"top_p", {nucleus}}};
    made.ask(
        "A language model gives five tokens these probabilities. From which distribution is the next token sampled "
        "with top-k, $k = 2$, and with top-p, $p = " +
        shortest(nucleus) +
        "$? Top-p keeps the smallest set of the "
        "most likely tokens with at least this probability together.");
    made.ask_tables({row_with_names("p", numbered("t", 5), p, 2)});
    made.answers = {{.name = "p_{\\text{top-k}}", .values = by_k}, {.name = "p_{\\text{top-p}}", .values = by_p}};
    made.step("Top-k keeps the first two tokens and divides by the sum of their probabilities:");
    made.step_formula(sum_of(std::span(p).first(2), 2) + " = " + fixed(p[0] + p[1], 2) + ",  " +
                      fraction(fixed(p[0], 2), fixed(p[0] + p[1], 2)) + " = " + fixed(by_k[0], 3) + ",  " +
                      fraction(fixed(p[1], 2), fixed(p[0] + p[1], 2)) + " = " + fixed(by_k[1], 3));
    made.step("Two tokens have " + fixed(p[0] + p[1], 2) + ", less than " + shortest(nucleus) +
              ". Three tokens have enough:");
    std::string shares;
    for (std::size_t i = 0; i < 3; ++i)
        shares +=
            (i == 0 ? "" : ",  ") + fraction(fixed(p[i], 2), fixed(p[0] + p[1] + p[2], 2)) + " = " + fixed(by_p[i], 3);
    made.step_formula(sum_of(std::span(p).first(3), 2) + " = " + fixed(p[0] + p[1] + p[2], 2) + ",  " + shares);
    made.lines = 5;
    return made;
}

std::optional<Exercise> entropy(ExerciseSource& from) {
    const Numbers p = tenths(from.random, 4), q = tenths(from.random, 4);
    Numbers sorted_p = p, sorted_q = q;
    std::ranges::sort(sorted_p);
    std::ranges::sort(sorted_q);
    if (sorted_p == sorted_q || has_equal_rows(p, 4)) return {};
    const auto of = [](const Numbers& row) { return attention_entropy(score_rows(row, 1, 4).view()).front(); };
    const double a = of(p), b = of(q), most = of(Numbers(4, 0.25));
    if (std::abs(a - b) < 0.02) return {};
    Exercise made;
    made.given = {{"p", p}, {"q", q}};
    made.ask(
        "Two heads give the four keys of a text these attention weights. Compute the entropy of each row in nats. "
        "Which head attends more sharply, and what is the largest entropy that four keys allow?");
    NumberTable table = matrix_of("", p, 4, 1);
    table.cells.push_back(matrix_of("", q, 4, 1).cells.front());
    table.row_names = {indexed("w", 1), indexed("w", 2)};
    table.col_names = numbered("k", 4);
    made.ask_tables({table});
    made.ask_formula("H(w) = −Σ_{j} w_{j} \\text{ln} w_{j}");
    made.answers = {{.name = indexed("H", 1), .values = {a}},
                    {.name = indexed("H", 2), .values = {b}},
                    {.name = "H_{largest}", .values = {most}}};
    int head = 0;
    for (const Numbers& row : {p, q}) {
        std::string terms;
        for (const double weight : row)
            terms += (terms.empty() ? "" : " + ") + fixed(weight, 1) + "·" + fixed(-std::log(weight), 4);
        ++head;
        made.step_formula(indexed("H", head) + " = " + terms + " = " + fixed(head == 1 ? a : b, 3));
    }
    made.step("The smaller entropy belongs to the sharper head: head " + std::string(a < b ? "1" : "2") +
              ". Equal weights of 1/4 have the largest entropy.");
    made.step_formula("H_{largest} = \\text{ln} 4 = " + fixed(most, 3));
    made.lines = 7;
    return made;
}

std::optional<Exercise> cross_entropy(ExerciseSource& from) {
    const auto z = three_logits(from.random);
    if (!z) return {};
    const int label = from.random.below(3);
    const Numbers p = softmax_of(*z);
    const double loss = loss_of(*z, label, 0);
    Exercise made;
    made.given = {{"z", *z}, {"label", {static_cast<double>(label)}}};
    const std::string right = std::to_string(label + 1);
    made.ask("A model gives three classes these logits; the right class is class " + right +
             ". Compute the probabilities and the cross-entropy loss in nats.");
    made.ask_tables({matrix_of("z", *z, 3)});
    made.answers = {{.name = "p", .values = p}, {.name = "L", .values = {loss}}};
    step_softmax(made, *z, p, "p");
    made.step_formula("L = −\\text{ln} " + indexed("p", right) + " = −\\text{ln} " +
                      fixed(p[static_cast<std::size_t>(label)], step_decimals) + " = " + fixed(loss, 3));
    check_by_hand(made, -std::log(as_shown(p[static_cast<std::size_t>(label)])), loss);
    made.lines = 6;
    return made;
}

std::optional<Exercise> label_smoothing(ExerciseSource& from) {
    const Numbers p = tenths(from.random, 4);
    const int label = from.random.below(4);
    const double s = from.random.below(2) == 0 ? 0.1 : 0.2;
    const auto at = static_cast<std::size_t>(label);
    if (p[at] < 0.25 || std::ranges::max(p) != p[at]) return {};
    const Numbers z = logarithms(p);
    // The operation spreads over all classes; over the others alone it is told 4/3 of it.
    const double all = loss_of(z, label, s), others = loss_of(z, label, s * 4 / 3), plain = loss_of(z, label, 0);
    Exercise made;
    made.given = {{"p", p}, {"label", {static_cast<double>(label)}}, {"s", {s}}};
    const std::string right = std::to_string(label + 1), amount = shortest(s);
    made.ask("A model gives four classes the probabilities $p$; the right class is class " + right +
             ". Compute the cross-entropy without label smoothing and with $ε = " + amount +
             "$, in both versions: spread over all four classes, so that the right class keeps $1 − ε + ε/4$, and "
             "spread over the other three, so that it keeps $1 − ε$.");
    made.ask_tables({matrix_of("p", p, 4, 1)});
    made.answers = {{.name = "L", .values = {plain}},
                    {.name = "L_{all classes}", .values = {all}},
                    {.name = "L_{other classes}", .values = {others}}};
    made.step_formula("L = −\\text{ln} " + fixed(p[at], 1) + " = " + fixed(plain, 3));
    const auto version = [&](const char* name, double on_right, double on_others, double loss) {
        std::string terms;
        for (std::size_t c = 0; c < 4; ++c)
            terms += (c == 0 ? "" : " + ") + fixed(c == at ? on_right : on_others, 4) + "·" + fixed(-std::log(p[c]), 4);
        made.step_formula(std::string(name) + " = " + terms + " = " + fixed(loss, 3));
    };
    made.step("With −ln of each probability, weighted by the smoothed target:");
    version("L_{all classes}", 1 - s + s / 4, s / 4, all);
    version("L_{other classes}", 1 - s, s / 3, others);
    made.lines = 6;
    return made;
}

std::optional<Exercise> loss_gradient(ExerciseSource& from) {
    const auto z = three_logits(from.random);
    if (!z) return {};
    const int label = from.random.below(3);
    const Tensor logits = logits_row(*z), labels = label_of(label);
    const OperationPtr loss = op::cross_entropy(0);
    const Tensor value = computed(loss, {logits, labels}), upstream = tensor_from({{Axis::scalar, 1}}, Numbers{1});
    Tensor gradient(logits.shape);
    const ConstView in[] = {logits.view(), labels.view()};
    const View in_grad[] = {gradient.view(), View{}};
    loss->backward({.in = in, .out = value.view(), .out_grad = upstream.view(), .in_grad = in_grad});
    const Numbers p = softmax_of(*z), g = numbers_of(gradient);
    Exercise made;
    made.given = {{"z", *z}, {"label", {static_cast<double>(label)}}};
    made.ask("Three classes have these logits; the right class is class " + std::to_string(label + 1) +
             ". Compute the gradient of the cross-entropy loss with respect to the logits. What is its sum?");
    made.ask_tables({matrix_of("z", *z, 3)});
    made.answers = {{.name = fraction("∂L", "∂z"), .values = g}};
    step_softmax(made, *z, p, "p");
    made.step(
        "The gradient is the probabilities minus the target, which is 1 for the right class and 0 for the others.");
    Numbers target(3, 0);
    target[static_cast<std::size_t>(label)] = 1;
    made.step_formula(fraction("∂L", "∂z") + " = p − y = " + listed(p, 3) + " − " + listed(target) + " = " +
                      listed(g, 3));
    made.step(
        "Its entries sum to 0. A step against the gradient raises the logit of the right class and lowers the others.");
    made.lines = 6;
    return made;
}

std::optional<Exercise> perplexity(ExerciseSource& from) {
    constexpr double choices[] = {0.05, 0.1, 0.2, 0.25, 0.4, 0.5, 0.8};
    Numbers p;
    for (int i = 0; i < 4; ++i) p.push_back(choices[from.random.below(7)]);
    const int bytes = drawn(from.random, 9, 24);
    if (has_equal_rows(p, 1)) return {};
    Surprise of;
    for (const double each : p)
        of.add(std::vector{static_cast<float>(std::log(each)), static_cast<float>(std::log(1 - each))}, 0);
    const double per_byte = of.bits() * 4 / bytes;
    Exercise made;
    made.given = {{"p", p}, {"bytes", {static_cast<double>(bytes)}}};
    made.ask(
        "A language model gives the four tokens of a text these probabilities, one after the other. The text has " +
        std::to_string(bytes) +
        " bytes. Compute the mean cross-entropy in nats, the perplexity, and the bits per byte.");
    made.ask_tables({row_with_names("p", numbered("t", 4), p, 2)});
    made.answers = {{.name = "L", .values = {of.nats()}},
                    {.name = "\\text{perplexity}", .values = {of.perplexity()}, .decimals = 2},
                    {.name = "\\text{bits per byte}", .values = {per_byte}}};
    Numbers nats = scaled_by(logarithms(p), -1);
    made.step_formula("−\\text{ln} p = " + listed(nats, 4));
    const double sum = std::accumulate(nats.begin(), nats.end(), 0.0);
    made.step_formula("L = " + fraction(fixed(sum, 4), "4") + " = " + fixed(of.nats(), 4));
    made.step_formula("\\text{perplexity} = e^{L} = " + fixed(of.perplexity(), 2));
    made.step("A nat is $1 / \\text{ln} 2$ bits:");
    made.step_formula(fraction(fixed(sum, 4), "\\text{ln} 2") + " = " + fixed(of.bits() * 4, 4) + " \\text{ bits},  " +
                      fraction(fixed(of.bits() * 4, 4), std::to_string(bytes)) + " = " + fixed(per_byte, 3) +
                      " \\text{ bits per byte}");
    made.lines = 6;
    return made;
}

constexpr ExerciseKind loss_table[] = {
    {"temperature", "Softmax with a temperature", temperature},
    {"filtering", "Top-k and top-p", filtering},
    {"entropy", "How sharp is a head?", entropy},
    {"cross-entropy", "Cross-entropy", cross_entropy},
    {"label-smoothing", "Label smoothing in both versions", label_smoothing},
    {"loss-gradient", "Gradient of the loss", loss_gradient},
    {"perplexity", "Perplexity and bits per byte", perplexity},
};

}  // namespace

std::span<const ExerciseKind> loss_exercises() { return loss_table; }

}  // namespace glassformer::exercises
