#include "app/views/output/beam_card.h"

#include <algorithm>

#include "app/views/output/choice_page.h"
#include "app/views/output/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"
#include "core/generate/finite_logits.h"
#include "core/generate/next_token.h"
#include "core/generate/target_logits.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

constexpr int max_width = 8;

std::vector<int> ids(const std::vector<TokenLabel>& tokens) {
    std::vector<int> made;
    made.reserve(tokens.size());
    for (const TokenLabel& token : tokens) made.push_back(token.id);
    return made;
}

/// The search, on any thread. `stop` ends it with an Error that nobody reads.
std::vector<Continuation> search(const Evaluation& evaluation, int width, const std::atomic<bool>& stop) {
    const Model& model = evaluation.model();
    const std::vector<int> source = ids(evaluation.tokens()), given = ids(tokenize(model, "", true));
    const int longest = model.config.max_seq_len;
    TargetLogits logits(model.config, model.weights, source, longest);
    const NextLogits next = [&](std::span<const int> tokens) {
        if (stop) throw Error("stopped");
        std::vector<float> found = logits(tokens);
        require_finite(found, model.name, tokens.size() - 1);
        return found;
    };
    const GenerationOptions options{.steps = longest - static_cast<int>(given.size()), .end = end_token(model)};
    return beam_search(next, given, options, width);
}

}  // namespace

std::string BeamCard::status() const {
    if (!searches_.done()) return searches_.request() ? "running" : "";
    const std::string& error = searches_.shown()->error;
    return error.empty() ? "done" : error;
}

void BeamCard::follow(ViewContext& context) {
    const std::shared_ptr<const Evaluation>& of = context.shown.current;
    searches_.follow(
        {of->model_pointer(), of->inputs().text, width_},
        [of, width = width_](const auto& work) { return search(*of, width, work.stopped); },
        [&platform = context.ui.platform] { platform.wake(); });
}

void BeamCard::draw(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    follow(context);
    Rect rest = area;
    Rect line = rest.take_top(1.8F * em);
    text_in(ui.painter, line.take_left(ui.painter.measure(texts::output::beam_width, em::small).width + 0.6F * em),
            texts::output::beam_width, {.colour = ui.theme.muted, .size = em::small});
    const Rect place = line.take_left(std::min(9 * em, 0.5F * line.w));
    context.targets.put("beam width", place);
    slider(ui, "beam width", place, width_, 1, max_width);
    line.take_left(0.5F * em);
    text_in(ui.painter, line.take_left(1.5F * em), std::to_string(width_),
            {.colour = ui.theme.text, .face = Face::bold});
    text_in(ui.painter, line,
            context.session.inputs().edits.empty() ? texts::output::log_p : texts::output::log_p_without_edits,
            {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
    if (!searches_.done()) {
        ui.keep_awake();
        return say(ui, rest, texts::output::searching);
    }
    const auto searched = searches_.shown();
    if (!searched->error.empty()) return say(ui, rest, searched->error);
    const Model& model = *searched->request.model;
    const std::vector<Continuation>& found = searched->result;
    for (std::size_t i = 0; i < found.size() && rest.h > 1.5F * em; ++i) {
        const Rect row = rest.take_top(1.6F * em).snapped();
        const std::string id = "beam " + std::to_string(i), text = target_text(model, found[i].tokens);
        context.targets.put(id, row);
        const Region touched = region(ui, id, row);
        if (touched.hovered) {
            ui.painter.fill(row, ui.theme.control_hot, 0.2F * em);
            *ui.cursor = CursorShape::hand;
        }
        Rect words = row.inset(0.3F * em, 0);
        text_in(ui.painter, words.take_right(4.6F * em), number_text(found[i].total),
                {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
        text_in(ui.painter, words, text + (found[i].ended ? "" : " …"),
                {.colour = text == context.session.inputs().target ? ui.theme.accent_text : ui.theme.text,
                 .size = em::small});
        if (touched.clicked && text != context.session.inputs().target) {
            Inputs inputs = context.session.inputs();
            inputs.target = text;
            context.session.set(std::move(inputs));
        }
    }
}

}  // namespace glassformer
