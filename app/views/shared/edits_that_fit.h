// Edits whose cells still exist after the text changed its length, or the architecture its stages and shapes.
#pragma once

#include <string>
#include <vector>

#include "core/session/evaluation.h"

namespace glassformer {

/// Those of the edits whose cells exist in a run with this text (`target`: this target text).
std::vector<Edit> edits_that_fit(const Evaluation& evaluation, const std::vector<Edit>& edits, const std::string& text,
                                 bool target);
/// Those of the edits whose cells exist in a run of this config with as many tokens as the evaluation has.
std::vector<Edit> edits_that_fit(const Evaluation& evaluation, const std::vector<Edit>& edits,
                                 const ModelConfig& config);

}  // namespace glassformer
