#include "app/views/train/train.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/paint/visible_text.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/views/train/run/pace.h"
#include "app/views/train/texts.h"
#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/file.h"
#include "core/train/live/step_memory_check.h"

namespace glassformer {

namespace {

constexpr std::size_t most_parked = 3;
constexpr double seconds_between_saves = 10;

TrainPageServices services_of_pages(const ViewServices& services) {
    const Session::Options options = services.session_options();
    return {.wake = options.wake,
            .free_memory = options.free_memory,
            .steps = services.trained_steps,
            .ablations = services.ablations};
}

}  // namespace

TrainView::TrainView(const ViewServices& services)
    : AppView(train_row),
      wake_(services.session_options().wake),
      state_(settings_of_task(TrainState{}.task)),
      run_state_(state_),
      keeper_(services.kept_trainings, wake_),
      run_(std::make_unique<TrainRun>(wake_)),
      window_step_(services.trained_steps),
      has_unfinished_training_(keeper_.left_behind()),
      training_page_(nullptr),
      prepared_(services_of_pages(services)) {
    for (const TrainPageRow& row : train_page_rows()) pages_.push_back(row.make(services_of_pages(services)));
    training_page_ = static_cast<TrainingPage*>(pages_.front().get());
}

// --- the run

/// The run of the settings: one that was put aside, else a new one.
void TrainView::begin() {
    park_run();
    auto found = std::ranges::find(parked_runs_, state_, &ParkedRun::state);
    for (auto other = found; other != parked_runs_.end(); ++other)
        if (other->state == state_ && other->by_hand && !found->by_hand) found = other;
    by_hand_ = found != parked_runs_.end() && found->by_hand;
    if (found != parked_runs_.end()) {
        destroy_in_background_(std::exchange(run_, std::move(found->run)));
        parked_runs_.erase(found);
    } else if (!show_prepared()) {
        run_->begin(state_);
    }
    run_state_ = state_;
    run_changed_ = true;
    complaint_.clear();
    not_kept_.clear();
}

/// The run of the settings that was trained before it is shown, and the page that was computed with it.
bool TrainView::show_prepared() {
    PreparedTraining made = prepared_.take(state_);
    if (!made.run) return false;
    destroy_in_background_(std::exchange(run_, std::move(made.run)));
    if (made.page) {
        std::unique_ptr<TrainPage>& page = pages_[static_cast<std::size_t>(made.row - train_page_rows().data())];
        made.page->load(page->save());
        std::swap(page, made.page);
    }
    prepared_.end(std::move(made));
    return true;
}

/// The training is written every few seconds from now on, so that it can be gone on with.
void TrainView::write_by_itself() {
    if (!keeper_.on() || autosaving_) return;
    const bool before = keeper_.claimed();
    if (keeper_.claim() && !before) keeper_.put_beside();  // also what another window has left since this one began
    has_unfinished_training_ = false;
    if (const std::string why = keeper_.remember_text(state_.corpus, run_->shown().plan->task.corpus); !why.empty()) {
        complaint_ = fmt::format(texts::train::text_not_kept, why);
        return;
    }
    run_->session().autosave(keeper_.training_file(), seconds_between_saves);
    autosaving_ = true;
}

/// Leaves in run_ one that has no step yet.
void TrainView::park_run() {
    if (!run_->exists() || run_->untouched()) return;
    if (run_->running()) run_->pause();
    if (autosaving_) {  // its last steps too
        run_->session().save(keeper_.training_file());
        run_->session().autosave({}, 1);
        autosaving_ = false;
    }
    parked_runs_.push_front({run_state_, std::exchange(run_, std::make_unique<TrainRun>(wake_)), by_hand_});
    if (parked_runs_.size() <= most_parked) return;
    destroy_in_background_(std::move(parked_runs_.back().run));
    parked_runs_.pop_back();
}

void TrainView::restart() {
    autosaving_ = by_hand_ = false;
    not_kept_.clear();
    run_->begin(state_);
    run_state_ = state_;
    run_changed_ = true;
}

void TrainView::new_seed() {
    state_.seed = (state_.seed + 1) % (train_limits::most_seed + 1);
    begin();
}

void TrainView::train_or_pause(ViewContext& context) {
    training_page_->stop_film();
    if (!run_->exists()) begin();
    if (!run_->exists()) return;
    if (run_->running()) return run_->pause();
    if (run_->ended()) {
        context.notice = hint(texts::train::has_ended, train_restart);
        return;
    }
    run_->look_at_newest();
    run_->start();
    by_hand_ = true;
    window_step_.open();
    write_by_itself();
}

/// Where an earlier step is looked at, on to the next one that is kept; else a step of the training.
void TrainView::one_step(ViewContext& context) {
    if (!run_->exists()) begin();
    if (!run_->exists()) return;
    if (!run_->at_newest()) return run_->look_at_next(1);
    if (run_->running()) return;
    if (run_->ended()) {
        context.notice = hint(texts::train::has_ended, train_restart);
        return;
    }
    run_->step();
    by_hand_ = true;
    window_step_.open();
    write_by_itself();
}

void TrainView::show_end(bool newest) {
    if (newest)
        run_->look_at_newest();
    else
        run_->look_at(0);
}

int TrainView::pace(const ViewContext& context) const {
    return pace_ >= 0 ? pace_ : context.preferences.watched ? watched_pace : 0;
}

void TrainView::change_speed(const ViewContext& context, int by) {
    const auto at = std::ranges::find(training_paces, pace(context)) - training_paces.begin();
    pace_ = training_paces.at(
        static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at - by, 0, std::ssize(training_paces) - 1)));
    context.ui.keep_awake();
}

