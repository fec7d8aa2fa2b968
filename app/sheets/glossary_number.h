// The number that a term of the glossary is in the open run: never typed, always read.
#pragma once

#include <optional>
#include <string>

#include "app/views/shared/cursor.h"
#include "app/views/shared/glossary.h"
#include "core/session/evaluation.h"

namespace glassformer {

struct GlossaryNumber {
    std::string what;   // "Entropy of the attention weights of “it” (Block 2, head 1), in nats"
    std::string value;  // "1.23"
    int record = -1;    // the stage that it was read off; −1: the model or the whole run
};

/// Empty where the term is no number, or the open run has none: a model without attention has no attention weights, and
/// only a run with a backward pass has a loss. The row is the selected one, else that of the model's answer, else the
/// last.
std::optional<GlossaryNumber> number_of(const GlossaryTerm& term, const Evaluation& run, const Cursor& cursor);

}  // namespace glassformer
