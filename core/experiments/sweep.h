// The points of a curve, computed one after the other on a thread of its own while frames are drawn: one setting is
// swept, what was asked for before is given up, and points of two settings are never seen together.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/failure.h"
#include "core/base/latest.h"

namespace glassformer {

template <typename Setting, typename Point>
class Sweep {
public:
    /// One point of a setting; ends soon, with whatever, once `stopped` is true. May throw: the sweep ends there.
    using Compute = std::function<Point(const Setting& setting, std::size_t index, const std::atomic<bool>& stopped)>;
    struct Series {
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
        swept_.follow(
            {wanted, count},
            [wanted, count, compute](const typename Swept::Work& work) {
                Series made{.setting = wanted, .count = count, .points = {}};
                while (!made.done()) {
                    if (!made.points.empty()) work.show(made);
                    try {
                        made.points.push_back(compute(wanted, made.points.size(), work.stopped));
                    } catch (const std::exception& error) {
                        made.error = sentence_of(error);
                    }
                    if (work.stopped) break;
                }
                return made;
            },
            wake_);
    }
    /// Gives up what is not done. What there is stays; follow() begins anew.
    void stop() { swept_.stop(); }
    /// What there is; null before the first point.
    std::shared_ptr<const Series> shown() const {
        const auto now = swept_.shown();
        return now ? std::shared_ptr<const Series>(now, &now->result) : nullptr;
    }
    /// All points of what was asked for last are there, or will not come.
    bool done() const { return swept_.done(); }

private:
    struct Range {
        Setting setting;
        std::size_t count = 0;
        bool operator==(const Range&) const = default;
    };
    using Swept = Latest<Range, Series>;
    std::function<void()> wake_;
    Swept swept_;
};

}  // namespace glassformer
