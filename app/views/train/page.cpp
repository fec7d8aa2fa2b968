// How the view is laid out: tabs, the bar of the training, its settings, the page that is shown.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/visible_text.h"
#include "app/views/shared/tabs.h"
#include "app/views/shared/wording.h"
#include "app/views/train/knobs.h"
#include "app/views/train/run/pace.h"
#include "app/views/train/texts.h"
#include "app/views/train/train.h"
#include "app/views/train/training/setup_texts.h"
#include "app/widgets/controls.h"
#include "app/widgets/interaction.h"

namespace glassformer {

void TrainView::draw(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    follow(context);
    Rect rest = area.inset(1.2F * em, 0);
    const float least = controls_ + page().least_height(rest.w / em, context.presented) * em;
    TrainScene scene{.context = context,
                     .run = *run_,
                     .state = state_,
                     .asked = {.step = asked_step_, .reached = !training_to_step_},
                     .scrolls = rest.h < least,  // in a lower window
                     .window_reading = [&] { return window_step_.reading(context); }};
    if (scene.scrolls) {
        rest = begin_scroll(ui, "train page", rest);
        rest.h = least;
    }
    const float bottom = rest.bottom();
    low_ = area.h < 28 * em;
    draw_page(scene, rest);
    if (scene.memory_asked) open_memory(context, true);
    if (scene.changed) {
        state_ = *scene.changed;
        knob_moved_ = true;  // it takes effect when the mouse is let go
        ui.keep_awake();
    }
    if (scene.scrolls) end_scroll(ui, bottom);
    if (memory_.is_open()) memory_.draw(context);
}

void TrainView::draw_page(TrainScene& scene, Rect rest) {
    ViewContext& context = scene.context;
    Ui& ui = context.ui;
    const float em = ui.em, top = rest.y;
    rest.take_top(0.4F * em);
    if (!context.presented) tabs(context, rest);
    if (!page().shows_run()) return page().draw(scene, rest);
    if (context.presented)
        presented_bar(context, rest);
    else
        bar(context, rest);
    problem(context, rest);
    if (page().fills_view() && run_->exists()) return page().draw(scene, rest);
    const bool all_settings = training_page_->settings_are_open();
    if ((!low_ && page().has_settings() && !context.presented) || all_settings)
        settings(context, rest);  // where the pictures need their room
    rest.take_top(0.5F * em);
    if (const float controls = rest.y - top; controls != controls_) {
        controls_ = controls;
        ui.keep_awake();
    }
    if (!run_->exists()) {
        const bool wide = rest.w > 48 * em;
        const Rect left = wide && all_settings ? rest.take_left(std::round(0.5F * rest.w)) : rest;
        const float height = paragraph(ui.painter, left, run_->error(), {.colour = ui.theme.warning});
        if (!wide) rest.take_top(height + em);
        if (all_settings) training_page_->draw_settings(scene, rest);
        return;
    }
    if (!page().has_scrubber()) {
        rest.take_bottom(0.4F * em);
        draw_scrubber(context, rest.take_bottom(2.2F * em), *run_);
        rest.take_bottom(0.4F * em);
    }
    page().draw(scene, rest);
}

void TrainView::tabs(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    Rect line = area.take_top(2.0F * ui.em);
    area.take_top(0.5F * ui.em);
    std::vector<Tab> all;
    for (const TrainPageRow& row : train_page_rows()) all.push_back({row.name, std::string(row.title)});
    auto selected = static_cast<int>(page_);
    const TabBar bar{.id = "train pages", .list = "train pages", .one = "train page "};
    const bool changed = draw_tabs(context, line, bar, all, selected).changed;
    line.take_left(0.8F * ui.em);
    pace_choice(context, line);
    constexpr float room = 22;  // em: of the longest that is said, for any task of ours
    progress_above_ = page().shows_run() && line.w >= room * ui.em;
    if (progress_above_)
        text_in(ui.painter, line, shortened(ui.painter, progress(pace(context)), line.w, em::small, Face::sans),
                {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
    if (!changed) return;
    show_page(static_cast<std::size_t>(selected));
    ui.keep_awake();
}

/// At the right end of the line, where it has room.
void TrainView::pace_choice(ViewContext& context, Rect& line) {
    Ui& ui = context.ui;
    constexpr float wide = 11.5F;  // em
    if (line.w < wide * ui.em) return;
    std::vector<std::string> labels;
    labels.reserve(training_paces.size());
    for (const int steps : training_paces)
        labels.push_back(steps == 0 ? std::string(texts::train::pace_full)
                                    : fmt::format(texts::train::pace_steps, steps));
    auto selected = static_cast<int>(std::ranges::find(training_paces, pace(context)) - training_paces.begin());
    const Rect place = line.take_right(wide * ui.em).snapped();
    line.take_right(0.8F * ui.em);
    context.targets.put("train pace", place);
    if (!dropdown(ui, "train pace", place, labels, selected, {}, texts::train::pace_choice)) return;
    pace_ = training_paces.at(static_cast<std::size_t>(selected));
    ui.keep_awake();
}

void TrainView::bar(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect line = area.take_top(2.1F * em);
    const auto& tasks = trainable_tasks();
    std::vector<std::string> titles;
    titles.reserve(tasks.size() + 1);
    for (const std::string& name : tasks) titles.emplace_back(require_task(name).title);
    titles.push_back(state_.corpus.empty() ? std::string(texts::train::own_text)
                                           : fmt::format(texts::train::own_text_of,
                                                         std::filesystem::path(state_.corpus).filename().string()));
    auto selected = static_cast<int>(std::ranges::find(tasks, state_.task) - tasks.begin());  // behind them: one's own
    const bool narrow = line.w < 68 * em;  // task, buttons and progress in lines of their own
    const Rect choice = line.take_left(narrow ? line.w : 20 * em).snapped();
    if (narrow) {
        area.take_top(0.4F * em);
        line = area.take_top(2.1F * em);
        line.x -= 0.8F * em;
    }
    context.targets.put("train task", choice);
    rate_above_ = false;
    if (dropdown(ui, "train task", choice, titles, selected)) {
        if (selected < static_cast<int>(tasks.size())) {
            const int seed = state_.seed;
            state_ = settings_of_task(tasks[static_cast<std::size_t>(selected)]);
            state_.seed = seed;
            training_page_->choose_no_head();
            begin();
        } else {
            context.notice = texts::train::own_text_hint;
        }
        ui.keep_awake();
    }
    line.take_left(0.8F * em);
    buttons(context, line);
    if (!progress_above_) {
        area.take_top(0.2F * em);
        line = area.take_top(1.4F * em);
        text_in(ui.painter, line, shortened(ui.painter, progress(pace(context)), line.w, em::small, Face::sans),
                {.colour = ui.theme.muted, .size = em::small});
    }
    area.take_top(0.5F * em);
}

/// What is trained and how far it is, in place of the controls, which keys do as well.
void TrainView::presented_bar(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const std::string title = state_.corpus.empty() ? std::string(require_task(state_.task).title)
                                                    : std::filesystem::path(state_.corpus).filename().string();
    Rect line = area.take_top(1.7F * em);
    context.targets.put("train presented", line);
    const float wide = ui.painter.measure(title, em::body, Face::bold).width + em;
    text_in(ui.painter, line.take_left(std::min(wide, line.w)), title, {.colour = ui.theme.text, .face = Face::bold});
    const std::string said = progress(pace(context));
    if (ui.painter.measure(said, em::small).width > line.w) line = area.take_top(1.4F * em);
    text_in(ui.painter, line, shortened(ui.painter, said, line.w, em::small, Face::sans),
            {.colour = ui.theme.muted, .size = em::small});
    area.take_top(0.3F * em);
}

/// On the first page only what begins a training is shown until all settings are, or a script asks for one of them.
bool TrainView::shows_all_controls(ViewContext& context) const {
    float& asked = context.ui.interaction.state(context.ui.interaction.id("train controls"));
    if (context.targets.wanted.starts_with("train ")) asked = 1;
    return asked == 1 || page_ != 0 || training_page_->settings_are_open();
}

void TrainView::buttons(ViewContext& context, Rect& line) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const bool runs = run_->running(), done = run_->exists() && run_->ended();
    const bool settings_open = training_page_->settings_are_open();
    const bool all = shows_all_controls(context);
    const auto one = [&](const char* id, const char* label, Icon which, Command command, const char* what, bool enabled,
                         bool selected_now) {
        const std::string tip = hint(what, command);
        const ButtonStyle style{.icon = which, .selected = selected_now, .enabled = enabled, .hint = tip};
        const bool fits = button_width(ui, label, style) <= line.w;
        if (!fits && (which == Icon::none || line.w < 2.1F * em)) return;
        if (!fits) label = "";  // its icon and its hint stay
        const Rect place = line.take_left(fits ? button_width(ui, label, style) : 2.1F * em).snapped();
        line.take_left(0.5F * em);
        context.targets.put(id, place);
        if (button(ui, id, place, label, style)) run(command, context);
    };
    one("train start", runs ? texts::train::pause : texts::train::start, runs ? Icon::pause : Icon::play,
        page().fills_view() ? train_run : Command::play, texts::train::start_hint, !done, !runs && !done);
    // What begins a training comes first; the rest is with all settings, and has its keys.
    if (!all && line.w >= train_rate_width(ui.painter, state_)) {
        take_moved(context, draw_train_rate(context, line.take_left(train_rate_width(ui.painter, state_)), state_));
        line.take_left(0.8F * em);
        rate_above_ = true;
    }
    if (all)
        one("train step", texts::train::one_step, Icon::step, Command::step_forward, texts::train::step_hint,
            !done && !runs, false);
    if (all || (run_->exists() && run_->shown().steps_done > 0))
        one("train restart", texts::train::restart, Icon::first, train_restart, texts::train::restart_hint, true, done);
    if (all)
        one("train seed", texts::train::other_seed, Icon::none, Command::again, texts::train::seed_hint, true, false);
    if (can_resume())
        one("train resume", texts::train::resume, Icon::redo, train_resume, texts::train::resume_hint, true, false);
    one("train settings", settings_open ? texts::train::fewer_settings : texts::train::all_settings, Icon::sliders,
        train_settings, texts::train::all_settings_hint, true, settings_open);
    if (keeper_.on() && !can_resume())
        one("train keep", keeper_.keeping() ? texts::train::keeping : texts::train::keep, Icon::save, train_keep,
            texts::train::keep_hint, can_keep(), false);
}

/// Why the training ended, or why something could not be done; "" where nothing is wrong.
std::string TrainView::problem_text() const {
    if (!run_->exists()) return run_->error();
    const TrainingSession::Snapshot& shown = run_->shown();
    std::string text = !shown.problem.empty() ? shown.problem : shown.message;
    const auto add = [&](const std::string& line) {
        if (!line.empty()) text += (text.empty() ? "" : "\n") + line;
    };
    if (shown.autosaved && !shown.autosaved->error.empty())
        add(fmt::format(texts::train::not_saved, shown.autosaved->error));
    add(not_kept_.empty() ? "" : fmt::format(texts::train::model_not_kept, not_kept_));
    add(complaint_);
    return text;
}

void TrainView::problem(ViewContext& context, Rect& area) const {
    const std::string text = problem_text();
    if (!run_->exists() || text.empty()) return;
    const Ui& ui = context.ui;
    const float height = paragraph(ui.painter, area, text, {.colour = ui.theme.warning});
    area.take_top(height + 0.4F * ui.em);
}

std::optional<TrainingBeside> TrainView::training_beside(const Ui& ui) {
    if (!run_->exists() || !run_->running()) return {};
    run_->follow(false);
    if (!run_->running()) return {};
    ui.draw_news_once();
    run_->session().wake_after(between_pictures(ui.frame_seconds));
    return TrainingBeside{run_->shown().steps_done, run_->shown().steps_planned};
}

/// `pace`: the most steps a second; 0: as many as it can.
std::string TrainView::progress(int pace) const {
    if (!run_->exists()) return {};
    const TrainingSession::Snapshot& shown = run_->shown();
    if (!run_->at_newest() && shown.phase != TrainingPhase::running)
        return fmt::format(texts::train::at_earlier, run_->looked_at(), shown.steps_done);
    if (shown.phase == TrainingPhase::finished)
        return fmt::format(texts::train::finished, shown.steps_done, time_text(1000 * shown.seconds));
    if (!shown.weights) return shown.problem.empty() ? texts::train::waiting : "";
    if (shown.phase == TrainingPhase::ready) return fmt::format(texts::train::ready, thousands(shown.weights->count()));
    std::string at = fmt::format(texts::train::at_step, shown.steps_done, shown.steps_planned);
    if (shown.phase != TrainingPhase::running) return at;
    const double now = shown.steps_per_second;  // measured, without the waiting that holds it to the pace
    if (pace > 0 && now > pace) return fmt::format(texts::train::paced, at, pace);
    return fmt::format(texts::train::pace, at, now < 10 ? number_text(now) : fmt::format("{:.0f}", now));
}

void TrainView::settings(ViewContext& context, Rect& area) {
    if (shows_all_controls(context))
        take_moved(context, draw_train_knobs(context, area, state_));
    else if (!rate_above_)
        take_moved(context, draw_train_rate(context, area.take_top(2 * context.ui.em), state_));
}

/// It takes effect when the mouse is let go.
void TrainView::take_moved(ViewContext& context, const TrainKnob* moved) {
    const Ui& ui = context.ui;
    if (moved != nullptr) {
        knob_moved_ = true;
        ui.keep_awake();
    } else if (knob_moved_ && !ui.input.is_down(Button::left)) {
        knob_moved_ = false;
        apply_settings();
        ui.keep_awake();
    }
}

}  // namespace glassformer