/// The page that these values show.
std::size_t TrainView::page_of(const ViewValues& values, std::size_t otherwise) {
    const std::span<const TrainPageRow> rows = train_page_rows();
    return page_of_mode(rows, ViewReader(values).whole("mode", rows[otherwise].mode, 0, most_mode), otherwise);
}

void TrainView::show_page(std::size_t index) {
    if (index == page_) return;
    leave_pages();
    page_ = index;
}

/// Asks the page that is shown first.
bool TrainView::run(Command command, ViewContext& context) {
    return page().run(command, *run_) || AppView::run(command, context);
}

/// With the step of these settings, where they make sense.
void TrainView::open_memory(ViewContext& context, bool others) {
    std::optional<OwnStep> own;
    try {
        const TrainingPlan plan = plan_of(state_);
        own = OwnStep{.name = std::string(plan.task.title),
                      .config = plan.config,
                      .shape = shape_of_step(plan.task, plan.options)};
    } catch (const Error&) {
        own.reset();
    }
    memory_.open(std::move(own), others);
    context.ui.keep_awake();
}

std::shared_ptr<const ViewFilm> TrainView::film() const {
    return page().shows_run() ? training_page_->film(*run_) : nullptr;
}

void TrainView::leave_pages() {
    for (const auto& page : pages_) page->leave();
}

/// The training goes on, see training_beside().
void TrainView::leave() {
    leave_pages();
    memory_.close();
    window_step_.give_up();
}

/// What was moved takes effect when it is let go: on the training under way where it can, else on a new one.
void TrainView::apply_settings() {
    if (state_ == run_state_) return;
    TrainState same = state_;
    same.learning_rate = run_state_.learning_rate;
    same.batch = run_state_.batch;
    same.clip = run_state_.clip;
    if (!run_->exists() || run_->untouched() || run_->ended() || !(same == run_state_)) return begin();
    if (state_.learning_rate != run_state_.learning_rate) run_->change(Changed::learning_rate, state_.learning_rate);
    if (state_.batch != run_state_.batch) run_->change(Changed::batch, state_.batch);
    if (state_.clip != run_state_.clip) run_->change(Changed::clip, state_.clip);
    run_state_ = state_;
}

/// Rate, batch and clipping as the run's next step has them: a change may have been refused.
void TrainView::show_settings_of_run() {
    if (!run_->exists() || knob_moved_ || run_->changing()) return;
    const TrainOptions now = run_->options_now();
    for (TrainState* state : {&state_, &run_state_}) {
        state->learning_rate = now.learning_rate;
        state->batch = now.batch;
        state->clip = now.clip;
    }
}

/// Brings everything to where the run is. Once a frame.
void TrainView::follow(ViewContext& context) {
    run_->pace(training_to_step_ ? 0 : pace(context));
    for (const auto& page : pages_) page->pace(pace(context));
    if (std::exchange(settings_loaded_, false) && (!(state_ == run_state_) || run_of_hand_waits())) begin();
    if (!run_->exists() && run_->error().empty()) begin();
    if (std::exchange(run_changed_, false)) {
        window_step_.change_run(context.session);
        training_page_->change_run();
    }
    const bool in_window = window_step_.is_open(context.session);
    run_->follow(page().reads_example() && !in_window);
    if (run_->running()) {
        context.ui.draw_news_once();
        run_->session().wake_after(between_pictures(context.ui.frame_seconds));
    }
    window_step_.follow(context, *run_);
    reach_asked_step();
    training_page_->follow(context, *run_, in_window ? &context.session.inputs() : nullptr);
    const bool reaches = training_to_step_ && page().shows_run();
    settling_ = page().settling() || (page().shows_run() && (run_->settling() || window_step_.settling()));
    if (run_->settling() || reaches || window_step_.settling() || keeper_.keeping() || training_page_->settling())
        context.ui.keep_awake();
    show_settings_of_run();
    if (const auto kept = keeper_.follow(*run_)) {
        if (kept->error.empty()) {
            context.open = kept->folder;
            context.notice = fmt::format(texts::train::kept, path_text(kept->folder));
        } else {
            not_kept_ = kept->error;
        }
    }
}

