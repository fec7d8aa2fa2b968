#include "app/views/train/training/prediction.h"

#include <fmt/core.h>

#include <cmath>

#include "app/views/shared/wording.h"
#include "app/views/train/training/texts.h"
#include "core/base/number_text.h"
#include "core/generate/next_token.h"
#include "core/session/default_labels.h"

namespace glassformer {

int right_answer(const Evaluation& evaluation) {
    const int row = row_of_answer(evaluation);
    const std::size_t rows = evaluation.trace().record(evaluation.graph().logits.id).shape.rows();
    const DefaultLabels labels =
        default_labels(evaluation.model(), evaluation.tokens(), evaluation.target_tokens(), rows);
    if (labels.source != LabelSource::task || row < 0 || static_cast<std::size_t>(row) >= labels.labels.size())
        return -1;
    const float label = labels.labels[static_cast<std::size_t>(row)];
    return label < 0 ? -1 : static_cast<int>(std::lround(label));
}

std::string prediction_text(const Evaluation& evaluation, int step) {
    const std::vector<RankedAnswer> answers = most_probable_answers(evaluation, 1);
    if (answers.empty()) return {};
    const Model& model = evaluation.model();
    const std::string& token = model.card.answer_at;
    const std::string share = percent_text(static_cast<double>(answers[0].probability));
    const std::string word = answer_word(model, answers[0].token);
    std::string text = token.empty() ? fmt::format(texts::train::prediction, word, share)
                                     : fmt::format(texts::train::predicted_at, token, word, share);
    if (const int answer = right_answer(evaluation); answer >= 0)
        text += fmt::format(
            fmt::runtime(answer == answers[0].token ? texts::train::prediction_right : texts::train::prediction_wrong),
            answer_word(model, answer));
    return step == 0 ? texts::train::prediction_untrained + text : text;
}

void draw_prediction(ViewContext& context, const Rect& line, const Evaluation& evaluation, int step) {
    const Ui& ui = context.ui;
    const std::string text = prediction_text(evaluation, step);
    context.targets.put("train prediction", line);
    text_in(ui.painter, line, shortened(ui.painter, text, line.w, em::body, Face::bold),
            {.colour = colour(ui.theme, Meaning::output), .face = Face::bold});
}

}  // namespace glassformer
