#include "app/views/output/state.h"

#include <fmt/core.h>

#include <cmath>

#include "app/paint/visible_text.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"
#include "core/generate/finite_logits.h"
#include "core/generate/next_token.h"
#include "core/io/model_folder.h"

namespace glassformer {

AnswerKind answer_kind(const Evaluation& evaluation) {
    if (!evaluation.graph().logits) return AnswerKind::none;
    const ModelConfig& config = evaluation.model().config;
    if (config.head.classifier) return AnswerKind::label;
    if (evaluation.model().card.answers == AnswerPlace::here) return AnswerKind::here;
    return predicts_next_token(config) ? AnswerKind::next_token : AnswerKind::word;
}

std::string why_no_text(const Evaluation& evaluation) {
    switch (answer_kind(evaluation)) {
        case AnswerKind::here: return texts::output::labels_no_text;
        case AnswerKind::label: return texts::output::class_no_text;
        default: return texts::output::no_text;
    }
}

const Candidates* Answers::of(const Evaluation& evaluation, int row, const DecodeOptions& options) {
    const bool same = options.temperature == options_.temperature && options.top_k == options_.top_k &&
                      options.top_p == options_.top_p;
    if (generation_ == evaluation.generation() && row_ == row && same) return found_ ? &*found_ : nullptr;
    generation_ = evaluation.generation();
    row_ = row;
    options_ = options;
    found_.reset();
    segments_.reset();
    path_.reset();
    error_.clear();
    try {
        const Record& logits = evaluation.trace().record(logits_record(evaluation));
        const auto columns = static_cast<std::size_t>(logits.shape.cols());
        const float* entries = logits.entries(static_cast<std::size_t>(row) * columns, columns);
        require_finite({entries, columns}, evaluation.model().name, static_cast<std::size_t>(row));
        found_ = candidates({entries, columns}, options);
    } catch (const Error& error) {
        error_ = error.what();
    }
    return found_ ? &*found_ : nullptr;
}

const std::vector<Segment>& Answers::segments() {
    if (!segments_) segments_ = found_ ? cumulative(*found_) : std::vector<Segment>{};
    return *segments_;
}

const ChoicePath& Answers::path() {
    if (!path_) path_ = found_ ? choice_path(*found_, options_) : ChoicePath{};
    return *path_;
}

int logits_record(const Evaluation& evaluation) { return evaluation.graph().logits.id; }

int probabilities_record(const Evaluation& evaluation) {
    return evaluation.graph().probs ? evaluation.graph().probs.id : logits_record(evaluation);
}

int answer_rows(const Evaluation& evaluation) {
    return static_cast<int>(evaluation.trace().record(logits_record(evaluation)).shape.rows());
}

int shown_row(const Evaluation& evaluation, const OutputState& state) {
    const int rows = answer_rows(evaluation);
    if (state.position >= 0 && state.position < rows) return state.position;
    return answer_row(evaluation);
}

TokenWord words_of(const Evaluation& evaluation) {
    const Model& model = evaluation.model();
    if (model.config.head.classifier && model.card.classes.empty())
        return [](int token) { return fmt::format(texts::output::class_number, token); };
    return [&model](int token) { return visible_text(answer_word(model, token)); };
}

CellRef answer_cell(const Evaluation& evaluation, int record, int row, int column) {
    if (record < 0) return {};
    return {record, grid_of(evaluation.trace(), record, 0).cell(row, column)};
}

int selected_token(const Evaluation& evaluation, const Cursor& cursor, int row) {
    const CellRef locked = locked_cell(evaluation.trace(), cursor);
    if (!locked || cursor.row != row) return -1;
    const bool answer = locked.record == logits_record(evaluation) || locked.record == probabilities_record(evaluation);
    return answer ? cursor.column : -1;
}

Rect titled_card(Ui& ui, const Rect& rect, const std::string& title, const std::string& note) {
    const float em = ui.em;
    const Rect box = rect.snapped();
    ui.painter.fill(box, ui.theme.panel, std::round(0.5F * em));
    ui.painter.stroke(box, ui.theme.border, 1, std::round(0.5F * em));
    Rect inside = box.inset(std::round(0.9F * em), std::round(0.8F * em));
    const Rect line = inside.take_top(1.5F * em);
    text_in(ui.painter, line, title, {.colour = ui.theme.text, .face = Face::bold});
    const float used = ui.painter.measure(title, em::body, Face::bold).width + 0.8F * em;
    if (!note.empty() && ui.painter.measure(note, em::small).width <= line.w - used)
        text_in(ui.painter, {line.x + used, line.y, line.w - used, line.h}, note,
                {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
    inside.take_top(0.4F * em);
    return inside;
}

}  // namespace glassformer
