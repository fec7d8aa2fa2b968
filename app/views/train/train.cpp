#include "app/views/train/train.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/views/train/knobs.h"
#include "app/views/train/texts.h"
#include "app/widgets/controls.h"
#include "core/generate/next_token.h"

namespace glassformer {

TrainView::TrainView(const ViewServices& services)
    : AppView(train_row), state_(settings_of_task(TrainState{}.task)), run_(services.session_options().wake) {}

// --- the training

void TrainView::begin() {
    run_.begin(state_);
    maps_.clear();
    maps_of_ = 0;
}

void TrainView::start_or_pause() {
    if (!run_.begun()) begin();
    if (!run_.begun()) return;
    run_.look_at_newest();
    if (running())
        run_.pause();
    else
        run_.session().start();
}

/// Where an earlier step is looked at, on to the next one that is kept; else a step of the training.
void TrainView::one_step() {
    if (!run_.begun()) begin();
    if (!run_.begun()) return;
    if (!run_.at_newest()) return run_.look_beside(1);
    if (!running()) run_.step();
}

void TrainView::begin_again() {
    run_.look_at_newest();
    begin();
}

void TrainView::new_seed() {
    state_.seed = (state_.seed + 1) % 100;
    begin();
}

void TrainView::choose_head(int by) {
    if (!maps_.empty()) head_ = std::clamp(head_ + by, 0, static_cast<int>(maps_.size()) - 1);
}

void TrainView::leave() {
    run_.follow();  // it may have been started since the last frame
    if (running()) run_.pause();
}

// --- the page

void TrainView::draw(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    if (!run_.begun() && run_.error().empty()) begin();
    run_.follow();
    if (run_.settling()) ui.keep_awake();
    Rect rest = area.inset(1.2F * em, 0);
    const bool wide = rest.w > 48 * em;
    const float least = controls_ + (wide ? 26 : 44) * em;  // in a lower window the page scrolls
    const bool scrolls = rest.h < least;
    if (scrolls) {
        rest = begin_scroll(ui, "train page", rest);
        rest.h = least;
    }
    const float top = rest.y, bottom = rest.bottom();
    page(context, rest, wide, top);
    if (scrolls) end_scroll(ui, bottom);
}

void TrainView::page(ViewContext& context, Rect rest, bool wide, float top) {
    Ui& ui = context.ui;
    const float em = ui.em;
    rest.take_top(0.7F * em);
    bar(context, rest);
    settings(context, rest);
    rest.take_top(0.5F * em);
    if (const float controls = rest.y - top; controls != controls_) {
        controls_ = controls;
        ui.keep_awake();
    }
    if (!run_.begun()) {
        paragraph(ui.painter, rest, run_.error(), {.colour = ui.theme.warning});
        return;
    }
    rest.take_bottom(0.4F * em);
    scrubber_line(context, rest.take_bottom(2.2F * em));
    rest.take_bottom(0.4F * em);
    const Rect charts = wide ? rest.take_left(std::round(0.52F * rest.w)) : rest.take_top(std::round(0.45F * rest.h));
    if (wide)
        rest.take_left(1.6F * em);
    else
        rest.take_top(0.6F * em);
    const TrainCharts::Touch touch = charts_.draw(context, charts, run_.shown(), run_.looked_at(), state_.clip);
    if (touch.dragged) run_.look_at(*touch.dragged);
    attention(context, rest);
}

void TrainView::bar(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect line = area.take_top(2.1F * em);
    std::vector<std::string> titles, names;
    for (const std::string& name : trainable_tasks()) {
        titles.emplace_back(require_task(name).title);
        names.push_back(name);
    }
    const auto& tasks = trainable_tasks();
    auto selected = static_cast<int>(std::ranges::find(tasks, state_.task) - tasks.begin());
    const bool narrow = line.w < 62 * em;  // task, buttons and progress in lines of their own
    const Rect choice = line.take_left(narrow ? line.w : 24 * em).snapped();
    if (narrow) {
        area.take_top(0.4F * em);
        line = area.take_top(2.1F * em);
        line.x -= 0.8F * em;
    }
    context.targets.put("train task", choice);
    if (dropdown(ui, "train task", choice, titles, selected, names)) {
        const int seed = state_.seed;
        state_ = settings_of_task(tasks[static_cast<std::size_t>(selected)]);
        state_.seed = seed;
        head_ = 0;
        begin();
        ui.keep_awake();
    }
    line.take_left(0.8F * em);
    const bool runs = running(), done = run_.begun() && (run_.shown().phase == TrainingPhase::finished ||
                                                         run_.shown().phase == TrainingPhase::diverged ||
                                                         run_.shown().phase == TrainingPhase::failed);
    const auto one = [&](const char* id, const char* label, Icon which, Command command, const char* what, bool enabled,
                         bool selected_now) {
        const std::string tip = hint(what, command);
        const ButtonStyle style{.icon = which, .selected = selected_now, .enabled = enabled, .hint = tip};
        const bool fits = button_width(ui, label, style) <= line.w;
        if (!fits) label = "";  // its icon and its hint stay
        const Rect place = line.take_left(fits ? button_width(ui, label, style) : 2.1F * em).snapped();
        line.take_left(0.5F * em);
        context.targets.put(id, place);
        if (button(ui, id, place, label, style)) AppView::run(command, context);
    };
    one("train start", runs ? texts::train::pause : texts::train::start, runs ? Icon::pause : Icon::play, Command::play,
        texts::train::start_hint, !done, !runs && !done);
    one("train step", texts::train::one_step, Icon::step, Command::step_forward, texts::train::step_hint,
        !done && !runs, false);
    one("train again", texts::train::again, Icon::first, train_again, texts::train::again_hint, true, false);
    one("train seed", texts::train::other_seed, Icon::none, Command::again, texts::train::seed_hint, true, false);
    if (narrow) {
        area.take_top(0.2F * em);
        line = area.take_top(1.4F * em);
    } else {
        line.take_left(0.5F * em);
    }
    text_in(ui.painter, line, shortened(ui.painter, progress(), line.w, em::small, Face::sans),
            {.colour = ui.theme.muted, .size = em::small, .align = narrow ? Align::left : Align::right});
    area.take_top(0.5F * em);
}

std::string TrainView::progress() const {
    if (!run_.begun()) return {};
    const TrainingSession::Snapshot& shown = run_.shown();
    if (!shown.problem.empty()) return shown.problem;
    if (!shown.message.empty()) return shown.message;
    if (shown.phase == TrainingPhase::finished)
        return fmt::format(texts::train::finished, shown.steps_done, time_text(1000 * shown.seconds));
    if (!shown.weights) return texts::train::waiting;
    if (shown.phase == TrainingPhase::ready)
        return fmt::format(texts::train::ready, shown.weights->count(), shown.steps_planned);
    std::string at = fmt::format(texts::train::at_step, shown.steps_done, shown.steps_planned);
    if (shown.phase != TrainingPhase::running) return at;
    const double pace = shown.steps_per_second;
    return fmt::format(texts::train::pace, at, pace < 10 ? number_text(pace) : fmt::format("{:.0f}", pace));
}

void TrainView::settings(ViewContext& context, Rect& area) {
    const TrainKnob* moved = draw_train_knobs(context, area, state_);
    if (moved == nullptr) return;
    const bool ended = run_.begun() && run_.shown().phase != TrainingPhase::ready &&
                       run_.shown().phase != TrainingPhase::running && run_.shown().phase != TrainingPhase::paused;
    if (!run_.begun() || !moved->live || run_.shown().steps_done == 0 || ended)
        begin();
    else
        run_.session().change(*moved->live, moved->get(state_));
    context.ui.keep_awake();
}

void TrainView::scrubber_line(ViewContext& context, Rect line) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const std::vector<int> steps = run_.kept_steps();
    if (steps.empty()) return;
    const int looked = run_.looked_at();
    const std::string words =
        looked == 0 ? std::string(texts::train::scrub_initial) : fmt::format(texts::train::scrub, looked);
    const Rect label = line.take_left(13 * em);
    text_in(ui.painter, label, words, {.colour = ui.theme.text, .face = Face::bold});
    const auto count = static_cast<int>(steps.size());
    auto at = static_cast<int>(std::ranges::lower_bound(steps, looked) - steps.begin());
    context.targets.put("train scrubber", line);
    if (count > 1 && scrubber(ui, "train scrubber", line, count, at)) {
        if (at == count - 1)
            run_.look_at_newest();
        else
            run_.look_at(steps[static_cast<std::size_t>(at)]);
        ui.keep_awake();
    }
}

