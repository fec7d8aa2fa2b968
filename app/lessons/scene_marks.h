// Words at cells and arrows between cells, as a scene says them ("label", "arrow"), and as a run has them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/lessons/scene.h"
#include "app/views/shared/context.h"

namespace glassformer {

inline constexpr std::size_t most_marks = 24, longest_label = 120;  // of a scene; characters

/// Both throw Error saying what is wrong with the value; "none" clears.
void read_label(LessonScene& scene, const std::string& value);
void read_arrow(LessonScene& scene, const std::string& value);
/// "none" where there are none.
std::vector<std::string> written_labels(const LessonScene& scene);
std::vector<std::string> written_arrows(const LessonScene& scene);

/// The single cell that a reference names. Throws ExpressionError where the run has no such cell.
CellRef one_cell(const std::string& reference, const Evaluation& run);
/// The marks in a run, in their order; `at` is empty where it has no such cell.
std::vector<CellMark> marks_in(const std::vector<SceneMark>& marks, const Evaluation& run);

}  // namespace glassformer
