// What somebody changed while a model trained, kept as data: the run can be made again with the same bits.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/train/live/training_plan.h"

namespace glassformer {

enum class Changed : std::uint8_t { learning_rate, clip, batch };

/// In the order of the enum, as files name them.
inline constexpr std::array<std::string_view, 3> changed_names = {"learning_rate", "clip", "batch"};

struct TrainingChange {
    int step = 0;  // steps done when it was made: the next one is the first with it
    Changed what = Changed::learning_rate;
    double value = 0;  // the schedule's peak; the largest norm, 0: none; texts a step
    bool operator==(const TrainingChange&) const = default;
};

/// The options with the change. Throws Error where they would make no sense.
TrainOptions changed(TrainOptions options, const TrainingChange& change);

/// Makes the change in the trainer, from its next step on. Throws Error where its options would make no sense.
void make(const TrainingChange& change, Trainer& trainer);

/// The weights after so many steps of the plan, each change made after its step: bit for bit those of the session that
/// the changes come from. The changes are in the order in which they were made. Throws Error as the trainer does, and
/// Divergence.
Weights replay(const TrainingPlan& plan, std::span<const TrainingChange> changes, int steps,
               ThreadPool* pool = nullptr);

}  // namespace glassformer
