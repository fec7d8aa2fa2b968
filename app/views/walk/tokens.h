// The strip below the text: the tokens as the model sees them, each with its number in the vocabulary.
#pragma once

#include "app/views/context.h"

namespace glassformer {

float token_strip_height(const ViewContext& context);
/// Clicking a token goes to its row where the stage shown has a row for each token of that text.
void draw_token_strip(ViewContext& context, const Rect& area);

}  // namespace glassformer
