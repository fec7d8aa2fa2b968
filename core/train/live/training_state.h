// A training between two steps, whole: what is kept in a file so that it goes on another day.
#pragma once

#include <memory>
#include <vector>

#include "core/train/live/held_out_samples.h"
#include "core/train/live/training_change.h"
#include "core/train/live/training_records.h"

namespace glassformer {

struct TrainingState {
    std::shared_ptr<const TrainingPlan> plan;  // without the changes
    std::vector<TrainingChange> changes;       // in the order in which they were made
    TrainerState trainer;
    TrainingRecords records;              // of all steps done
    std::vector<HeldOutRecord> held_out;  // by step
    double seconds = 0;                   // spent training
};

}  // namespace glassformer