void TrainView::attention(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const auto [reading, generation] = run_.reading();
    Rect line = area.take_top(1.8F * em);
    if (!reading) {
        text_in(ui.painter, line, run_.settling() ? texts::train::reading : "", {.colour = ui.theme.muted});
        return;
    }
    if (maps_of_ != generation) {
        maps_of_ = generation;
        maps_ = head_maps(*reading);
        choose_head(0);
    }
    const std::vector<RankedAnswer> answers = most_probable_answers(*reading, 1);
    if (!answers.empty()) {
        const std::string& token = reading->model().card.answer_at;
        const std::string answer =
            fmt::format(fmt::runtime(token.empty() ? texts::train::answer : texts::train::answer_at), token,
                        answer_word(reading->model(), answers[0].token),
                        fmt::format("{:.0f}%", 100 * static_cast<double>(answers[0].probability)));
        text_in(ui.painter, line.take_right(ui.painter.measure(answer, em::body, Face::bold).width), answer,
                {.colour = colour(ui.theme, Meaning::output), .face = Face::bold, .align = Align::right});
        line.take_right(em);
    }
    if (maps_.empty()) {
        paragraph(ui.painter, area, texts::train::no_attention, {.colour = ui.theme.muted});
        return;
    }
    text_in(ui.painter, line,
            shortened(ui.painter, fmt::format(texts::train::attention, reading->inputs().text), line.w, em::body,
                      Face::sans),
            {.colour = ui.theme.text});
    if (const int clicked = draw_head_maps(context, area, *reading, generation, maps_, head_); clicked >= 0) {
        head_ = clicked;
        ui.keep_awake();
    }
}