/// Trains on the text of one's own from now on.
bool TrainView::take_text(const std::filesystem::path& file) {
    const int seed = state_.seed;
    state_ = settings_of_task(own_text_task);
    state_.corpus = file.string();
    state_.seed = seed;
    show_page(0);
    begin();
    return true;
}

// --- what stays

bool TrainView::can_keep() const {
    return keeper_.on() && !keeper_.keeping() && run_->exists() && !run_->running() && run_->shown().steps_done > 0;
}

void TrainView::keep(ViewContext& context) {
    if (can_keep()) {
        not_kept_.clear();
        return keeper_.keep(*run_);
    }
    context.notice = !keeper_.on()       ? texts::train::nothing_kept_here
                     : run_->running()   ? texts::train::keep_paused
                     : keeper_.keeping() ? texts::train::keeping
                                         : texts::train::keep_untrained;
}

bool TrainView::can_resume() const { return has_unfinished_training_ && run_->untouched(); }

void TrainView::resume(ViewContext& context) {
    if (!can_resume()) {
        context.notice = texts::train::nothing_to_resume;
        return;
    }
    has_unfinished_training_ = false;
    if (!keeper_.claim()) {  // another window goes on with it
        context.notice = texts::train::nothing_to_resume;
        return;
    }
    try {
        state_.corpus = run_->resume(keeper_.training_file(), keeper_.texts_left());
        run_->follow(false);
        state_ = state_of(*run_->shown().plan, run_->shown().plan->options, state_.corpus);
        run_state_ = state_;
        run_->session().autosave(keeper_.training_file(), seconds_between_saves);
        autosaving_ = run_changed_ = by_hand_ = true;
        window_step_.open();
    } catch (const std::exception& error) {
        keeper_.put_beside_unreadable();
        complaint_ = sentence_of(error);
    }
}

void TrainView::describe(State& state, const Session::Snapshot& shown) const {
    static_cast<void>(shown);
    const TrainingSession::Snapshot& run = run_->shown();
    static constexpr std::array<const char*, 6> phases{"ready", "running", "paused", "finished", "diverged", "failed"};
    state.add("train_task", state_.task);
    state.add("train_phase", run_->exists() ? phases.at(static_cast<std::size_t>(run.phase)) : "none");
    state.add("train_step", std::to_string(run.steps_done));
    state.add("train_prepared", std::to_string(prepared_.count()));
    state.add("train_steps", std::to_string(run.steps_planned));
    state.add("train_looked_at", std::to_string(run_->looked_at()));
    state.add("train_head", std::to_string(training_page_->head() + 1));
    state.add("train_rate", number_text(state_.learning_rate));
    state.add("train_seed", std::to_string(state_.seed));
    state.add("train_changes", std::to_string(run.changes ? run.changes->size() : 0));
    state.add("train_accuracy", run.held_out && !run.held_out->empty()
                                    ? number_text(static_cast<double>(run.held_out->back().accuracy))
                                    : std::string());
    state.add("train_says", progress(std::max(0, pace_)));
    state.add("train_pace", std::to_string(pace_));
    state.add("train_problem", problem_text());
    state.add("train_resumable", can_resume() ? "yes" : "no");
    state.add("train_page", std::string(train_page_rows()[page_].name));
    memory_.describe(state);
    for (const auto& page : pages_) page->describe(state);
}

ViewValues TrainView::save() const {
    ViewValues values = saved_values(state_);
    // A scene's step, while it is the one that is shown.
    values["step"] = value_text(training_to_step_ || run_->looked_at() == asked_step_ ? asked_step_ : 0);
    for (const auto& page : pages_) values.merge(page->save());
    values["pace"] = value_text(pace_);
    values["mode"] = value_text(train_page_rows()[page_].mode);
    return values;
}

ViewValues TrainView::completed(ViewValues values, const ViewValues& first) const {
    if (values.contains("task")) values.merge(saved_values(read_values(values)));
    return AppView::completed(std::move(values), first);
}

/// A run that is left so is put aside: a lesson's step that comes back to its settings finds it again.
void TrainView::load(const ViewValues& values) {
    show_page(page_of(values, page_));
    for (const auto& page : pages_) page->load(values);
    const int pace = ViewReader(values).whole("pace", pace_, -1, training_paces[1]);
    if (pace < 0 || std::ranges::find(training_paces, pace) != training_paces.end()) pace_ = pace;
    asked_step_ = ViewReader(values).whole("step", asked_step_, 0, train_limits::most_steps);
    training_to_step_ = asked_step_ > 0;
    if (training_to_step_ && run_->running()) run_->pause();  // the scene's step is shown, not what comes after it
    const TrainState read = read_values(values);
    if (read == state_ && !run_of_hand_waits()) return;
    state_ = read;
    settings_loaded_ = true;  // a run of these settings is begun when the view is drawn
}

}  // namespace glassformer
