// What the model in training predicts in the text that is shown, beside what would be right.
#pragma once

#include "app/views/shared/context.h"
#include "core/session/evaluation.h"

namespace glassformer {

void draw_prediction(ViewContext& context, const Rect& line, const Evaluation& evaluation, int step);

/// "Prediction at “it”: animal 98.3% – right", before which step 0 says that nothing is trained; "" where nothing is
/// predicted.
std::string prediction_text(const Evaluation& evaluation, int step);
/// The token (or class) that the task's rule says is right at the row that is read; −1 where it says none.
int right_answer(const Evaluation& evaluation);

}  // namespace glassformer
