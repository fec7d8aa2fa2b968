// What the parts of the path from logits to percentages ask of its settings; the columns and the drawing share it.
#pragma once

#include <string>

#include "app/pictures/charts/choice_path.h"

namespace glassformer {

/// Whether there is something that drops tokens, or only takes one.
bool path_cuts(const PathTable& table);
bool path_divides(const PathTable& table);
/// Whether ÷ T and kept? are one narrow column, which stands in the place of ÷ T.
bool path_folds(const PathTable& table);
/// Whether the shares are others than the model's own.
bool path_changes(const PathTable& table);

/// 0.9 as "0.9".
std::string path_setting(float value);
/// Why a token is dropped, or that it is kept; `whole`: not the short form.
std::string path_reason(const PathTable& table, const ChoiceStep& step, bool whole);
/// "top-k 3, top-p 0.9"
std::string path_cut_words(const PathTable& table);

}  // namespace glassformer
