// The weights of earlier steps, as many as a budget of memory holds, denser early, where a training moves fast.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "core/model/weights.h"

namespace glassformer {

/// One thread adds; any thread reads meanwhile. What a reader holds stays, also when the history has dropped it: that
/// memory is then the reader's and is not counted.
class WeightHistory {
public:
    /// Bytes for one training's history: 64 MB, or two snapshots where those take more.
    static std::size_t usual_budget(std::size_t bytes_each);

    /// `budget` bytes for snapshots of `bytes_each`, which is above 0. Throws Error where it cannot hold two.
    WeightHistory(std::size_t budget, std::size_t bytes_each);

    struct Kept {
        int step = 0;  // steps done
        std::shared_ptr<const Weights> weights;
    };

    /// The weights of this step should be added: one of every step at first, then one of every sixteenth part of the
    /// steps done.
    bool wants(int step) const;
    /// Adds the weights of a step behind all others; does nothing for a step that is not. The first and the newest stay
    /// always. Where there is no room for one more, that one of the others goes whose neighbours, the new one among
    /// them, are nearest to each other in log(step + 1); the earlier of two alike.
    void add(int step, std::shared_ptr<const Weights> weights);

    std::shared_ptr<const Weights> at(int step) const;  // null where that step is not kept
    Kept nearest(int step) const;                       // the earlier of two; no weights where nothing is kept
    Kept newest() const;                                // no weights where nothing is kept
    std::vector<int> steps() const;                     // ascending
    std::size_t bytes() const;                          // of all that are kept; never above the budget
    std::size_t capacity() const { return capacity_; }  // snapshots that the budget holds

private:
    std::size_t capacity_, bytes_each_;
    mutable std::mutex mutex_;
    std::vector<Kept> kept_;  // by step
};

}  // namespace glassformer
