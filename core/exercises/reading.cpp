// Attention of a trained model, as the engine computes it for a sentence that is drawn.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/error.h"
#include "core/exercises/kinds.h"
#include "core/exercises/writing.h"
#include "core/model/model.h"
#include "core/session/evaluation.h"

namespace glassformer::exercises {

namespace {

/// [head, query, key] of the only block, one row.
Numbers attention_row(const Trace& trace, const char* stage, int head, int query) {
    const int id = trace.find(stage);
    if (id < 0) throw Error(std::string("the model of an exercise has no stage ") + stage);
    const ConstView all = trace.record(id).view();
    const float* const row = all.row(static_cast<std::size_t>(head * all.shape.size(1) + query));
    return {row, row + all.shape.cols()};
}

std::optional<Exercise> read_attention(ExerciseSource& from) {
    constexpr std::array names{"mary", "susan", "john", "emma"};
    constexpr std::array things{"roses", "books"};
    const auto giver = static_cast<std::size_t>(from.random.below(4)),
               other = static_cast<std::size_t>(from.random.below(3));
    const std::string text = std::string("<who> ") + names[giver] + " gave " +
                             things[static_cast<std::size_t>(from.random.below(2))] + " to " +
                             names[(giver + 1 + other) % 4];
    const auto model = from.open("roles");
    const auto run = evaluate_once(model, {.model = "roles", .text = text, .target = "", .edits = {}});
    const int count = static_cast<int>(run->tokens().size());
    const int head = from.random.below(model->config.n_heads), query = from.random.below(count);
    const Numbers s = attention_row(run->trace(), "blocks.0.attn.scores_scaled", head, query),
                  w = attention_row(run->trace(), "blocks.0.attn.weights", head, query);
    // Scores are printed with three decimals; what is asked for has two, and all keys count.
    if (std::ranges::min(w) < 0.02 || std::ranges::max(w) > 0.9) return {};
    Numbers printed = s;
    for (double& score : printed) score = std::round(1000 * score) / 1000;
    const Numbers again = softmax_of(printed);
    for (std::size_t j = 0; j < w.size(); ++j)
        if (std::abs(std::round(100 * w[j]) - std::round(100 * again[j])) > 0.5) return {};
    std::vector<std::string> words;
    for (const TokenLabel& token : run->tokens()) words.push_back(token.text);
    const auto winner = static_cast<std::size_t>(std::ranges::max_element(w) - w.begin());
    Exercise made;
    made.given = {{"s", printed}};
    const std::string asked = words[static_cast<std::size_t>(query)], number = std::to_string(head + 1);
    made.ask("The program’s model “roles” reads “" + text + "”. These are the scaled scores of the query of “" + asked +
             "” in head " + number +
             ", as the program computes them. Compute the attention weights. To which word does “" + asked +
             "” attend most?");
    made.ask_tables({row_with_names("s", as_words(words), printed, 3)});
    made.answers = {{.name = "w", .values = w, .decimals = 2}};
    step_softmax(made, printed, again, "w");
    made.step("The largest weight is that of “" + words[winner] + "”: " + fixed(w[winner], 2) +
              ". To see it in the program, open the model “roles” with this text, and in the attention view head " +
              number + ".");
    made.lines = 6;
    return made;
}

constexpr ExerciseKind reading_table[] = {
    {"read-attention", "Attention of a trained model", read_attention},
};

}  // namespace

std::span<const ExerciseKind> reading_exercises() { return reading_table; }

}  // namespace glassformer::exercises
