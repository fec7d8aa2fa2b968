// Below the bar at the top, where the model is a step of a training: the steps that are kept, so that every view can be
// looked at with the weights of any of them.
#pragma once

#include "app/views/shared/context.h"

namespace glassformer {

class TrainedSteps;

/// Takes its place from the area's top; nothing where the model is another one, or the training was given up.
void draw_training_bar(ViewContext& context, Rect& area, TrainedSteps& steps);

}  // namespace glassformer
