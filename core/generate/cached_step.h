// One step with a KV cache, made from a whole text's pass: the last token computed alone, with the keys and values of
// the tokens before it kept. Its record is a pass of its own, whose queries are one row and whose keys are all.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/ops/operation.h"
#include "core/session/evaluation.h"

namespace glassformer {

struct CachedStep {
    std::shared_ptr<const Evaluation> evaluation;  // labelled with the whole text's tokens
    int kept = 0;                                  // tokens whose keys and values were kept
    /// The largest difference of a number of its stages to the same number of the whole text's pass, and the stage.
    double largest = 0;
    std::string largest_at;
    std::vector<std::string> compared;  // the stages that were
    Cost step, whole;  // of the stages of both passes
};

/// Why this pass has no such step, as a sentence; "" where it has one.
std::string no_cached_step(const Evaluation& whole);

/// Reads the kept keys and values off the pass. Throws Error where there is no such step.
CachedStep cached_step(const Evaluation& whole);

}  // namespace glassformer
