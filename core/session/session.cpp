// The session's worker: one evaluation at a time, the newest inputs always first.
#include "core/session/session.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/thread_priority.h"
#include "core/io/model_folder.h"
#include "core/model/patched_model.h"
#include "core/session/expect_memory.h"

namespace glassformer {

Session::Session(Options options) : options_(std::move(options)), worker_([this] { work(); }) {}

Session::~Session() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
        ++newest_job_;
        loading_->stop();
    }
    changed_.notify_all();
    worker_.join();
}

// --- inputs

void Session::set(Inputs inputs, bool undoable) {
    if (inputs == inputs_) return;
    remember_for_cancel();
    if (undoable && !refused()) {
        std::vector<std::shared_ptr<const Inputs>>& past = history_.past;
        past.push_back(std::make_shared<const Inputs>(std::move(inputs_)));
        constexpr std::size_t remembered = 1000;
        if (past.size() > remembered) {
            past.erase(past.begin());
            ++history_.forgotten;
        }
    }
    history_.future.clear();
    inputs_ = std::move(inputs);
    post();
}

void Session::undo() {
    if (!can_undo()) return;
    remember_for_cancel();
    if (!refused()) history_.future.push_back(std::make_shared<const Inputs>(std::move(inputs_)));
    inputs_ = *history_.past.back();
    history_.past.pop_back();
    post();
}

void Session::redo() {
    if (!can_redo()) return;
    remember_for_cancel();
    if (!refused()) history_.past.push_back(std::make_shared<const Inputs>(std::move(inputs_)));
    inputs_ = *history_.future.back();
    history_.future.pop_back();
    post();
}

bool Session::cancel() {
    const std::lock_guard lock(mutex_);
    if (!snapshot_.current || !snapshot_.stale) return false;
    loading_->stop();
    if (snapshot_.current->inputs() != inputs_) {
        inputs_ = snapshot_.current->inputs();
        history_ = settled_;
    }
    waiting_.reset();
    finished_job_ = ++newest_job_;
    snapshot_.stale = false;
    snapshot_.error.clear();
    snapshot_.loading.clear();
    snapshot_.unopened = false;
    progress_ = 1;
    changed_.notify_all();
    return true;
}

/// The inputs cannot be evaluated: the worker has found so or, where newer ones come before it gets to them, the model
/// that is shown cannot read their texts.
bool Session::refused() const {
    std::shared_ptr<const Model> model;
    {
        const std::lock_guard lock(mutex_);
        if (refused_job_ == newest_job_ && newest_job_ != 0) return true;
        const bool pending = finished_job_ != newest_job_;
        if (!pending || !snapshot_.current || snapshot_.current->inputs().model != inputs_.model) return false;
        model = snapshot_.model;
    }
    const auto longest = static_cast<std::size_t>(model->config.max_seq_len);
    try {
        return tokenize(*model, inputs_.text).size() > longest ||
               (has_target(model->config) && tokenize(*model, inputs_.target, true).size() > longest);
    } catch (const Error&) {
        return true;
    }
}

/// Before the inputs change: keeps what cancel() goes back to, where the present ones are those that are shown.
void Session::remember_for_cancel() {
    const std::lock_guard lock(mutex_);
    if (snapshot_.current && snapshot_.current->inputs() == inputs_) settled_ = history_;
}

void Session::reload() { post(true); }

void Session::post(bool reload) {
    {
        const std::lock_guard lock(mutex_);
        waiting_ = inputs_;
        reload_ = reload_ || reload;
        ++newest_job_;
        if (likely_loads_ == inputs_.model)
            snapshot_.loading = inputs_.model;  // it is loaded already, ahead
        else if (snapshot_.loading != inputs_.model)
            loading_->stop();
        likely_then_ = true;
        snapshot_.stale = true;
        progress_ = 0;
    }
    changed_.notify_all();
}

