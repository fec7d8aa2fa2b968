// How the view is laid out: tabs, the bar of the training, its settings; the charts beside the attention.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/paint/visible_text.h"
#include "app/views/shared/wording.h"
#include "app/views/train/film/film_texts.h"
#include "app/views/train/knobs.h"
#include "app/views/train/prediction.h"
#include "app/views/train/run/pace.h"
#include "app/views/train/setup_texts.h"
#include "app/views/train/texts.h"
#include "app/views/train/train.h"
#include "app/widgets/controls.h"

namespace glassformer {

void TrainView::draw(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    follow(context);
    Rect rest = area.inset(1.2F * em, 0);
    const bool wide = rest.w > 48 * em;
    const float stacked = context.presented ? 30.0F : 44.0F;
    const float below = page_ == TrainPage::step ? StepPage::least_height(rest.w / em) : wide ? 26.0F : stacked;
    const float least = controls_ + below * em;  // in a lower window the page scrolls
    scrolls_ = rest.h < least;
    const bool scrolls = scrolls_;
    if (scrolls) {
        rest = begin_scroll(ui, "train page", rest);
        rest.h = least;
    }
    const float top = rest.y, bottom = rest.bottom();
    low_ = area.h < 28 * em;
    page(context, rest, wide, top);
    if (scrolls) end_scroll(ui, bottom);
    if (memory_.is_open()) memory_.draw(context);
}

void TrainView::page(ViewContext& context, Rect rest, bool wide, float top) {
    Ui& ui = context.ui;
    const float em = ui.em;
    rest.take_top(0.4F * em);
    if (!context.presented) tabs(context, rest);
    if (page_ == TrainPage::comparison) return comparison_page_.draw(context, rest);
    if (context.presented)
        presented_bar(context, rest);
    else
        bar(context, rest);
    problem(context, rest);
    if (film_shown() && run_->begun()) return film_page(context, rest);
    if ((!low_ && page_ != TrainPage::surface && !context.presented) || setup_open_)
        settings(context, rest);  // where the pictures need their room
    rest.take_top(0.5F * em);
    if (const float controls = rest.y - top; controls != controls_) {
        controls_ = controls;
        ui.keep_awake();
    }
    if (!run_->begun()) {
        const Rect left = wide && setup_open_ ? rest.take_left(std::round(0.5F * rest.w)) : rest;
        const float height = paragraph(ui.painter, left, run_->error(), {.colour = ui.theme.warning});
        if (!wide) rest.take_top(height + em);
        if (setup_open_) all_settings(context, rest);
        return;
    }
    rest.take_bottom(0.4F * em);
    if (page_ != TrainPage::training) {
        scrubber_line(context, rest.take_bottom(2.2F * em), false);
        rest.take_bottom(0.4F * em);
        if (page_ == TrainPage::step) return step_page_.draw(context, rest, *run_);
        return surface_page_->draw(context, rest, *run_, {.step = asked_step_, .reached = !reaching_});
    }
    Rect charts = wide ? rest.take_left(std::round(0.52F * rest.w)) : rest.take_top(std::round(0.5F * rest.h));
    const Rect scrub = charts.take_bottom(2.0F * em);
    if (wide)
        rest.take_left(1.6F * em);
    else
        rest.take_top(0.6F * em);
    charts_.watch(watch_.measured(), watch_.uniform());
    const TrainCharts::Touch touch = charts_.draw(context, charts, run_->shown(), run_->looked_at(), state_.clip);
    if (touch.dragged) run_->look_at(*touch.dragged);
    scrubber_line(context, scrub, true);
    if (std::exchange(reveal_setup_, false) && scrolls_ && !wide) reveal(ui, rest.y, rest.bottom());
    if (setup_open_)
        all_settings(context, rest);
    else
        attention(context, rest);
}

/// All heads in place of settings, charts and the large map.
void TrainView::film_page(ViewContext& context, Rect rest) {
    const float em = context.ui.em;
    rest.take_top(0.2F * em);
    rest.take_bottom(0.3F * em);
    scrubber_line(context, rest.take_bottom(1.8F * em), false);
    rest.take_bottom(0.3F * em);
    const HeadFilm::Clicked clicked = film_.draw(context, rest, *run_, head_);
    if (clicked.close) film_.toggle();
    if (clicked.head >= 0) {
        head_ = clicked.head;
        head_chosen_ = true;
    }
    if (clicked.close || clicked.head >= 0) context.ui.keep_awake();
}

void TrainView::all_settings(ViewContext& context, const Rect& area) {
    const auto changed = setup_.draw(context, area, state_);
    if (setup_.memory_asked()) open_memory(context, true);
    if (!changed) return;
    state_ = *changed;
    moved_ = true;  // it takes effect when the mouse is let go
    context.ui.keep_awake();
}

void TrainView::tabs(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    Rect line = area.take_top(2.0F * ui.em);
    area.take_top(0.5F * ui.em);
    const std::vector<std::string> labels{texts::train::tab_training, texts::train::tab_step, texts::train::tab_surface,
                                          texts::train::tab_comparison};
    auto selected = static_cast<int>(page_);
    const float wide = segmented_width(ui, labels);
    bool changed = false;
    if (wide <= line.w) {
        const Rect place = line.take_left(wide).snapped();
        Rect parts = place;
        const std::vector<ViewPage> pages = page_rows();
        for (std::size_t i = 0; i < pages.size(); ++i)
            context.targets.put("train page " + std::string(pages[i].name),
                                parts.take_left(std::ceil(ui.painter.measure(labels[i]).width + 1.4F * ui.em)));
        changed = segmented(ui, "train pages", place, labels, selected);
    } else {
        const Rect place = line.take_left(std::min(line.w, 13 * ui.em)).snapped();
        context.targets.put("train pages", place);
        changed = dropdown(ui, "train pages", place, labels, selected);
    }
    line.take_left(0.8F * ui.em);
    pace_choice(context, line);
    constexpr float room = 22;  // em: of the longest that is said, for any task of ours
    progress_above_ = page_ != TrainPage::comparison && line.w >= room * ui.em;
    if (progress_above_)
        text_in(ui.painter, line, shortened(ui.painter, progress(pace(context)), line.w, em::small, Face::sans),
                {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
    if (!changed) return;
    show_page(static_cast<TrainPage>(selected));
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
    if (dropdown(ui, "train task", choice, titles, selected)) {
        if (selected < static_cast<int>(tasks.size())) {
            const int seed = state_.seed;
            state_ = settings_of_task(tasks[static_cast<std::size_t>(selected)]);
            state_.seed = seed;
            head_ = 0;
            head_chosen_ = false;
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

void TrainView::buttons(ViewContext& context, Rect& line) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const bool runs = run_->running(), done = run_->begun() && run_->ended();
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
        if (button(ui, id, place, label, style)) AppView::run(command, context);
    };
    one("train start", runs ? texts::train::pause : texts::train::start, runs ? Icon::pause : Icon::play,
        film_shown() ? train_run : Command::play, texts::train::start_hint, !done, !runs && !done);
    one("train step", texts::train::one_step, Icon::step, Command::step_forward, texts::train::step_hint,
        !done && !runs, false);
    one("train restart", texts::train::restart, Icon::first, train_restart, texts::train::restart_hint, true, done);
    one("train seed", texts::train::other_seed, Icon::none, Command::again, texts::train::seed_hint, true, false);
    if (can_resume())
        one("train resume", texts::train::resume, Icon::redo, train_resume, texts::train::resume_hint, true, false);
    one("train settings", setup_open_ ? texts::train::fewer_settings : texts::train::all_settings, Icon::sliders,
        train_settings, texts::train::all_settings_hint, true, setup_open_);
    if (keeper_.on() && !can_resume())
        one("train keep", keeper_.keeping() ? texts::train::keeping : texts::train::keep, Icon::save, train_keep,
            texts::train::keep_hint, can_keep(), false);
}

/// Why the training ended, or why something could not be done; "" where nothing is wrong.
std::string TrainView::problem_text() const {
    if (!run_->begun()) return run_->error();
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
    if (!run_->begun() || text.empty()) return;
    const Ui& ui = context.ui;
    const float height = paragraph(ui.painter, area, text, {.colour = ui.theme.warning});
    area.take_top(height + 0.4F * ui.em);
}

/// `pace`: the most steps a second; 0: as many as it can.
std::string TrainView::progress(int pace) const {
    if (!run_->begun()) return {};
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
    const Ui& ui = context.ui;
    if (draw_train_knobs(context, area, state_) != nullptr) {
        moved_ = true;
        ui.keep_awake();
    } else if (moved_ && !ui.input.is_down(Button::left)) {
        moved_ = false;
        apply_settings();
        ui.keep_awake();
    }
}

/// On the charts' own axis where they are shown: a step lies below itself in all of them.
void TrainView::scrubber_line(ViewContext& context, Rect line, bool below_charts) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const std::vector<int> steps = run_->kept_steps();
    if (steps.empty()) return;
    const int looked = run_->looked_at(), planned = run_->shown().steps_planned;
    int chosen = -1;
    if (below_charts) {
        chosen = charts_.scrub(context, line, steps, looked, planned);
    } else {
        const std::string words =
            looked == 0 ? std::string(texts::train::scrub_initial) : fmt::format(texts::train::scrub, looked);
        text_in(ui.painter, line.take_left(14 * em), words, {.colour = ui.theme.text, .face = Face::bold});
        chosen = scrub_line(context, line, steps, looked, planned, line.x + em, line.right() - em);
    }
    if (chosen < 0) return;
    run_->look_at(chosen);
    ui.keep_awake();
}

/// Until somebody chooses one, the head that looks at the right answer most is the large one, once one does.
void TrainView::show_focused_head() {
    if (head_chosen_ || watch_.measured().empty()) return;
    const std::vector<float>& heads = watch_.measured().back().by_head;
    if (heads.empty() || heads.size() != maps_.size()) return;
    const auto best = std::ranges::max_element(heads);
    if (*best >= focused) head_ = static_cast<int>(best - heads.begin());
}

void TrainView::attention(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const TrainRun::Reading own = run_->reading();
    std::shared_ptr<const Evaluation> reading = window_step_.reading(context);
    const std::uint64_t generation = reading ? reading->generation() : own.generation;
    const auto of = reading ? TrainedSteps::step_of(reading->inputs().model) : std::nullopt;
    const int step = of ? of->step : own.step;
    if (!reading) reading = own.evaluation;
    Rect line = area.take_top(1.8F * em);
    if (!reading) {
        const std::string words = own.error.empty() ? run_->settling() ? texts::train::reading : "" : own.error;
        paragraph(ui.painter, line, words, {.colour = own.error.empty() ? ui.theme.muted : ui.theme.warning});
        return;
    }
    if (maps_of_ != generation) {
        maps_of_ = generation;
        maps_ = head_maps(*reading);
        head_ = std::clamp(head_, 0, std::max(0, static_cast<int>(maps_.size()) - 1));
    }
    show_focused_head();
    draw_prediction(context, line, *reading, step);
    area.take_top(0.2F * em);
    if (maps_.empty()) {
        paragraph(ui.painter, area, texts::train::no_attention, {.colour = ui.theme.muted});
        return;
    }
    Rect title = area.take_top(1.8F * em);
    const std::string tip = hint(texts::train::film_open_hint, train_film);
    const ButtonStyle film{.icon = Icon::play, .size = em::small, .hint = tip};
    if (const float wide = button_width(ui, texts::train::film_open, film); title.w > 2 * wide) {
        const Rect place = title.take_right(wide).snapped();
        title.take_right(0.6F * em);
        context.targets.put("train film", place);
        if (button(ui, "train film", place, texts::train::film_open, film)) AppView::run(train_film, context);
    }
    text_in(ui.painter, title,
            shortened(ui.painter, fmt::format(texts::train::attention, step, visible_text(reading->inputs().text)),
                      title.w, em::body, Face::sans),
            {.colour = ui.theme.text});
    if (const int clicked = draw_head_maps(context, area, *reading, generation, maps_, head_); clicked >= 0) {
        head_ = clicked;
        head_chosen_ = true;
        ui.keep_awake();
    }
}

}  // namespace glassformer
