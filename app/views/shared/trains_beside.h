// A view in which a training goes on while another view is shown.
#pragma once

#include <optional>

#include "app/widgets/ui.h"

namespace glassformer {

struct TrainingBeside {
    int step = 0, steps = 0;  // done, and planned
};

class TrainsBeside {
public:
    TrainsBeside() = default;
    virtual ~TrainsBeside() = default;
    TrainsBeside(const TrainsBeside&) = delete;
    TrainsBeside& operator=(const TrainsBeside&) = delete;
    /// How far its training is; nothing where none goes on. Called once a frame while another view is shown.
    virtual std::optional<TrainingBeside> training_beside(const Ui& ui) = 0;
};

}  // namespace glassformer
