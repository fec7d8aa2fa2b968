// Where two runs part: the largest and the mean |A − B| of every stage as bars in the order of the pass.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/views/shared/context.h"
#include "core/analysis/run_difference.h"

namespace glassformer {

float difference_strip_height(const Ui& ui);
/// Height of a bar, 0 to 1: six decades below the largest difference of all stages; 0 for none, 1 for an infinite one.
float bar_height(double difference, double largest);
/// Where the runs part, in words.
std::string parting_text(const Trace& trace, const RunDifference& run);
/// "3 cells are masked in one run only"; `a` and `b` are the numbers of the first of them.
std::string parted_text(const RecordDifference& stage, float a, float b);
/// "1 token", "12 tokens"
std::string counted(std::size_t count, const char* what);
/// Returns the index of the stage that was clicked, among the stages of A.
std::optional<int> draw_difference_strip(ViewContext& context, const Rect& area, const RunDifference& run, int current);

}  // namespace glassformer