// --- what is told and kept

void TrainView::describe(State& state, const Session::Snapshot& shown) const {
    static_cast<void>(shown);
    const TrainingSession::Snapshot& run = run_.shown();
    static constexpr std::array<const char*, 6> phases{"ready", "running", "paused", "finished", "diverged", "failed"};
    state.add("train_task", state_.task);
    state.add("train_phase", run_.begun() ? phases.at(static_cast<std::size_t>(run.phase)) : "none");
    state.add("train_step", std::to_string(run.steps_done));
    state.add("train_steps", std::to_string(run.steps_planned));
    state.add("train_looked_at", std::to_string(run_.looked_at()));
    state.add("train_head", std::to_string(head_ + 1));
    state.add("train_rate", number_text(state_.learning_rate));
    state.add("train_seed", std::to_string(state_.seed));
    state.add("train_changes", std::to_string(run.changes ? run.changes->size() : 0));
    state.add("train_accuracy", run.held_out && !run.held_out->empty()
                                    ? number_text(static_cast<double>(run.held_out->back().accuracy))
                                    : std::string());
    state.add("train_says", progress());
}

ViewValues TrainView::save() const { return saved_values(state_); }

void TrainView::load(const ViewValues& values) {
    const TrainState read = read_values(values);
    if (read == state_) return;
    state_ = read;
    if (run_.begun()) begin();
}

}  // namespace glassformer
