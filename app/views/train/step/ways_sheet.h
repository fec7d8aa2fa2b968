// The sheet of the other ways to the same numbers (step_ways.h).
#pragma once

#include <memory>
#include <string>

#include "app/views/shared/context.h"
#include "app/views/train/step/ways.h"

namespace glassformer {

/// What a way was found to be: a title and a few sentences.
struct StepWayText {
    std::string title, numbers, memory;
};
StepWayText text_of(const StepWay& way);

/// `ways`: null while they are computed.
void draw_step_ways(ViewContext& context, bool& open, const std::shared_ptr<const StepWays>& ways, bool computing);

}  // namespace glassformer
