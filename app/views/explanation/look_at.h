// What to look at in this run: the third part of an explanation, made from the numbers of one row. What happens and why
// stand in core/tape/stage_text.h and stage_reason.h.
#pragma once

#include <string>

#include "app/pictures/board/picture.h"
#include "core/session/evaluation.h"

namespace glassformer {

struct LookAt {
    std::string text;  // empty: nothing is said of this stage
    CellRef cell{};    // that the text is about: lit while the text is pointed at
};

/// Of the row of this cell, in its head: "“it” attends most to “animal”, with 93.1% of its weight." Every number is
/// read from the records; nothing is said of a row with a number that is not finite where it is not masked.
LookAt look_at(const Evaluation& evaluation, const CellRef& of);

}  // namespace glassformer
