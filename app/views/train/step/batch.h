// The texts of a step as a matrix: a row a text, a column a position, each cell colored by the loss there.
#pragma once

#include <optional>

#include "app/views/shared/context.h"
#include "core/train/step/step_work.h"

namespace glassformer {

/// A labeled position of the batch, counted from 0; −1: none.
struct StepPlace {
    int text = 0, position = -1;
    bool operator==(const StepPlace&) const = default;
};

/// The height of its title and of so many whole rows as fit into `most`, at least one.
float step_batch_height(float em, const StepResult& result, float most);

/// Draws it with the places of the texts for scripts; the place that was clicked, if one was. `show_selected`: scrolls
/// to it; false afterwards.
std::optional<StepPlace> draw_step_batch(ViewContext& context, const Rect& area, const StepResult& result,
                                         const StepPlace& selected, bool& show_selected);

/// The prediction there: what each answer's probability was to be, and was.
void draw_step_prediction(ViewContext& context, const Rect& area, const StepResult& result, const StepPlace& selected);

}  // namespace glassformer
