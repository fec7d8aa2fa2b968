// Which edits still have their cells after the text changed its length.
#pragma once

#include <string>
#include <vector>

#include "core/session/evaluation.h"

namespace glassformer {

/// The edits that still have their cells when the text is cut into this many tokens.
std::vector<Edit> edits_that_fit(const Evaluation& evaluation, const std::vector<Edit>& edits, const std::string& text,
                                 bool target);

}  // namespace glassformer
