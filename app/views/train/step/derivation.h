// How one step changed one weight, line by line as the optimizer computes it, with the trainer's numbers filled in.
#pragma once

#include <string>
#include <vector>

#include "app/views/shared/context.h"
#include "core/train/step/weight_update.h"

namespace glassformer {

struct UpdateLine {
    std::string formula;    // markup: symbols = numbers = value
    double value = 0;       // in double precision, from the trainer's numbers of before the step
    const char* name = "";  // what it is, in two words
};
/// From the gradient before clipping to the new weight, which is the last one's value.
std::vector<UpdateLine> derivation_of(const WeightUpdate& update);
/// What the last line is against the trainer's weight: one sentence.
std::string check_of(const WeightUpdate& update);

/// Draws them below each other, smaller where they are too many for the height.
void draw_derivation(ViewContext& context, const Rect& area, const WeightUpdate& update);

}  // namespace glassformer
