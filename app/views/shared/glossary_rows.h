// The rows of the glossary by their subjects, each list in the source of its name.
#pragma once

#include "app/views/shared/glossary.h"

namespace glassformer {

std::span<const GlossaryTerm> arithmetic_terms();
std::span<const GlossaryTerm> attention_terms();
std::span<const GlossaryTerm> blocks_terms();
std::span<const GlossaryTerm> models_terms();
std::span<const GlossaryTerm> output_terms();
std::span<const GlossaryTerm> positions_terms();
std::span<const GlossaryTerm> training_terms();
std::span<const GlossaryTerm> window_terms();

/// Length of an axis of the record's operands, or of the record: what a symbol stands for.
std::optional<double> operand_length(const Trace& trace, const Record& record, Axis axis);

}  // namespace glassformer
