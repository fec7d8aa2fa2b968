// The panel's way from a stage to the steps of lessons that show it.
#include <fmt/core.h>

#include <algorithm>

#include "app/views/explanation/cards.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/commands.h"

namespace glassformer {

void PanelWriter::lesson_link(const Record& at) {
    const std::size_t steps = context_.lesson_steps ? context_.lesson_steps(at.name) : 0;
    if (steps == 0) return;
    const std::string label =
        steps == 1 ? texts::explanation::in_a_lesson : fmt::format(texts::explanation::in_lessons, steps);
    const std::string tip = hint(texts::explanation::in_lessons_hint, Command::lessons_here);
    const ButtonStyle style{.size = em::small, .hint = tip};
    const Rect place =
        Rect{place_.x, place_.y, std::min(place_.w, button_width(ui_, label, style)), 2.0F * em_}.snapped();
    place_.take_top(2.8F * em_);
    context_.targets.put("show in a lesson", place);
    if (button(ui_, "show in a lesson", place, label, style)) context_.request = Command::lessons_here;
}

}  // namespace glassformer
