// One panel a run: its name and numbers, the attention of one head in the example, and what the run predicts.
#pragma once

#include <span>

#include "app/views/shared/context.h"
#include "app/views/train/comparison/runs.h"
#include "core/train/experiments/ablations.h"

namespace glassformer {

/// `head`: of the maps of the run that has most of them.
void draw_run_panels(ViewContext& context, const Rect& area, std::span<const ComparedRuns::Run> runs, int looked_at,
                     int head);
/// Height that the names and numbers of stored runs take.
float draw_stored_labels(ViewContext& context, const Rect& area, const AblationCurves& stored, bool draw = true);

/// The maps that can be chosen: those of the run that has most of them.
const std::vector<TrainedHeadMap>& maps_to_choose(std::span<const ComparedRuns::Run> runs);

}  // namespace glassformer
