#include "core/train/live/weight_history.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/system_memory.h"

namespace glassformer {

std::size_t WeightHistory::usual_budget(std::size_t bytes_each) {
    return std::max(std::size_t{64} << 20U, 2 * bytes_each);
}

WeightHistory::WeightHistory(std::size_t budget, std::size_t bytes_each)
    : capacity_(budget / bytes_each), bytes_each_(bytes_each) {
    if (capacity_ < 2)
        throw Error("the history of weights may take " + bytes_text(budget) + ", but the first and the newest take " +
                    bytes_text(2 * bytes_each) + " together: give it more memory");
}

bool WeightHistory::wants(int step) const {
    constexpr int share = 16;
    const std::lock_guard lock(mutex_);
    return kept_.empty() || step - kept_.back().step >= std::max(1, kept_.back().step / share);
}

void WeightHistory::add(int step, std::shared_ptr<const Weights> weights) {
    const std::lock_guard lock(mutex_);
    if (!kept_.empty() && step <= kept_.back().step) return;
    if (kept_.size() == capacity_) {
        const auto place = [&](std::size_t i) {
            return std::log1p(static_cast<double>(i < kept_.size() ? kept_[i].step : step));
        };
        std::size_t least = 1;
        double distance = place(2) - place(0);
        for (std::size_t i = 2; i < kept_.size(); ++i)
            if (const double of_this = place(i + 1) - place(i - 1); of_this < distance) {
                least = i;
                distance = of_this;
            }
        kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(least));
    }
    kept_.push_back({step, std::move(weights)});
}

std::shared_ptr<const Weights> WeightHistory::at(int step) const {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::lower_bound(kept_, step, {}, &Kept::step);
    return found == kept_.end() || found->step != step ? nullptr : found->weights;
}

WeightHistory::Kept WeightHistory::nearest(int step) const {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::min_element(
        kept_, {}, [&](const Kept& kept) { return std::abs(static_cast<double>(kept.step) - step); });
    return found == kept_.end() ? Kept{} : *found;
}

WeightHistory::Kept WeightHistory::newest() const {
    const std::lock_guard lock(mutex_);
    return kept_.empty() ? Kept{} : kept_.back();
}

std::vector<int> WeightHistory::steps() const {
    const std::lock_guard lock(mutex_);
    std::vector<int> steps;
    for (const Kept& kept : kept_) steps.push_back(kept.step);
    return steps;
}

std::size_t WeightHistory::bytes() const {
    const std::lock_guard lock(mutex_);
    return kept_.size() * bytes_each_;
}

}  // namespace glassformer
