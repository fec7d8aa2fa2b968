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

std::string covered_words() { return texts::shared::caption_covered; }

void draw_plate(Ui& ui, const Rect& area, const std::string& text, const std::string& why) {
    ui.painter.fill(area, ui.theme.background);
    Rect plate = area.inset(0.8F * ui.em);
    ui.painter.fill(plate, ui.theme.panel, 0.5F * ui.em);
    if (text.empty()) return draw_sentence(ui, plate, why);
    const float width = std::min(plate.w - 2 * ui.em, 38 * ui.em);
    const TextStyle large{.colour = ui.theme.text, .size = em::title}, small{.colour = ui.theme.muted};
    const Rect measure{plate.centre().x - width / 2, plate.y, width, plate.h};
    const float high = paragraph(ui.painter, measure, text, large, false);
    const float low = paragraph(ui.painter, measure, why, small, false);
    const float gap = 1.2F * ui.em, top = plate.y + std::max(0.0F, (plate.h - high - gap - low) / 2);
    paragraph(ui.painter, {measure.x, top, width, high}, text, large);
    paragraph(ui.painter, {measure.x, top + high + gap, width, low}, why, small);
}

void draw_empty_state(ViewContext& context, const Rect& area) {
    const bool failed = !context.shown.error.empty();
    if (!failed) context.ui.keep_awake();
    draw_sentence(context.ui, area, failed ? texts::shared::nothing_to_show : texts::shared::computing);
}

}  // namespace glassformer
