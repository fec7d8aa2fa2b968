// Strip that shows where two runs diverge: max and mean |A − B| of every stage as bars, in the order of the pass.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/views/shared/context.h"
#include "core/analysis/run_difference.h"

namespace glassformer {

float difference_strip_height(const Ui& ui);
/// Height of a bar, 0 to 1, on a logarithmic scale of six decades below `largest`; 0 for no difference, 1 for infinity.
float bar_height(double difference, double largest);
/// Sentence that says where the runs diverge.
/// "At “it”: A predicts “animal” (99.7%), B predicts “street” (98.0%)."; "" where one of them predicts nothing.
/// `before_and_after`: "At “it”: before “street” (98.0%), after “animal” (99.7%).", B first.
std::string answers_text(const Evaluation& a, const Evaluation& b, bool before_and_after = false);
std::string parting_text(const Trace& trace, const RunDifference& run);
/// Count of cells without a finite difference, "3 cells are masked in one run only"; `a`, `b`: values of the first one.
std::string parted_text(const RecordDifference& stage, float a, float b);
/// "1 token", "12 tokens"
std::string token_count_text(int count);
/// Draws the strip; returns the index of the clicked stage among the stages of A.
std::optional<int> draw_difference_strip(ViewContext& context, const Rect& area, const RunDifference& run, int current);

}  // namespace glassformer
