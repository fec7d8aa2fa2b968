// The panel of a planned step's memory: which model, how many texts, and the bars that follow.
#pragma once

#include <optional>

#include "app/views/memory/plan.h"
#include "app/views/shared/context.h"

namespace glassformer {

/// Draws the plan and what it takes; true where the user changed `plan`, whose step is then to be planned again.
/// `bottom`: y below the last line, so that a caller can scroll. Targets: "memory model", "memory batch" and so on.
bool draw_step_plan(ViewContext& context, const Rect& area, StepPlan& plan, const std::optional<OwnStep>& own,
                    const PlannedStep& planned, float& bottom);

}  // namespace glassformer
