// Words for indices: the token of a position, the spelling of a vocabulary entry, and back.
#pragma once

#include <string>

#include "core/lesson/expression.h"
#include "core/session/evaluation.h"
#include "core/tape/cell_name.h"

namespace glassformer {

/// The word of an index along an axis of a record: a token of the text, an entry of the vocabulary; "" where the axis
/// has no words.
std::string index_word(const Evaluation& run, const Record& record, Axis axis, int index);

/// Its indices stand for tokens of a text.
bool of_tokens(Axis axis);

/// A cell as a lesson writes it: "blocks.1.attn.weights[head 1, it, animal]".
std::string written_cell(const Evaluation& run, const NamedCell& cell);

/// The cells that a reference names; Cell::all along the axes that it leaves open. Throws ExpressionError.
NamedCell cells_of(const Expression& reference, const Evaluation& run);

}  // namespace glassformer
