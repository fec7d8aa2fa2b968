#include "app/views/train/step/panel_title.h"

#include <cmath>

namespace glassformer {

Rect panel_title(Ui& ui, Rect line, int number, std::string_view title) {
    const float em = ui.em, side = std::round(1.3F * em);
    if (line.w < 4 * em) return line;
    const Rect box = line.take_left(side);
    const Rect badge = Rect{box.x, box.y + (box.h - side) / 2, side, side}.snapped();
    ui.painter.fill(badge, ui.theme.accent, 0.3F * em);
    ui.painter.text(badge.centre(), std::to_string(number),
                    {.colour = text_on(ui.theme, ui.theme.accent),
                     .face = Face::bold,
                     .align = Align::centre,
                     .anchor = Anchor::middle});
    line.take_left(0.5F * em);
    const std::string shown = shortened_within(ui.painter, title, line.w, em::body, Face::bold);
    text_in(ui.painter, line.take_left(ui.painter.measure(shown, em::body, Face::bold).width), shown,
            {.colour = ui.theme.text, .face = Face::bold});
    line.take_left(0.9F * em);
    return line;
}

}  // namespace glassformer
