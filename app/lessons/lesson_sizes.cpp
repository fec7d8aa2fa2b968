#include "app/lessons/lesson_sizes.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {

constexpr float narrow = 22, narrow_text = 1.15F;                         // em
constexpr float least_width = 26, largest_width = 38, least_height = 13;  // em
constexpr float share_of_width = 0.34F, largest_share = 0.45F;

/// By how much everything is larger than in the window.
float enlarged(const Ui& ui, bool presenter) {
    return presenter ? std::max(1.0F, last_row_text(ui.window.h) / ui.em) : 1;
}

}  // namespace

float last_row_text(float window_height) { return 28 * window_height / 1080; }

LessonSizes lesson_sizes(const Ui& ui, bool presenter, float width) {
    const float by = enlarged(ui, presenter);
    LessonSizes sizes;
    if (width < narrow * by * ui.em) sizes.text = narrow_text;
    sizes.tooltips = !presenter;
    sizes.caption *= by;
    sizes.text *= by;
    sizes.title *= by;
    return sizes;
}

Rect column_of_words(const Ui& ui, const Rect& window) {
    const float wide = std::min(window.w, std::max(0.72F * window.w, least_width * ui.em));
    return Rect{window.x + (window.w - wide) / 2, window.y, wide, window.h}.snapped();
}

void enlarge_words(LessonSizes& sizes, const Ui& ui, const Rect& column) {
    constexpr float letters = 34, most = 2;  // em of the text in a line
    const float by = std::clamp(column.w / (letters * sizes.text * ui.em), 1.0F, most);
    sizes.text *= by;
    sizes.title *= 1.2F * by;
}

Rect take_lesson_panel(const Ui& ui, Rect& area, bool presenter) {
    const float em = ui.em * enlarged(ui, presenter);
    if (area.h > area.w) {
        const float high = std::max(0.4F * area.h, least_height * em);
        return area.take_bottom(std::round(std::min(high, largest_share * area.h)));
    }
    const float wide = std::clamp(share_of_width * area.w, least_width * em, largest_width * em);
    return area.take_right(std::round(std::min(wide, largest_share * area.w)));
}

}  // namespace glassformer
