// Checks what the sentence of a stage claims against the numbers that a pass recorded, in double precision.
#pragma once

#include <string>

#include "core/model/config.h"
#include "core/tape/stage_text.h"

namespace glassformer::test {

/// How the record's numbers contradict the claim; "" where they bear it out. Records of one text, without a batch axis.
std::string contradiction(Claim claim, const Trace& trace, const Record& record, const ModelConfig& config);

/// Every record of the trace against the claims of its row: one line for each contradiction, for a computed record
/// without a row, and for one whose row claims nothing. `checked` counts the claims.
std::string contradictions(const Trace& trace, const ModelConfig& config, int& checked);

}  // namespace glassformer::test
