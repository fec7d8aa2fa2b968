// Edits whose cells still exist after the text changed its length.
#pragma once

#include <string>
#include <vector>

#include "core/session/evaluation.h"

namespace glassformer {

/// Those of the edits whose cells exist in a run with this text (`target`: this target text).
std::vector<Edit> edits_that_fit(const Evaluation& evaluation, const std::vector<Edit>& edits, const std::string& text,
                                 bool target);

}  // namespace glassformer
