// The newest answer to a question that changes, found beside the frames: of the text as it is now, of the run that is
// shown, of the points of a curve. One question is under way at a time; the newest one wins, and what was asked before
// it is given up and never seen again.
//
// Once a frame the owner says what is wanted, and draws what there is:
//
//     lens_.follow(run->generation(), [run](const auto& work) { return lens_of(*run, work.stopped); }, wake);
//     if (const auto lens = lens_.shown()) draw(lens->result);
//
// follow() never waits. A question that comes while another is under way stops that one and begins in a later frame,
// which `wake` asks for; so computations that take long look at `stopped`. Who wants every answer, or has work that
// cannot be stopped, notes idle(), then takes what has come (take()), and asks only where it was idle before.
//
// A request is what tells one question from another: a value with ==, kept as long as its answer. What the computation
// needs (a run, weights) belongs to the computation, which is let go when it has ended.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "core/base/background.h"
#include "core/base/failure.h"

namespace glassformer {

template <typename Request, typename Result>
class Latest {
public:
    struct Answer {
        Request request;
        Result result{};         // while it is computed, so much of it as was shown
        std::string error = {};  // a sentence: why there is no more than that
        bool done = false;       // no more will come
    };
    /// What a computation is told, and how it says how far it is.
    class Work {
    public:
        Work(const std::atomic<bool>& over, std::function<void(Result)> shows)
            : stopped(over), shows_(std::move(shows)) {}
        const std::atomic<bool>& stopped;  // nobody waits for it any more: it is to end soon, with whatever
        void show(Result so_far) const { shows_(std::move(so_far)); }

    private:
        std::function<void(Result)> shows_;
    };
    /// Runs on a thread of its own. What it throws is the answer's `error`.
    using Compute = std::function<Result(const Work& work)>;

    /// `behind`: gives way to what draws (core/base/thread_priority.h).
    explicit Latest(bool behind = true) : work_(behind) {}

    // --- the owner's thread
    /// Has the answer computed, where it is not there and not under way. `wake` is called on the thread when there is
    /// something new.
    void follow(const Request& wanted, const Compute& compute, const std::function<void()>& wake) {
        want(wanted);
        if (done() || !work_.idle()) return;
        work_.start(
            [this, wanted, compute, wake](const std::atomic<bool>& stopped) {
                const Work work(stopped, [&](Result so_far) {
                    show({.request = wanted, .result = std::move(so_far)}, stopped);
                    wake();
                });
                show(answered(wanted, compute, work), stopped);
            },
            wake);
    }
    /// The same on this thread, and at once: for what no other may read.
    void answer(const Request& wanted, const Compute& compute) {
        want(wanted);
        const std::atomic<bool> never{false};
        if (!done()) show(answered(wanted, compute, {never, [](const Result&) {}}), never);
    }
    /// Gives up what is not done; what is shown stays. The next follow() begins anew.
    void stop() {
        if (done()) return;
        const std::lock_guard lock(mutex_);
        work_.stop();
        request_.reset();
    }
    /// As if nothing had been asked for.
    void forget() {
        const std::lock_guard lock(mutex_);
        work_.stop();
        request_.reset();
        answer_.reset();
    }
    /// Once it is done: what has come of it, which is forgotten here. Null before.
    std::shared_ptr<const Answer> take() {
        if (!done()) return nullptr;
        request_.reset();
        const std::lock_guard lock(mutex_);
        return std::exchange(answer_, nullptr);
    }
    /// Asked for last, whether it is done or not.
    const std::optional<Request>& request() const { return request_; }
    /// All that was asked for last is there, or will not come.
    bool done() const {
        const auto now = shown();
        return now && now->done && request_ && now->request == *request_;
    }
    /// Waits until nothing is under way.
    void wait() { work_.wait(); }

    // --- any thread
    /// The newest there is, of what was asked for last or, before anything of that is there, of an earlier request.
    std::shared_ptr<const Answer> shown() const {
        const std::lock_guard lock(mutex_);
        return answer_;
    }
    /// Nothing is under way.
    bool idle() const { return work_.idle(); }

private:
    void want(const Request& wanted) {
        if (request_ && *request_ == wanted) return;
        const std::lock_guard lock(mutex_);
        work_.stop();
        request_ = wanted;
    }
    static Answer answered(const Request& request, const Compute& compute, const Work& work) {
        Answer made{.request = request};
        try {
            made.result = compute(work);
        } catch (const std::exception& error) {
            made.error = sentence_of(error);
        }
        made.done = true;
        return made;
    }
    /// Under the mutex nobody stops it meanwhile: what is given up shows nothing more.
    void show(Answer made, const std::atomic<bool>& stopped) {
        if (const auto before = shown(); !made.error.empty() && before && before->request == made.request)
            made.result = before->result;
        auto next = std::make_shared<const Answer>(std::move(made));
        const std::lock_guard lock(mutex_);
        if (!stopped) answer_.swap(next);
    }

    std::optional<Request> request_;
    mutable std::mutex mutex_;
    std::shared_ptr<const Answer> answer_;
    Background work_;  // last: it ends before what it writes
};

}  // namespace glassformer