void Session::prepare(std::vector<Inputs> likely) {
    {
        const std::lock_guard lock(mutex_);
        if (likely == likely_ && !likely_then_) return;
        likely_ = std::move(likely);
        likely_then_ = false;
        prepared_ = 0;
    }
    changed_.notify_all();
}

// --- results

Session::Snapshot Session::shown() const {
    const std::lock_guard lock(mutex_);
    Snapshot shown = snapshot_;
    shown.progress = progress_;
    if (!shown.loading.empty()) {
        shown.loaded = loading_->done();
        shown.to_load = loading_->total();
    }
    return shown;
}

void Session::wait() const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return finished_job_ == newest_job_; });
}

void Session::wait_prepared() const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock,
                  [this] { return finished_job_ == newest_job_ && (likely_then_ || prepared_ >= likely_.size()); });
}

// --- worker

void Session::work() {
    lower_thread_priority();
    while (true) {
        Inputs inputs;
        std::uint64_t job = 0;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] {
                return stop_ || waiting_.has_value() || (!likely_then_ && prepared_ < likely_.size());
            });
            if (stop_) return;
            job = newest_job_;
            if (!waiting_) {
                inputs = likely_[prepared_];
                lock.unlock();
                evaluate_likely(inputs, job);
                lock.lock();
                // Where newer inputs came it is tried again after them, if it is likely then.
                if (job == newest_job_ && prepared_ < likely_.size() && likely_[prepared_] == inputs) ++prepared_;
                lock.unlock();
                changed_.notify_all();
                continue;
            }
            inputs = std::move(*waiting_);
            waiting_.reset();
        }
        const auto unless_newer = [&](auto&& change) {
            const std::lock_guard lock(mutex_);
            if (job == newest_job_) change();
        };
        std::string failure;
        try {
            evaluate(inputs, job);
        } catch (const std::bad_alloc&) {
            failure = "there is not enough memory for this model and text";
        } catch (const std::exception& error) {
            failure = sentence_of(error);
        }
        unless_newer([&] {
            progress_ = 1;
            snapshot_.error = failure;
            snapshot_.stale = !failure.empty();
            snapshot_.loading.clear();
            snapshot_.unopened = !failure.empty() && model_name_ != inputs.model;
            if (!failure.empty()) refused_job_ = job;
        });
        if (options_.wake) options_.wake();
        // Last of all: who waits for the job finds all of it done.
        unless_newer([&] { finished_job_ = job; });
        changed_.notify_all();
    }
}

void Session::evaluate(const Inputs& inputs, std::uint64_t job) {
    bool again = false;
    {
        const std::lock_guard lock(mutex_);
        again = std::exchange(reload_, false);
        if (likely_.empty() || again) runs_.clear();
    }
    for (const Run& run : runs_)
        if (run.inputs == inputs) {
            model_ = run.model;
            model_name_ = inputs.model;
            patched_ = run.patched;
            architecture_ = inputs.architecture;
            return show(Run(run), job);
        }
    for (const Run& run : runs_)
        if (run.inputs.model == inputs.model && model_name_ != inputs.model) {
            model_ = run.model;
            model_name_ = inputs.model;
            patched_ = nullptr;
        }
    if (again || !model_ || model_name_ != inputs.model) {
        const auto loading = std::make_shared<Loading>();
        {
            const std::lock_guard lock(mutex_);
            if (job != newest_job_) {
                reload_ = reload_ || again;
                return;
            }
            snapshot_.loading = inputs.model;
            loading_ = loading;
        }
        if (options_.wake) options_.wake();
        std::shared_ptr<const Model> loaded;
        try {
            loaded = options_.load(inputs.model, *loading);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            reload_ = reload_ || again;  // it is still to be read again
            throw;
        }
        const std::lock_guard lock(mutex_);
        // Newer inputs that want it too, as typing on does, find it loaded; any others keep the model that is shown.
        const bool newer = job != newest_job_;
        if (newer && !(waiting_ && waiting_->model == inputs.model)) {
            reload_ = reload_ || again;
            return;
        }
        snapshot_.loading.clear();
        patched_ = nullptr;
        model_ = std::move(loaded);
        model_name_ = inputs.model;
        if (newer) return;
    }
    if (!patched_ || architecture_ != inputs.architecture) {
        patched_ = patched_model(model_, inputs.architecture);
        architecture_ = inputs.architecture;
    }
    require_weights(*model_);
    const std::optional<Run> run = run_of(inputs, model_, patched_, [&](int done, int total) {
        if (options_.before_stage) options_.before_stage(done, total);
        progress_ = static_cast<float>(done) / static_cast<float>(total);
        return job == newest_job_;
    });
    require_weights(*model_);  // nobody wrote to them meanwhile
    if (run) show(*run, job);
}

