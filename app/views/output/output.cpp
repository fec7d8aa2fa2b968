#include "app/views/output/output.h"

#include <algorithm>
#include <cmath>

#include "app/views/output/page_texts.h"
#include "app/views/output/texts.h"
#include "app/views/shared/empty_state.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"
#include "core/generate/next_token.h"
#include "core/io/model_folder.h"
#include "core/session/same_model.h"

namespace glassformer {

namespace {

std::string title_of(OutputMode mode, AnswerKind kind) {
    switch (mode) {
        case OutputMode::choice:
            switch (kind) {
                case AnswerKind::label: return texts::output::tab_classes;
                case AnswerKind::word: return texts::output::tab_masked_words;
                case AnswerKind::here: return texts::output::tab_predictions;
                default: return texts::output::tab_next_token;
            }
        case OutputMode::generation: return texts::output::tab_generate;
        case OutputMode::translation: return texts::output::tab_translate;
        case OutputMode::lens: return texts::output::tab_lens;
        case OutputMode::contributions: return texts::output::tab_contributions;
    }
    return "";
}

/// Whether the page of the mode continues a text.
bool generates(OutputMode mode) { return mode == OutputMode::generation || mode == OutputMode::translation; }

/// Name of a mode in scripts.
std::string name_of(OutputMode mode) {
    switch (mode) {
        case OutputMode::choice: return "choice";
        case OutputMode::generation: return "generation";
        case OutputMode::translation: return "translation";
        case OutputMode::lens: return "lens";
        case OutputMode::contributions: return "contributions";
    }
    return "";
}

}  // namespace

std::optional<OutputMode> generating_mode(const Evaluation& evaluation) {
    if (answer_kind(evaluation) != AnswerKind::next_token) return {};
    return has_target(evaluation.model().config) ? OutputMode::translation : OutputMode::generation;
}

std::vector<OutputMode> output_modes(const Evaluation& evaluation) {
    std::vector<OutputMode> modes{OutputMode::choice};
    if (const auto mode = generating_mode(evaluation)) modes.push_back(*mode);
    if (!is_transformer(evaluation.model().config)) return modes;
    if (evaluation.graph().probs) modes.push_back(OutputMode::lens);  // which reads probabilities
    modes.push_back(OutputMode::contributions);
    return modes;
}

void OutputView::stop() {
    state_.waiting = 0;
    state_.playing = state_.at_once = state_.begins = false;
}

void OutputView::leave() {
    stop();
    lens_.stop();
    generation_.stop();
    entered_ = false;
}

bool OutputView::take_text(const std::filesystem::path& file) {
    if (!entered_ || state_.mode != OutputMode::generation) return false;
    generation_.held_out().take_file(file);
    return true;
}

/// A position of another text, or another model's, is not meant any more.
void OutputView::follow(ViewContext& context) {
    if (context.shown.stale) return;
    const Evaluation& evaluation = *context.shown.current;
    const Inputs& inputs = evaluation.inputs();
    const bool same = of_ && same_model(of_->model, inputs.model);
    if (same && of_->text == inputs.text && of_->target == inputs.target) return;
    const bool first = !of_;  // a session that was opened keeps its own
    of_ = Inputs{.model = inputs.model, .text = inputs.text, .target = inputs.target, .edits = {}};
    if (first) return;
    state_.position = -1;
    if (!entered_ || !context.cursor.locked) return;
    keep_valid(evaluation.trace(), context.cursor);
    const int record = record_at(evaluation.trace(), context.cursor);
    if (record != logits_record(evaluation) && record != probabilities_record(evaluation)) return;
    if (same)
        context.cursor.row = shown_row(evaluation, state_);
    else
        context.cursor.locked = false;
}

/// The panel explains an answer as soon as the view is opened.
void OutputView::enter(ViewContext& context) {
    const Evaluation& evaluation = *context.shown.current;
    keep_valid(evaluation.trace(), context.cursor);
    if (entered_) return;
    entered_ = true;
    const int record = record_at(evaluation.trace(), context.cursor);
    if (record == logits_record(evaluation) || record == probabilities_record(evaluation)) {
        if (context.cursor.locked) state_.position = context.cursor.row;
        return;
    }
    context.cursor.locked = false;
    if (probabilities_record(evaluation) >= 0)
        go_to(evaluation.trace(), context.cursor, probabilities_record(evaluation));
}

void OutputView::draw(ViewContext& context, const Rect& area) {
    Rect rest = area;
    if (!context.shown.current) {
        draw_empty_state(context, area);
        return;
    }
    if (logits_record(*context.shown.current) >= 0) follow(context);
    enter(context);
    state_.pair = has_target(context.shown.current->model().config);
    // The original run is only displayed: texts and steps belong to the run with changes.
    if (!context.original) state_.run.follow(context.shown.current->inputs());
    generate(context);

    keep_mode(*context.shown.current);
    const PageText* text =
        logits_record(*context.shown.current) >= 0
            ? &page_text(state_.mode, *context.shown.current, state_.chosen().decode().temperature == 0)
            : nullptr;
    rest = panel_.draw_beside(context, rest, state_.focus, narrow_, text);
    if (narrow_ && context.preferences.panel_instead)
        panel_.draw(context, rest, state_.focus, text);
    else
        page(context, rest);
    const Input& input = context.ui.input;
    if (!context.menu && ready(context) && input.pressed(Button::right) && rest.contains(input.mouse))
        open_text_menu(context, input.mouse);
}

/// A page that the open model does not have, because another was open, gives way to one that it has.
void OutputView::keep_mode(const Evaluation& evaluation) {
    if (logits_record(evaluation) < 0) return;
    const std::vector<OutputMode> modes = output_modes(evaluation);
    if (std::ranges::find(modes, state_.mode) != modes.end()) return;
    state_.mode = generates(state_.mode) ? generating_mode(evaluation).value_or(modes.front()) : modes.front();
}

void OutputView::header(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Evaluation& evaluation = *context.shown.current;
    area.take_top(0.4F * em);
    Rect line = area.take_top(2.1F * em);
    area.take_top(0.3F * em);
    const std::vector<OutputMode> modes = output_modes(evaluation);
    int selected = 0;
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < modes.size(); ++i) {
        labels.push_back(title_of(modes[i], answer_kind(evaluation)));
        if (modes[i] == state_.mode) selected = static_cast<int>(i);
    }
    if (modes.size() > 1) {
        const Rect place = line.take_left(segmented_width(ui, labels)).inset(0, 0.05F * em).snapped();
        Rect parts = place;
        for (std::size_t i = 0; i < modes.size(); ++i) {
            const float wide = std::ceil(ui.painter.measure(labels[i]).width + 1.4F * em);
            context.targets.put("mode " + name_of(modes[i]), parts.take_left(wide));
        }
        if (segmented(ui, "mode", place, labels, selected)) {
            stop();
            state_.mode = modes[static_cast<std::size_t>(selected)];
        }
    } else {
        text_in(ui.painter, line.take_left(10 * em), labels.front(),
                {.colour = ui.theme.text, .size = em::large, .face = Face::bold});
    }
    line.take_left(em);
    std::string right = evaluation.model().card.title;
    if (context.shown.stale) right = context.shown.error.empty() ? texts::output::updating : texts::output::out_of_date;
    // Some twelve letters; fewer name nothing. Before a class all of it or none.
    const float wide = ui.painter.measure(right, em::small).width;
    if (line.w >= (context.presented ? wide : std::min(wide, 6 * em)))
        text_in(ui.painter, line, right, {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
}

void OutputView::page(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const Evaluation& evaluation = *context.shown.current;
    area = area.inset(1.2F * ui.em, 0);
    if (logits_record(evaluation) < 0) return say(ui, area, texts::output::no_output_layer);
    if (context.presented)
        area.take_top(0.6F * ui.em);  // a lecture's step says which page it is
    else
        header(context, area);
    // While a question asks for the prediction, every page is the one that leaves it out.
    const OutputMode mode = context.rules.asks_prediction ? OutputMode::choice : state_.mode;
    // A page that is higher than the window scrolls.
    const float of_page = !generates(mode) ? 27.0F : context.presented ? 30.0F : 40.0F;
    const float least =
        mode == OutputMode::choice ? choice_.min_height(context, area.w, state_) : std::floor(of_page * ui.em);
    const bool scrolls = area.h < least;
    if (scrolls) {
        area = begin_scroll(ui, "output page", area);
        area.h = least;
    }
    std::optional<Command> clicked;
    switch (mode) {
        case OutputMode::choice: choice_.draw(context, area, state_); break;
        case OutputMode::lens: lens_.draw(context, area, state_); break;
        case OutputMode::contributions: contributions_.draw(context, area, state_); break;
        case OutputMode::generation:
        case OutputMode::translation: clicked = generation_.draw(context, area, state_); break;
    }
    if (scrolls) end_scroll(ui, area.y + least);
    if (clicked) run(*clicked, context);
}

/// Whether the target is a whole translation that was not generated here: an example's, say. Its next word would be the
/// end.
bool OutputView::whole_without_run(const Evaluation& evaluation) const {
    if (evaluation.inputs().target.empty() || !state_.run.steps().empty()) return false;
    const std::span<const float> logits = next_logits(evaluation);
    const auto end = end_token(evaluation.model());
    return end && std::ranges::max_element(logits) - logits.begin() == *end;
}

/// Chooses the next token where one is asked for and the evaluation of the text is there.
void OutputView::generate(ViewContext& context) {
    if (state_.waiting == 0 && !state_.playing) return;
    const Evaluation& evaluation = *context.shown.current;
    if (!context.shown.error.empty()) return stop();
    context.ui.keep_awake();
    if (context.shown.stale || evaluation.inputs() != context.session.inputs()) return;
    if (state_.waiting == 0) {
        state_.next_in -= context.ui.elapsed;
        if (state_.next_in > 0) return;
        state_.next_in = state_.at_once ? 0 : generation_speeds[state_.speed].seconds;
    }
    if (state_.begins && state_.pair && whole_without_run(evaluation)) {
        Inputs unwritten = evaluation.inputs();
        unwritten.target.clear();
        context.session.set(std::move(unwritten));
        context.notice = texts::output::written_anew;
        return;  // the first word is chosen once this is computed
    }
    state_.begins = false;
    try {
        auto longer = state_.run.advance(evaluation, state_.chosen());
        state_.position = -1;
        context.cursor.locked = false;
        if (state_.waiting > 0) --state_.waiting;
        if (longer)
            context.session.set(std::move(*longer));
        else
            stop();
    } catch (const Error& error) {
        context.notice = error.what();
        stop();
    }
    if (!state_.run.stopped().empty() && !state_.playing && state_.waiting == 0 && state_.mode == OutputMode::choice)
        context.notice = state_.run.stopped();
}

void OutputView::describe(State& state, const Session::Snapshot& shown) const {
    state.add("hovered", state_.focus.hovered_name(shown));
    state.add("output_mode", name_of(state_.mode));
    if (state_.mode == OutputMode::lens) state.add("lens", lens_.status());
    if (state_.mode == OutputMode::translation) state.add("beam", generation_.beam_status());
    if (state_.mode == OutputMode::contributions) state.add("contributions", contributions_.sum());
    state.add("sampling", to_text(state_.chosen()));
    state.add("playing", state_.playing);
    state.add("candidates", state_.unfolded ? "all" : "first");
    state.add("every_position", state_.every_position);
    state.add("path_open", state_.path_open);
    state.add("drawn", state_.drawn);
    state.add("scale_of_curve", state_.logarithmic ? "logarithmic" : "linear");
    state.add("stopped", state_.run.stopped());
    const auto steps = shown.current ? state_.run.steps() : std::span<const RunStep>{};
    state.add("generated", std::to_string(steps.size()));
    state.add("log_probability", steps.empty() ? "" : exact_text(static_cast<float>(steps.back().total)));
    if (generates(state_.mode)) state.add("given_log_probability", generation_.given_status());
    if (state_.mode == OutputMode::generation) {
        state.add("bits_per_character", generation_.bits_status());
        state.add("held_out", generation_.held_out().status());
    }
    std::string position;
    if (shown.current && logits_record(*shown.current) >= 0)
        position = std::to_string(shown_row(*shown.current, state_));
    state.add("position", position);
}

ViewValues OutputView::save() const {
    return {{"mode", value_text(static_cast<int>(state_.mode))},
            {"position", value_text(state_.position)},
            {"sampling", to_text(state_.sampling)},
            {"translating", to_text(state_.translating)},
            {"logarithmic", value_text(state_.logarithmic)},
            {"unfolded", value_text(state_.unfolded)},
            {"every_position", value_text(state_.every_position)},
            {"layer", value_text(state_.layer)},
            {"head", value_text(state_.head)},
            {"speed", value_text(state_.speed)},
            {"run", state_.run.text()},
            {"difference", value_text(contributions_.less_the_runner_up())},
            {"beam", value_text(generation_.shows_beam())},
            {"last_tenth", value_text(generation_.held_out().part() == TextPart::last_tenth)},
            {"entered", value_text(entered_)}};
}

void OutputView::load(const ViewValues& values) {
    const ViewReader read(values);
    of_.reset();
    const int far = 1 << 20;
    const int last = static_cast<int>(OutputMode::contributions);
    state_.mode = static_cast<OutputMode>(read.whole("mode", static_cast<int>(state_.mode), 0, last));
    state_.position = read.whole("position", state_.position, -1, far);
    for (auto [name, sampling] :
         {std::pair{"sampling", &state_.sampling}, std::pair{"translating", &state_.translating}})
        if (const auto found = values.find(name); found != values.end()) try {
                *sampling = sampling_from_text(found->second);
            } catch (const Error&) {
                // Unreadable, e.g. of another version: the settings stay.
            }
    state_.logarithmic = read.yes("logarithmic", state_.logarithmic);
    state_.unfolded = read.yes("unfolded", false);
    state_.every_position = read.yes("every_position", false);
    state_.layer = read.whole("layer", state_.layer, 0, far);
    state_.head = read.whole("head", state_.head, -1, far);
    state_.speed = read.whole("speed", state_.speed, 0, static_cast<int>(std::size(generation_speeds)) - 1);
    if (const auto run = values.find("run"); run != values.end()) try {
            state_.run.read(run->second);
        } catch (const Error&) {
            // Unreadable, e.g. of another version: the run starts with the text.
        }
    contributions_.set_less_the_runner_up(read.yes("difference", contributions_.less_the_runner_up()));
    generation_.held_out().choose_part(
        read.yes("last_tenth", generation_.held_out().part() == TextPart::last_tenth) ? TextPart::last_tenth
                                                                                      : TextPart::whole);
    generation_.show_beam(read.yes("beam", generation_.shows_beam()));
    entered_ = read.yes("entered", false);
}

}  // namespace glassformer
