// The cell that the panel explains while none is chosen and none is under the mouse: no stage opens without a number
// that says how it was computed.
#pragma once

#include "app/pictures/board/picture.h"
#include "core/session/evaluation.h"

namespace glassformer {

/// In the row of the model's answer where the stage has a row for each of its tokens, else in the first row: the number
/// farthest from 0; with a backward pass, the number with the gradient farthest from 0, of any row where that row has
/// none. None of a stage whose numbers there are all infinite, NaN or missing.
CellRef example_cell(const Evaluation& evaluation, int record, int head);

}  // namespace glassformer
