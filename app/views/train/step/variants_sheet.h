// The sheet of the other ways to compute a step (core/train/step/step_variants.h).
#pragma once

#include <memory>
#include <string>

#include "app/views/shared/context.h"
#include "core/train/step/step_variants.h"

namespace glassformer {

/// What is compared with what, how far the numbers differ, and the memory of both: a title and a few sentences.
struct StepWayText {
    std::string title, compared, numbers, memory;
};
StepWayText text_of(const StepWay& way);

/// `ways`: null while they are computed.
void draw_step_ways(ViewContext& context, bool& open, const std::shared_ptr<const StepWays>& ways, bool computing);

}  // namespace glassformer
