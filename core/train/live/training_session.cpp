#include "core/train/live/training_session.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/base/error.h"
#include "core/base/thread_priority.h"
#include "core/train/live/training_worker.h"

namespace glassformer {

namespace {

std::shared_ptr<const TrainingPlan> checked_plan(std::shared_ptr<const TrainingPlan> plan, std::size_t& history_bytes) {
    check(plan->options);
    const std::size_t each = weight_bytes(plan->config);
    if (history_bytes == 0) history_bytes = WeightHistory::usual_budget(each);
    static_cast<void>(WeightHistory(history_bytes, each));
    return plan;
}

}  // namespace

struct TrainingSession::Course {
    Course(const Options& options, Snapshot start) : work(options, std::move(start)) {}

    Work work;
    Clock::time_point woken{};
    bool news = true;                             // that nobody was woken for yet
    std::optional<Clock::time_point> stepped_at;  // the last step began, or was to begin
    double pace = 0;

    Clock::duration between_steps() const {
        return pace > 0 ? std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / pace))
                        : Clock::duration::zero();
    }
    /// The first one waits for nothing: the clock's beginning is over.
    Clock::time_point next_step() const { return stepped_at ? *stepped_at + between_steps() : Clock::time_point{}; }
};

TrainingSession::TrainingSession(std::shared_ptr<const TrainingPlan> plan, std::optional<TrainingState> state,
                                 Options options)
    : options_(std::move(options)) {
    snapshot_.plan = checked_plan(std::move(plan), options_.history_bytes);
    snapshot_.steps_planned = snapshot_.plan->options.steps;
    snapshot_.parts = std::make_shared<const PartsOfModel>(parts_of_model(snapshot_.plan->config));
    snapshot_.changes = std::make_shared<const std::vector<TrainingChange>>();
    snapshot_.held_out = std::make_shared<const std::vector<HeldOutRecord>>();
    begun_with_ = std::move(state);
    const std::lock_guard lock(mutex_);
    work_beside();
}

TrainingSession::TrainingSession(TrainingPlan plan, Options options)
    : TrainingSession(std::make_shared<const TrainingPlan>(std::move(plan)), std::nullopt, std::move(options)) {}

TrainingSession::TrainingSession(const TrainingState& state, Options options)
    : TrainingSession(state.plan, state, std::move(options)) {}

TrainingSession::~TrainingSession() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    if (worker_.joinable()) worker_.join();  // what waits to be saved keeps it
}

/// Starts the worker where there is none. Under the mutex: a worker may come to its end before `working_` is set here.
void TrainingSession::work_beside() try {
    worker_ = std::thread([this] { work(); });
    working_ = true;
} catch (const std::system_error& error) {
    throw Error(std::string("the system starts no thread for the training: ") + error.what());
}

// --- commands

void TrainingSession::post(std::function<void(Work&)> command, bool answered) {
    std::thread ended;  // for want of orders: it has let go of the mutex for the last time
    {
        const std::lock_guard lock(mutex_);
        orders_.push_back({std::move(command), answered});
        if (!working_) {
            ended = std::move(worker_);
            try {
                work_beside();
            } catch (const Error&) {  // as if the order had not been given
                orders_.pop_back();
                worker_ = std::move(ended);
                throw;
            }
        }
        idle_ = false;
    }
    changed_.notify_all();
    if (ended.joinable()) ended.join();
}

void TrainingSession::start() {
    post([](Work& work) { work.start(); });
}
void TrainingSession::pause() {
    post([](Work& work) { work.pause(); });
}
void TrainingSession::step(int steps) {
    post([steps](Work& work) { work.step(steps); });
}
void TrainingSession::change(Changed what, double value) {
    post([=](Work& work) { work.change(what, value); });
}
void TrainingSession::reset() {
    post([](Work& work) { work.reset(work.plan().options.seed); });
}
void TrainingSession::reset(std::uint64_t seed) {
    post([seed](Work& work) { work.reset(seed); });
}
void TrainingSession::request_weights() {
    post([](Work& work) { work.publish_weights(); }, false);
}
void TrainingSession::request_state() {
    post([](Work& work) { work.publish_state(); }, false);
}
void TrainingSession::save(const std::filesystem::path& path) {
    post([path](Work& work) { work.save(path); });
}
void TrainingSession::autosave(const std::filesystem::path& path, double seconds) {
    post([=](Work& work) { work.autosave(path, seconds); });
}

void TrainingSession::pace(double steps_per_second) {
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(pace_, std::max(0.0, steps_per_second)) == pace_) return;
    }
    changed_.notify_all();
}

// --- results

TrainingSession::Snapshot TrainingSession::shown() const {
    const std::lock_guard lock(mutex_);
    Snapshot shown = snapshot_;
    shown.busy = !idle_;
    return shown;
}

void TrainingSession::wait() const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return idle_; });
}

// --- worker

/// Works until it is told to stop, or until there is nothing to do, nothing to be saved later and nobody to be woken.
void TrainingSession::work() {
    lower_thread_priority();
    if (!course_) {
        course_ = std::make_unique<Course>(options_, shown());
        course_->work.begin(std::exchange(begun_with_, std::nullopt));
    }
    Course& course = *course_;
    Work& worker = course.work;
    constexpr auto between_wakes = std::chrono::milliseconds(50);  // a picture of what has come takes time of its own
    while (true) {
        std::deque<Order> orders;
        bool last = false;
        {
            std::unique_lock lock(mutex_);
            snapshot_ = worker.snapshot();
            const auto called = [this] { return stop_ || !orders_.empty(); };
            if (!worker.running() && !called()) {
                idle_ = true;
                changed_.notify_all();
                std::optional<Clock::time_point> until = worker.autosave_due();
                if (course.news && options_.wake)
                    until = std::min(until.value_or(course.woken + between_wakes), course.woken + between_wakes);
                if (!until) {
                    working_ = false;
                    return;
                }
                changed_.wait_until(lock, *until, called);
            } else if (worker.running() && !called() && pace_ > 0) {
                course.pace = pace_;
                Clock::time_point until = course.next_step();
                if (course.news && options_.wake)
                    until = std::min(until, std::max(course.woken + between_wakes, not_before_.load()));
                changed_.wait_until(lock, until, [&] { return called() || pace_ != course.pace; });
            }
            course.pace = pace_;
            last = stop_;
            orders.swap(orders_);
        }
        for (const Order& order : orders) worker.attempt(order.command, order.answered);
        if (last) return worker.save_unsaved();
        if (!orders.empty()) {  // what they started is to be seen before the step, which may take long
            const std::lock_guard lock(mutex_);
            snapshot_ = worker.snapshot();
        }
        const Clock::time_point due = course.woken + between_wakes;
        if (course.news && options_.wake &&
            Clock::now() >= (worker.running() ? std::max(due, not_before_.load()) : due)) {
            course.woken = Clock::now();
            course.news = false;
            options_.wake();
        }
        const Clock::time_point now = Clock::now();
        const bool stepped = worker.running() && now >= course.next_step();
        if (stepped) {  // a little late is made up for, so that the pace is kept
            course.stepped_at =
                course.stepped_at && now < *course.stepped_at + 2 * course.between_steps() ? course.next_step() : now;
            worker.make_step();
        }
        const bool saved = worker.save_if_due();
        course.news = course.news || stepped || saved || !orders.empty();
    }
}

}  // namespace glassformer
