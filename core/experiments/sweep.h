// The points of a curve, computed one after the other on a thread of its own while frames are drawn: one setting is
// swept, what was asked for before is given up, and points of two settings are never seen together.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/background.h"
#include "core/base/failure.h"

namespace glassformer {

template <typename Setting, typename Point>
class Sweep {
public:
    /// One point of a setting; ends soon, with whatever, once `stopped` is true. May throw: the sweep ends there.
    using Compute = std::function<Point(const Setting& setting, std::size_t index, const std::atomic<bool>& stopped)>;
    struct Shown {
        Setting setting;
        std::size_t count = 0;      // points that it will have
        std::vector<Point> points;  // the first of them, all of this setting
        std::string error = {};     // why there are no more
        bool done() const { return points.size() == count || !error.empty(); }
    };
    /// `wake` is called on the thread when there is something new.
    explicit Sweep(std::function<void()> wake) : wake_(std::move(wake)) {}

    /// Goes on towards `count` points of this setting; where it is another one than before, begins anew. Call once a
    /// frame. Of the old setting shown() stays until the new one has its first point.
    void follow(const Setting& wanted, std::size_t count, const Compute& compute) {
        if (wanted_ && *wanted_ == wanted && count_ == count) {
            if (started_) return;
        } else {
            wanted_ = wanted;
            count_ = count;
            started_ = false;
            work_.stop();
        }
        if (!work_.idle()) return;
        started_ = true;
        work_.start(
            [this, wanted, count, compute](const std::atomic<bool>& stopped) {
                auto made = std::make_shared<Shown>(Shown{.setting = wanted, .count = count, .points = {}});
                while (made->points.size() < count && made->error.empty()) {
                    try {
                        made->points.push_back(compute(wanted, made->points.size(), stopped));
                    } catch (const std::exception& error) {
                        made->error = sentence_of(error);
                    }
                    if (stopped) return;
                    {
                        const std::lock_guard lock(mutex_);
                        made_ = std::make_shared<const Shown>(*made);
                    }
                    wake_();
                }
            },
            wake_);
    }
    /// Gives up what is not done. What there is stays; follow() begins anew.
    void stop() {
        if (work_.idle()) return;
        wanted_.reset();
        started_ = false;
        work_.stop();
    }
    /// What there is; null before the first point.
    std::shared_ptr<const Shown> shown() const {
        const std::lock_guard lock(mutex_);
        return made_;
    }
    /// All points of what was asked for last are there, or will not come.
    bool done() const {
        const auto now = shown();
        return started_ && work_.idle() && now && wanted_ && now->setting == *wanted_ && now->done();
    }

private:
    std::function<void()> wake_;
    std::optional<Setting> wanted_;
    std::size_t count_ = 0;
    bool started_ = false;
    mutable std::mutex mutex_;
    std::shared_ptr<const Shown> made_;
    Background work_;  // last: it ends before what it writes
};

}  // namespace glassformer
