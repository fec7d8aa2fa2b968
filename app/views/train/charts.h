// The curves of a training: loss, accuracy on held-out texts and the gradient's norm, over the steps. Their numbers are
// the trainer's records.
#pragma once

#include <vector>

#include "app/pictures/charts/line_chart.h"
#include "app/views/shared/context.h"
#include "core/train/laboratory/training_session.h"

namespace glassformer {

class TrainCharts {
public:
    /// Draws as many of them as there is room for. `looked_at`: the step that is marked in all of them; `clip`: the
    /// level in the last, 0: none.
    struct Touch {
        std::optional<int> dragged;  // to this step
    };
    Touch draw(ViewContext& context, const Rect& area, const TrainingSession::Snapshot& shown, int looked_at,
               double clip);

private:
    void follow(const TrainingSession::Snapshot& shown);

    std::vector<ChartPoint> loss_, norm_, held_out_loss_, accuracy_;
    std::shared_ptr<const TrainingPlan> of_;  // the run that they are of
    std::optional<double> hovered_;           // step, in all of them
};

}  // namespace glassformer