/// While nothing else is to be done, or these inputs were set meanwhile. What is shown, and the model that it has, stay
/// as they are; what is shown is not evaluated again.
void Session::evaluate_likely(const Inputs& inputs, std::uint64_t job) {
    std::vector<Inputs> likely;
    {
        const std::lock_guard lock(mutex_);
        likely = likely_;
        if (snapshot_.current && !snapshot_.stale && snapshot_.current->inputs() == inputs) return;
    }
    const auto wanted = [&] {
        const std::lock_guard lock(mutex_);
        return job == newest_job_ || (waiting_ && *waiting_ == inputs);
    };
    std::erase_if(runs_, [&](const Run& run) { return std::ranges::find(likely, run.inputs) == likely.end(); });
    if (std::ranges::find(runs_, inputs, &Run::inputs) != runs_.end()) return;
    try {
        std::shared_ptr<const Model> model = model_name_ == inputs.model ? model_ : nullptr, patched;
        for (const Run& run : runs_)
            if (run.inputs.model == inputs.model) model = run.model;
        if (!model) {
            const auto loading = std::make_shared<Loading>();
            {
                const std::lock_guard lock(mutex_);
                if (job != newest_job_) return;
                loading_ = loading;  // newer inputs stop it, unless they want it too
                likely_loads_ = inputs.model;
            }
            model = options_.load(inputs.model, *loading);
            const std::lock_guard lock(mutex_);
            if (waiting_ && waiting_->model == inputs.model) {  // newer inputs that want it find it loaded
                patched_ = nullptr;
                model_ = model;
                model_name_ = inputs.model;
            }
        }
        patched = model == model_ && patched_ && architecture_ == inputs.architecture
                      ? patched_
                      : patched_model(model, inputs.architecture);
        std::optional<Run> run = run_of(inputs, model, patched, [&](int, int) { return wanted(); });
        require_weights(*model);
        if (run) runs_.push_back(std::move(*run));
    } catch (const std::exception&) {
        // It says why when it is set.
    }
    const std::lock_guard lock(mutex_);
    if (!likely_loads_.empty() && snapshot_.loading == likely_loads_) snapshot_.loading.clear();
    likely_loads_.clear();
}

