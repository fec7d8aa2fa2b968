#include "app/pictures/board/off_mark.h"

#include <algorithm>

#include "app/pictures/board/texts.h"

namespace glassformer {

void draw_off_mark(Painter& painter, const Rect& rect) {
    const Theme& theme = painter.theme();
    const float em = painter.em(), width = std::clamp(0.03F * rect.w, 1.5F, 4.0F);
    painter.fill(rect, theme.background.faded(0.6F));
    painter.line({rect.x, rect.bottom()}, {rect.right(), rect.y}, theme.warning, width);
    painter.stroke(rect, theme.warning, 1.5F);
    const TextSize size = painter.measure(texts::pictures::off, em::small, Face::bold);
    const Rect plate = Rect{rect.centre().x - size.width / 2 - 0.4F * em, rect.centre().y - size.height / 2 - 0.1F * em,
                            size.width + 0.8F * em, size.height + 0.2F * em}
                           .snapped();
    if (plate.w > rect.w || plate.h > rect.h) return;
    painter.fill(plate, theme.warning, 0.3F * em);
    painter.text(plate.centre(), texts::pictures::off,
                 {.colour = text_on(theme, theme.warning),
                  .size = em::small,
                  .face = Face::bold,
                  .align = Align::centre,
                  .anchor = Anchor::middle});
}

}  // namespace glassformer
