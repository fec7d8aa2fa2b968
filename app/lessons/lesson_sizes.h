// Sizes of a lesson's text, in multiples of the body size, and the place of its panel.
#pragma once

#include "app/platform/geometry.h"
#include "app/widgets/ui.h"

namespace glassformer {

struct LessonSizes {
    float caption = em::body;  // also of buttons
    float text = em::large;
    float title = em::title;
    bool tooltips = true;  // of buttons, which are small
};

/// The least size of text in a lecture hall: 28 pixels of 1080, which can be read from the last row.
float last_row_text(float window_height);

/// `presenter`: nothing is smaller than last_row_text(). `width`: of the panel;
/// a narrow one has a smaller text.
LessonSizes lesson_sizes(const Ui& ui, bool presenter, float width);

/// The panel beside what is left of the area, or under it where the area is taller than wide.
Rect take_lesson_panel(const Ui& ui, Rect& area, bool presenter);

}  // namespace glassformer
