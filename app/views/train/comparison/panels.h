// One panel a run: its name and numbers, the attention of one head in the example, and what the run predicts.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "app/views/shared/context.h"
#include "app/views/train/comparison/maps.h"
#include "core/train/ablations/ablations.h"

namespace glassformer {

/// The runs that the Compare view would be opened with, as A and B; they are two.
using RunPair = std::array<std::size_t, 2>;

/// `wanted`: the head whose map is shown in all panels; null: none has any. The run whose name was clicked.
std::optional<std::size_t> draw_run_panels(ViewContext& context, const Rect& area,
                                           std::span<const ComparedRuns::Run> runs, const ComparedMaps& maps,
                                           const TrainedHeadMap* wanted, int looked_at, const RunPair& pair);
/// A sentence of the engine as it begins in the window: with a capital.
std::string begun_with_capital(std::string sentence);
/// How the maps of all panels are colored.
HeatStyle compared_style();
/// Height that the names and numbers of stored runs take.
float draw_stored_labels(ViewContext& context, const Rect& area, const AblationCurves& stored, bool draw = true);

}  // namespace glassformer
