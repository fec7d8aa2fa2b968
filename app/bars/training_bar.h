// Below the bar at the top, where the model is a step of a training: the steps that are kept, so that every view can be
// looked at with the weights of any of them.
#pragma once

#include <optional>

#include "app/views/shared/context.h"
#include "app/views/shared/trains_beside.h"

namespace glassformer {

class TrainedSteps;

/// Takes its place from the area's top; nothing where the model is another one, or the training was given up. A
/// training that goes on beside the view is said in any case, with a way to it.
void draw_training_bar(ViewContext& context, Rect& area, TrainedSteps& steps,
                       const std::optional<TrainingBeside>& beside = {});

}  // namespace glassformer
