// Where two runs part: the largest and the mean |A − B| of every stage as bars in the order of the pass.
#pragma once

#include <optional>

#include "app/views/context.h"
#include "core/run_difference.h"

namespace glassformer {

float difference_strip_height(const Ui& ui);
/// Height of a bar, 0 to 1: six decades below the largest difference of all stages; 0 for none, 1 for an infinite one.
float bar_height(double difference, double largest);
/// Returns the index of the stage that was clicked, among the stages of A.
std::optional<int> draw_difference_strip(ViewContext& context, const Rect& area, const RunDifference& run, int current);

}  // namespace glassformer
