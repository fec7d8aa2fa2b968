// A frame of the film: what all heads attend to in one text, with the weights of one step.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/views/train/heads/heads.h"
#include "core/session/evaluation.h"
#include "core/train/live/training_plan.h"
#include "core/train/live/weight_history.h"

namespace glassformer {

struct HeadFrame {
    int step = 0;
    std::vector<TrainedHeadMap> maps;
    std::vector<std::vector<float>> weights;  // of each map, query by query
    std::uint64_t generation = 0;             // another one for every frame (ConstMatrix)
    ConstMatrix matrix(std::size_t map) const;
};

/// The text as `inputs` have it, whatever model they name; the task's first example where they have no text. Throws
/// Error where the model cannot read it.
HeadFrame read_head_frame(const TrainingPlan& plan, const WeightHistory::Kept& kept, Inputs inputs);

/// The color scale of all frames ends at the largest weight there can be, so that a color means the same in all films.
inline constexpr float film_limit = 1;

}  // namespace glassformer
