#include "app/views/output/output.h"

#include <algorithm>

#include "app/views/output/choice_page.h"
#include "app/views/shared/empty_state.h"
#include "app/views/shared/tabs.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"
#include "core/generate/next_token.h"
#include "core/io/model_folder.h"
#include "core/session/same_model.h"
#include "core/session/unknown_words.h"

namespace glassformer {

namespace {

/// Pages that this model has, from left to right.
std::vector<const OutputPageRow*> pages_of(const Evaluation& evaluation) {
    std::vector<const OutputPageRow*> pages;
    for (const OutputPageRow& row : output_page_rows())
        if (row.fits(evaluation)) pages.push_back(&row);
    return pages;
}

}  // namespace

const PageText& page_text(const OutputPageRow& row, const Evaluation& evaluation, bool greedy) {
    const PageText* found = &row.texts.front().text;
    for (const OutputPageText& one : row.texts)
        if ((greedy || !one.greedy) && (one.fits == nullptr || one.fits(evaluation))) found = &one.text;
    return *found;
}

const OutputPageRow* generating_page(const Evaluation& evaluation) {
    for (const OutputPageRow& row : output_page_rows())
        if (row.generates && row.fits(evaluation)) return &row;
    return nullptr;
}

OutputView::OutputView() : AppView(output_row) {
    for (const OutputPageRow& row : output_page_rows()) pages_.push_back(row.make());
}

void OutputView::show_page(const OutputPageRow& row) {
    page_ = static_cast<std::size_t>(&row - output_page_rows().data());
}

void OutputView::change_page(ViewContext& context, int by) {
    const std::vector<const OutputPageRow*> pages = pages_of(*context.shown.current);
    const auto here = static_cast<std::size_t>(std::ranges::find(pages, &page_row()) - pages.begin());
    stop();
    show_page(here < pages.size() ? *pages[page_beside(here, by, pages.size())] : *pages.front());
}

void OutputView::stop() {
    state_.waiting = 0;
    state_.playing = state_.at_once = state_.begins = false;
}

void OutputView::leave() {
    stop();
    for (const auto& page : pages_) page->leave();
    entered_ = false;
}

bool OutputView::take_text(const std::filesystem::path& file) { return entered_ && pages_[page_]->take_text(file); }

/// A position of another text, or another model's, is not meant any more.
void OutputView::follow(ViewContext& context) {
    if (context.shown.stale) return;
    const Evaluation& evaluation = *context.shown.current;
    const Inputs& inputs = evaluation.inputs();
    const bool same = position_inputs_ && same_model(position_inputs_->model, inputs.model);
    if (same && position_inputs_->text == inputs.text && position_inputs_->target == inputs.target) return;
    const bool first = !position_inputs_;  // a session that was opened keeps its own
    position_inputs_ = Inputs{.model = inputs.model, .text = inputs.text, .target = inputs.target, .edits = {}};
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

    keep_page(*context.shown.current);
    const PageText* text =
        logits_record(*context.shown.current) >= 0
            ? &page_text(page_row(), *context.shown.current, state_.chosen().decode().temperature == 0)
            : nullptr;
    rest = panel_.draw_beside(context, rest, state_.focus, narrow_, text);
    if (narrow_ && context.preferences.panel_instead)
        panel_.draw(context, rest, state_.focus, text);
    else
        draw_page(context, rest);
    const Input& input = context.ui.input;
    if (!context.menu && ready(context) && input.pressed(Button::right) && rest.contains(input.mouse))
        open_text_menu(context, input.mouse);
}

/// A page that the open model does not have, because another was open, gives way to one that it has.
void OutputView::keep_page(const Evaluation& evaluation) {
    if (logits_record(evaluation) < 0 || page_row().fits(evaluation)) return;
    const OutputPageRow* const other = page_row().generates ? generating_page(evaluation) : nullptr;
    show_page(other != nullptr ? *other : output_page_rows().front());
}

void OutputView::header(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Evaluation& evaluation = *context.shown.current;
    area.take_top(0.4F * em);
    Rect line = area.take_top(2.1F * em);
    area.take_top(0.3F * em);
    const std::vector<const OutputPageRow*> pages = pages_of(evaluation);
    auto selected = static_cast<int>(std::ranges::find(pages, &page_row()) - pages.begin());
    std::vector<Tab> all;
    all.reserve(pages.size());
    for (const OutputPageRow* const page : pages)
        all.push_back({page->name, std::string(page->title(answer_kind(evaluation)))});
    if (all.size() == 1) {
        text_in(ui.painter, line.take_left(10 * em), all.front().label,
                {.colour = ui.theme.text, .size = em::large, .face = Face::bold});
    } else if (draw_tabs(context, line, {.id = "mode", .list = "modes", .one = "mode ", .inset = 0.05F * em}, all,
                         selected)
                   .changed) {
        stop();
        show_page(*pages[static_cast<std::size_t>(selected)]);
    }
    line.take_left(em);
    std::string right = evaluation.model().card.title;
    const std::string unknown = unknown_words(evaluation);
    if (!unknown.empty()) right = unknown;
    if (context.shown.stale) right = context.shown.error.empty() ? texts::output::updating : texts::output::out_of_date;
    // Some twelve letters; fewer name nothing. Before a class all of it or none.
    const float wide = ui.painter.measure(right, em::small).width;
    if (line.w >= (context.presented ? wide : std::min(wide, 6 * em)))
        text_in(
            ui.painter, line, right,
            {.colour = right == unknown ? ui.theme.warning : ui.theme.muted, .size = em::small, .align = Align::right});
}

void OutputView::draw_page(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const Evaluation& evaluation = *context.shown.current;
    area = area.inset(1.2F * ui.em, 0);
    if (logits_record(evaluation) < 0) return say(ui, area, texts::output::no_output_layer);
    if (context.presented)
        area.take_top(0.6F * ui.em);  // a lecture's step says which page it is
    else
        header(context, area);
    // While a question asks for the prediction, every page is the one that leaves it out.
    OutputPage& page = *(context.rules.asks_prediction ? pages_.front() : pages_[page_]);
    // A page that is higher than the window scrolls.
    const float least = page.least_height(context, area.w, state_);
    const bool scrolls = area.h < least;
    if (scrolls) {
        area = begin_scroll(ui, "output page", area);
        area.h = least;
    }
    state_.clicked.reset();
    page.draw(context, area, state_);
    settling_ = page.settling();
    if (scrolls) end_scroll(ui, area.y + least);
    if (state_.clicked) run(*state_.clicked, context);
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
    if (!state_.run.stopped().empty() && !state_.playing && state_.waiting == 0 && pages_[page_]->notices_end())
        context.notice = state_.run.stopped();
}

void OutputView::describe(State& state, const Session::Snapshot& shown) const {
    state.add("hovered", state_.focus.hovered_name(shown));
    state.add("output_mode", std::string(page_row().name));
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
    pages_[page_]->describe(state);
    std::string position;
    if (shown.current && logits_record(*shown.current) >= 0)
        position = std::to_string(shown_row(*shown.current, state_));
    state.add("position", position);
}

ViewValues OutputView::save() const {
    ViewValues values{{"mode", value_text(page_row().mode)},
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
                      {"entered", value_text(entered_)}};
    for (const auto& page : pages_) values.merge(page->save());
    return values;
}

void OutputView::load(const ViewValues& values) {
    const ViewReader read(values);
    position_inputs_.reset();
    const int far = 1 << 20;
    page_ = page_of_mode(output_page_rows(), read.whole("mode", page_row().mode, 0, most_mode), page_);
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
    for (const auto& page : pages_) page->load(values);
    entered_ = read.yes("entered", false);
}

}  // namespace glassformer
