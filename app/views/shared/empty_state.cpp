#include "app/views/shared/empty_state.h"

#include <algorithm>

#include "app/views/shared/texts.h"

namespace glassformer {

void draw_sentence(Ui& ui, const Rect& area, const std::string& text) {
    const float width = std::min(area.w - 2 * ui.em, 38 * ui.em);
    const TextStyle style{.colour = ui.theme.muted, .size = em::large};
    const Rect measure{area.centre().x - width / 2, area.y, width, area.h};
    const float height = paragraph(ui.painter, measure, text, style, false);
    paragraph(ui.painter, {measure.x, area.y + std::max(0.0F, (area.h - height) / 2), width, height}, text, style);
}

void draw_empty_state(ViewContext& context, const Rect& area) {
    const bool failed = !context.shown.error.empty();
    if (!failed) context.ui.keep_awake();
    draw_sentence(context.ui, area, failed ? texts::shared::nothing_to_show : texts::shared::computing);
}

}  // namespace glassformer