/// The model as it is, and with the architecture of the inputs. Empty where it was given up.
std::optional<Session::Run> Session::run_of(const Inputs& inputs, const std::shared_ptr<const Model>& model,
                                            const std::shared_ptr<const Model>& patched, const Goes& goes) {
    const bool pair = has_target(model->config);
    const std::vector<TokenLabel> tokens = tokenize(*model, inputs.text);
    const std::vector<TokenLabel> target = pair ? tokenize(*model, inputs.target, true) : std::vector<TokenLabel>{};
    GraphSize size;
    size.loss = inputs.gradients;
    size.seq_len = static_cast<int>(tokens.size());
    size.target_len = static_cast<int>(target.size());

    const auto evaluated = [&](const Inputs& with,
                               const std::shared_ptr<const Model>& of) -> std::shared_ptr<const Evaluation> {
        const std::shared_ptr<Evaluation> evaluation = evaluation_for(of, size);
        std::string why;
        try {
            return evaluation->evaluate(with, tokens, target, ++generation_, goes) ? evaluation : nullptr;
        } catch (const Error& error) {
            if (!evaluation->computed_on().backend) throw;
            why = error.what();
        }
        // Bad inputs fail on the processor too: then they are reported, and the device keeps its place. Where it was
        // the device that failed, the next text of this size does not wait for it to fail again.
        const auto here =
            std::make_shared<Evaluation>(of, size, options_.pool, processor_instead(evaluation->computed_on(), why));
        const bool finished = here->evaluate(with, tokens, target, ++generation_, goes);
        std::erase(evaluations_, evaluation);
        evaluations_.push_back(here);
        return finished ? here : nullptr;
    };

    // Keep what is shown alive through both runs, so that neither writes into it; the unedited run is not done again
    // where it is still there.
    const Snapshot before = shown();
    Run run{.inputs = inputs, .model = model, .patched = patched, .current = nullptr, .unedited = nullptr};
    const bool changed = patched != model;
    run.alike = !changed || same_records(model->config, patched->config, size);
    if (changed || !inputs.edits.empty()) {
        Inputs plain = inputs;
        plain.edits.clear();
        plain.architecture.clear();
        for (const auto& candidate : {before.unedited, before.current})
            if (candidate && candidate->model_pointer() == model && candidate->inputs() == plain)
                run.unedited = candidate;
        try {
            if (!run.unedited) run.unedited = evaluated(plain, model);
            if (!run.unedited) return {};
        } catch (const Error&) {  // the model as it was trained cannot read what the changed one can
            if (run.alike) throw;
        }
    }
    run.current = evaluated(inputs, patched);
    if (!run.current) return {};
    return run;
}

/// Unless newer inputs came. The run before is kept as long as it is likely to be shown again.
void Session::show(const Run& run, std::uint64_t job) {
    std::optional<Run> left;
    {
        const std::lock_guard lock(mutex_);
        if (job != newest_job_) return;
        snapshot_.loading.clear();
        if (!likely_.empty() && snapshot_.current)
            left = Run{.inputs = snapshot_.current->inputs(),
                       .model = snapshot_.model,
                       .patched = snapshot_.current->model_pointer(),
                       .current = snapshot_.current,
                       .unedited = snapshot_.unedited,
                       .alike = snapshot_.unedited == nullptr || snapshot_.unedited_is_alike};
        snapshot_.current = run.current;
        snapshot_.unedited = run.unedited;
        snapshot_.unedited_is_alike = run.unedited != nullptr && run.alike;
        snapshot_.model = run.model;
    }
    if (!left || std::ranges::find(runs_, left->inputs, &Run::inputs) != runs_.end()) return;
    const bool reloaded = left->inputs.model == run.inputs.model && left->model != run.model;
    if (!reloaded) runs_.push_back(std::move(*left));
}

std::shared_ptr<Evaluation> Session::evaluation_for(const std::shared_ptr<const Model>& model, const GraphSize& size) {
    // An evaluation that only this list holds is not shown to anybody: its tape can be written again.
    std::shared_ptr<Evaluation> found;
    for (auto it = evaluations_.begin(); it != evaluations_.end();) {
        if (it->use_count() > 1) {
            ++it;
        } else if (!found && (*it)->fits(model.get(), size)) {
            found = *it++;
        } else {
            // Spare tapes of other sizes are dropped: they may be large, and recording one is cheap.
            it = evaluations_.erase(it);
        }
    }
    if (!found) {
        expect_memory(model->config, size, options_.free_memory ? options_.free_memory() : free_memory());
        found = make_evaluation(model, size, options_.pool, options_.choose);
        evaluations_.push_back(found);
    }
    return found;
}

}  // namespace glassformer
