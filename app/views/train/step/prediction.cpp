// What the model of before the step predicted at one labeled position, beside what it was to predict.
#include <fmt/core.h>

#include <algorithm>

#include "app/views/shared/wording.h"
#include "app/views/train/step/batch.h"
#include "app/views/train/step/panel_title.h"
#include "app/views/train/step/texts.h"
#include "app/views/train/step/words.h"
#include "app/widgets/controls.h"
#include "core/base/number_text.h"

namespace glassformer {

namespace {

namespace strings = texts::train;

std::string place_text(const StepResult& result, const StepPlace& place) {
    const TrainingPlan& plan = result.inspection->plan();
    if (plan.config.head.classifier) return fmt::format(strings::prediction_of_text, place.text + 1);
    const Sample& sample = result.inspection->texts()[static_cast<std::size_t>(place.text)];
    const bool target = !sample.target_tokens.empty();
    const int token = (target ? sample.target_tokens : sample.tokens)[static_cast<std::size_t>(place.position)];
    return fmt::format(strings::prediction_at, place.text + 1, place.position + 1, token_word(plan, token, target));
}

}  // namespace

void draw_step_prediction(ViewContext& context, const Rect& area, const StepResult& result, const StepPlace& selected) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    const float em = ui.em, height = 1.5F * em;
    Rect rest = area;
    const LabelledPosition* at = result.losses.find(selected.text, selected.position);
    if (at == nullptr) {
        paragraph(painter, rest, strings::prediction_none, {.colour = theme.muted, .size = em::small});
        return;
    }
    context.targets.put("train prediction", area);
    const Rect where = panel_title(ui, rest.take_top(1.7F * em), 3, strings::prediction_title);
    text_in(painter, where, shortened(painter, place_text(result, selected), where.w, em::small, Face::sans),
            {.colour = theme.muted, .size = em::small});
    const Rect below = rest.take_bottom(1.5F * em);
    const auto room = static_cast<std::size_t>(std::max(1.0F, std::floor((rest.h - 1.3F * em) / height)));
    const std::size_t lines = std::max<std::size_t>(1, room - 1);  // the last is for the others
    TargetAndPrediction others;
    const std::vector<TargetAndPrediction> answers = predictions_at(*at, result.losses.smoothing, lines, &others);
    const std::size_t left = at->logits.size() - answers.size();

    constexpr float type = 0.9F;  // of the table
    float words = 3 * em;
    for (const TargetAndPrediction& one : answers)
        words = std::max(words, painter.measure(label_word(result.inspection->plan(), one.answer), type).width);
    if (left > 0) words = std::max(words, painter.measure(fmt::format(strings::prediction_others, left), type).width);
    words = std::min(words + 0.5F * em, 0.4F * area.w);
    const float number = painter.measure("100.0%", type).width + 0.5F * em;
    const auto columns = [&](Rect line) {
        std::array<Rect, 3> parts;
        parts[0] = line.take_left(words);
        parts[1] = line.take_left(std::floor(line.w / 2)).inset(0.2F * em, 0);
        parts[2] = line.inset(0.2F * em, 0);
        return parts;
    };
    const auto heads = columns(rest.take_top(1.3F * em));
    const TextStyle caption{.colour = theme.muted, .size = em::small};
    text_in(painter, heads[1], strings::prediction_target, caption);
    text_in(painter, heads[2], strings::prediction_predicted, caption);
    const auto draw = [&](const std::string& word, const TargetAndPrediction& one, bool label) {
        const auto parts = columns(rest.take_top(height).snapped());
        text_in(painter, parts[0], shortened(painter, word, words - 0.4F * em, type, Face::sans),
                {.colour = label            ? theme.accent_text
                           : one.answer < 0 ? theme.muted
                                            : theme.text,
                 .size = type,
                 .face = label ? Face::bold : Face::sans});
        for (const bool target : {true, false}) {
            Rect place = parts[target ? 1 : 2];
            const double share = target ? one.target : one.predicted;
            const Rect text = place.take_right(number);
            const Rect bar = place.inset(0, 0.35F * em);
            if (share > 0)
                painter.fill({bar.x, bar.y, std::max(1.0F, bar.w * static_cast<float>(share)), bar.h},
                             target ? theme.accent : colour(theme, Meaning::output), 2);
            text_in(painter, text, percent_text(share), {.colour = theme.text, .size = type, .align = Align::right});
        }
    };
    for (const TargetAndPrediction& one : answers)
        draw(label_word(result.inspection->plan(), one.answer), one, one.answer == at->label);
    if (left > 0 && answers.size() < room) draw(fmt::format(strings::prediction_others, left), others, false);
    const auto label = std::ranges::find(answers, at->label, &TargetAndPrediction::answer);
    const std::string loss =
        result.losses.smoothing > 0
            ? fmt::format(strings::prediction_loss_smoothed, number_text(at->loss))
            : fmt::format(strings::prediction_loss, number_text(label->predicted), number_text(at->loss));
    text_in(painter, Rect{below.x, rest.y, below.w, below.h}, loss, {.colour = theme.text, .size = type});
}

}  // namespace glassformer
