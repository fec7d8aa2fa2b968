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

/// Of a text that has the whole window: in a column that can be read, and by so much larger as there is room.
Rect column_of_words(const Ui& ui, const Rect& window);
void enlarge_words(LessonSizes& sizes, const Ui& ui, const Rect& column);

/// The panel beside what is left of the area, or under it where the area is taller than wide.
Rect take_lesson_panel(const Ui& ui, Rect& area, bool presenter);

}  // namespace glassformer
