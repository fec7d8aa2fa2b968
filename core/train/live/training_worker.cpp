#include "core/train/live/training_worker.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/system_memory.h"
#include "core/train/live/step_memory_check.h"
#include "core/train/live/training_file.h"

namespace glassformer {

// --- beginning

void TrainingSession::Work::begin(std::optional<TrainingState> state) {
    try {
        clear();
        if (state) resume(std::move(*state));
    } catch (const std::exception& error) {
        held_out_ = nullptr;
        trainer_ = nullptr;
        fail(TrainingPhase::failed, sentence_of(error));
    }
}

void TrainingSession::Work::clear() {
    held_out_ = nullptr;
    trainer_ = nullptr;  // before the next one takes as much memory
    history_ = std::make_shared<WeightHistory>(options_.history_bytes, weight_bytes(plan().config));
    log_ = TrainingLog();
    to_go_ = recent_steps_ = 0;
    to_the_end_ = false;
    recent_seconds_ = 0;
    unsaved_ = false;
    snapshot_ = {.phase = TrainingPhase::ready,
                 .busy = true,
                 .problem = {},
                 .message = {},
                 .steps_planned = plan().options.steps,
                 .records = {},
                 .held_out = std::make_shared<const std::vector<HeldOutRecord>>(),
                 .without_reading = {},
                 .plan = snapshot_.plan,
                 .parts = snapshot_.parts,
                 .changes = std::make_shared<const std::vector<TrainingChange>>(),
                 .weights = nullptr,
                 .history = history_,
                 .state = nullptr,
                 .saved = snapshot_.saved,
                 .autosaved = snapshot_.autosaved};
    trainer_ = trainer_of(snapshot_.plan, options_.pool, free_memory());
    trainer_->measure_updates();
    snapshot_.without_reading = loss_without_reading(plan().task, plan().config);
    keep_weights();
}

void TrainingSession::Work::resume(TrainingState state) {
    for (const TrainingChange& change : state.changes) make(change, *trainer_);
    held_out_ = nullptr;
    trainer_->restore(state.trainer);
    if (trainer_->steps_done() == 0) {  // from other initial weights than the plan's
        snapshot_.history = history_ =
            std::make_shared<WeightHistory>(options_.history_bytes, weight_bytes(plan().config));
        snapshot_.weights = nullptr;
    }
    snapshot_.held_out = std::make_shared<const std::vector<HeldOutRecord>>(std::move(state.held_out));
    log_ = TrainingLog(state.records);
    snapshot_.records = log_.records();
    snapshot_.changes = std::make_shared<const std::vector<TrainingChange>>(std::move(state.changes));
    snapshot_.steps_done = trainer_->steps_done();
    snapshot_.seconds = state.seconds;
    if (state.seconds > 0) snapshot_.steps_per_second = snapshot_.steps_done / state.seconds;
    unsaved_ = false;
    stop(TrainingPhase::paused);
}

// --- steps

bool TrainingSession::Work::may_continue() const {
    return snapshot_.phase == TrainingPhase::ready || snapshot_.phase == TrainingPhase::running ||
           snapshot_.phase == TrainingPhase::paused;
}

void TrainingSession::Work::expect_more() const {
    if (snapshot_.phase == TrainingPhase::finished)
        throw Error("all " + std::to_string(snapshot_.steps_planned) +
                    " steps are done: reset the training to run it again");
    if (!may_continue()) throw Error("the training has ended: reset it to run it again");
}

std::uint64_t TrainingSession::Work::free_memory() const {
    return options_.free_memory ? options_.free_memory() : glassformer::free_memory();
}

/// No step follows for now: what can be seen is the newest, and `phase`, if it is paused, is what it really is.
void TrainingSession::Work::stop(TrainingPhase phase) {
    to_go_ = 0;
    to_the_end_ = false;
    if (phase == TrainingPhase::paused && snapshot_.steps_done == 0) phase = TrainingPhase::ready;
    if (phase == TrainingPhase::paused && snapshot_.steps_done >= snapshot_.steps_planned)
        phase = TrainingPhase::finished;
    snapshot_.phase = phase;
    keep_weights();
}

void TrainingSession::Work::fail(TrainingPhase phase, const std::string& sentence) {
    snapshot_.problem = sentence;
    snapshot_.phase = phase;
    try {
        stop(phase);
    } catch (const std::exception& error) {
        snapshot_.message = sentence_of(error);
    }
}

/// Publishes the weights as they are and adds them to the history.
void TrainingSession::Work::keep_weights() {
    publish_weights();
    if (!trainer_) return;
    history_->add(snapshot_.weights_step, snapshot_.weights);
    measure_held_out();
}

void TrainingSession::Work::measure_held_out() {
    if (!snapshot_.held_out->empty() && snapshot_.held_out->back().step == snapshot_.steps_done) return;
    if (!held_out_) held_out_ = std::make_unique<HeldOutSamples>(plan().task, plan().config, trainer_->weights());
    std::vector<HeldOutRecord> records = *snapshot_.held_out;
    records.push_back(held_out_->measure(snapshot_.steps_done));
    snapshot_.held_out = std::make_shared<const std::vector<HeldOutRecord>>(std::move(records));
}

void TrainingSession::Work::count_time(double seconds) {
    constexpr double measured_over = 0.5;  // seconds
    snapshot_.seconds += seconds;
    recent_seconds_ += seconds;
    ++recent_steps_;
    if (recent_seconds_ < measured_over && snapshot_.seconds > measured_over) return;
    snapshot_.steps_per_second = recent_steps_ / std::max(recent_seconds_, 1e-9);
    if (recent_seconds_ < measured_over) return;  // the first steps: the pace since the start
    recent_seconds_ = 0;
    recent_steps_ = 0;
}

void TrainingSession::Work::make_step() {
    if (options_.before_step) options_.before_step(snapshot_.steps_done);
    const Clock::time_point begin = Clock::now();
    try {
        const Trainer::Step step = trainer_->step();
        snapshot_.steps_done = step.step;
        unsaved_ = true;
        log_.add(record_of(*trainer_, step, *snapshot_.parts));
        snapshot_.records = log_.records();
    } catch (const Divergence& divergence) {
        return fail(TrainingPhase::diverged, divergence.what());
    } catch (const std::exception& error) {
        return fail(TrainingPhase::failed, sentence_of(error));
    }
    count_time(std::chrono::duration<double>(Clock::now() - begin).count());
    if (!to_the_end_) --to_go_;
    try {
        if ((!to_the_end_ && to_go_ <= 0) || snapshot_.steps_done >= snapshot_.steps_planned)
            stop(TrainingPhase::paused);
        else if (history_->wants(snapshot_.steps_done))
            keep_weights();
    } catch (const std::exception& error) {  // no memory for a copy: the training itself is whole
        snapshot_.message = sentence_of(error);
    }
    if (snapshot_.phase == TrainingPhase::finished) tried_ = Clock::now() - between_saves();  // the last save is due
}

// --- commands

void TrainingSession::Work::attempt(const std::function<void(Work&)>& command, bool answered) {
    if (answered) snapshot_.message.clear();
    try {
        command(*this);
    } catch (const std::exception& error) {
        snapshot_.message = sentence_of(error);
    }
}

void TrainingSession::Work::start() {
    expect_more();
    to_go_ = 0;
    to_the_end_ = true;
    snapshot_.phase = TrainingPhase::running;
}

void TrainingSession::Work::pause() {
    if (may_continue()) stop(TrainingPhase::paused);
}

void TrainingSession::Work::step(int steps) {
    if (steps < 1) throw Error("at least 1 step can be asked for, got " + std::to_string(steps));
    expect_more();
    to_the_end_ = false;
    to_go_ =
        std::min(to_go_, snapshot_.steps_planned) + std::min(steps, snapshot_.steps_planned - snapshot_.steps_done);
    snapshot_.phase = TrainingPhase::running;
}

void TrainingSession::Work::change(Changed what, double value) {
    expect_more();
    const TrainingChange made{.step = snapshot_.steps_done, .what = what, .value = value};
    if (what == Changed::batch)
        expect_room_for_step(plan().task, plan().config, changed(trainer_->options(), made), trainer_->bytes(),
                             free_memory());
    make(made, *trainer_);
    std::vector<TrainingChange> changes = *snapshot_.changes;
    changes.push_back(made);
    snapshot_.changes = std::make_shared<const std::vector<TrainingChange>>(std::move(changes));
    unsaved_ = true;
}

void TrainingSession::Work::reset(std::uint64_t seed) {
    if (seed != plan().options.seed) {
        TrainingPlan other = plan();
        other.options.seed = seed;
        snapshot_.plan = std::make_shared<const TrainingPlan>(std::move(other));
    }
    begin(std::nullopt);
}

void TrainingSession::Work::publish_weights() {
    if (!trainer_ || (snapshot_.weights && snapshot_.weights_step == snapshot_.steps_done)) return;
    snapshot_.weights = std::make_shared<const Weights>(trainer_->copy_weights());
    snapshot_.weights_step = snapshot_.steps_done;
}

TrainingState TrainingSession::Work::state() const {
    if (!trainer_) throw Error("there is no training to save");
    if (log_.records().size() != static_cast<std::size_t>(snapshot_.steps_done))
        throw Error("there was no memory for the record of the last step, so this training cannot be saved");
    return {.plan = snapshot_.plan,
            .changes = *snapshot_.changes,
            .trainer = trainer_->state(),
            .records = log_.records(),
            .held_out = *snapshot_.held_out,
            .seconds = snapshot_.seconds};
}

void TrainingSession::Work::publish_state() { snapshot_.state = std::make_shared<const TrainingState>(state()); }

TrainingSession::Saved TrainingSession::Work::written(const std::filesystem::path& path) const {
    Saved saved{.path = path, .step = snapshot_.steps_done, .error = {}};
    try {
        save_training(path, state());
    } catch (const std::exception& error) {
        saved.error = sentence_of(error);
    }
    return saved;
}

void TrainingSession::Work::save(const std::filesystem::path& path) { snapshot_.saved = written(path); }

void TrainingSession::Work::autosave(const std::filesystem::path& path, double seconds) {
    if (!path.empty() && !(seconds > 0)) throw Error("the time between two saves must be above 0 seconds");
    constexpr double longest = 1e6;  // seconds: what a clock can count
    autosave_path_ = path;
    autosave_seconds_ = std::min(seconds, longest);
    tried_ = Clock::now();
    unsaved_ = snapshot_.steps_done > 0 || !snapshot_.changes->empty();
}

TrainingSession::Clock::duration TrainingSession::Work::between_saves() const {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(autosave_seconds_));
}

std::optional<TrainingSession::Clock::time_point> TrainingSession::Work::autosave_due() const {
    if (autosave_path_.empty() || !trainer_ || !unsaved_) return std::nullopt;
    return tried_ + between_saves();
}

bool TrainingSession::Work::save_if_due() {
    const auto due = autosave_due();
    if (!due || Clock::now() < *due) return false;
    save_unsaved();
    return true;
}

void TrainingSession::Work::save_unsaved() {
    if (!autosave_due()) return;
    snapshot_.autosaved = written(autosave_path_);
    unsaved_ = !snapshot_.autosaved->error.empty();
    tried_ = Clock::now();
}

}  // namespace glassformer
