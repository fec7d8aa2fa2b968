#include "core/train/comparison/compared_reading.h"

#include <atomic>
#include <cmath>
#include <optional>

#include "core/base/error.h"
#include "core/generate/next_token.h"
#include "core/session/default_labels.h"
#include "core/train/live/kept_model.h"

namespace glassformer {

namespace {

constexpr int shown_answers = 5;

/// Above those of the training's own example, whose maps may lie in the same memory.
std::uint64_t next_generation() {
    static std::atomic<std::uint64_t> last{(3ULL << 60U) + (1ULL << 58U)};
    return ++last;
}

/// The answer that the task's rule names at a row; nothing where it names none.
std::optional<int> ruled_answer(const Model& model, const std::vector<TokenLabel>& tokens,
                                const std::vector<TokenLabel>& target, std::size_t rows, int row) {
    const DefaultLabels labels = default_labels(model, tokens, target, rows);
    if (labels.source != LabelSource::task || row < 0 || static_cast<std::size_t>(row) >= labels.labels.size())
        return {};
    const float label = labels.labels[static_cast<std::size_t>(row)];
    if (label < 0) return {};
    return static_cast<int>(std::lround(label));
}

/// Continues the text with the right tokens, the last of which is predicted and never read; none where the rule names
/// none for one of them.
std::vector<std::string> right_continuation(const Model& model, Inputs& inputs, int tokens) {
    std::vector<std::string> right;
    for (int i = 0; i < tokens; ++i) {
        const std::vector<TokenLabel> text = tokenize(model, inputs.text);
        const auto token = ruled_answer(model, text, {}, text.size(), static_cast<int>(text.size()) - 1);
        if (!token) return {};
        right.push_back(answer_word(model, *token));
        if (i + 1 == tokens) return right;
        const auto longer = continued(model, inputs, *token);
        if (!longer) return {};
        inputs = *longer;
    }
    return right;
}

void continue_text(ComparedReading& reading, const std::shared_ptr<const Model>& model, Inputs inputs, int tokens) {
    Inputs whole = inputs;
    const std::vector<std::string> right = right_continuation(*model, whole, tokens);
    std::shared_ptr<const Evaluation> evaluation = evaluate_once(model, inputs);
    reading.evaluation = evaluate_once(model, whole);
    reading.continues = true;
    for (int i = 0; i < tokens; ++i) {
        const std::vector<RankedAnswer> answers = most_probable_answers(*evaluation, 1);
        if (answers.empty()) return;
        const auto at = static_cast<std::size_t>(i);
        reading.predictions.push_back({.word = answer_word(*model, answers[0].token),
                                       .probability = static_cast<double>(answers[0].probability),
                                       .right = at < right.size() ? right[at] : ""});
        if (i + 1 == tokens) return;
        const auto longer = continued(*model, inputs, answers[0].token);
        if (!longer) return;
        inputs = *longer;
        evaluation = evaluate_once(model, inputs);
    }
}

void answer_example(ComparedReading& reading, const Model& model) {
    const Evaluation& evaluation = *reading.evaluation;
    const int row = row_of_answer(evaluation);
    const std::vector<TokenLabel>& tokens = continued_tokens(evaluation);
    if (!model.config.head.classifier && !predicts_next_token(model) && row >= 0 &&
        static_cast<std::size_t>(row) < tokens.size())
        reading.at = tokens[static_cast<std::size_t>(row)].text;
    reading.note = answer_note(evaluation, row);
    std::string right;
    if (reading.note.empty() && evaluation.graph().logits) {
        const std::size_t rows = evaluation.trace().record(evaluation.graph().logits.id).shape.rows();
        if (const auto answer = ruled_answer(model, evaluation.tokens(), evaluation.target_tokens(), rows, row))
            right = answer_word(model, *answer);
    }
    for (const RankedAnswer& answer : most_probable_answers(evaluation, shown_answers))
        reading.predictions.push_back({.word = answer_word(model, answer.token),
                                       .probability = static_cast<double>(answer.probability),
                                       .right = right});
}

}  // namespace

ComparedReading read_example(const TrainingPlan& plan, const Weights& weights, int step, int continued) {
    ComparedReading reading;
    reading.step = step;
    reading.generation = next_generation();
    try {
        const auto model = std::make_shared<const Model>(model_at_step(plan, weights, step));
        Inputs inputs;
        inputs.model = model->name;
        if (!model->card.examples.empty()) inputs.text = model->card.examples.front();
        if (!model->card.targets.empty()) inputs.target = model->card.targets.front();
        if (continued > 0) {
            continue_text(reading, model, inputs, continued);
        } else {
            reading.evaluation = evaluate_once(model, inputs);
            answer_example(reading, *model);
        }
    } catch (const Error&) {
        // Nothing of it can be shown; the records go on.
    }
    return reading;
}

}  // namespace glassformer
