#include "app/workspace/message_bar.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/controls.h"
#include "app/workspace/texts.h"

namespace glassformer {

std::optional<std::size_t> message_bar(Ui& ui, Targets& targets, Rect& rest, const std::string& target,
                                       const std::string& text, std::span<const BarButton> buttons,
                                       const Colour& tone) {
    const float em = ui.em;
    float wide = 0;
    for (const BarButton& one : buttons)
        wide += one.label[0] == '\0' ? 2.2F * em : button_width(ui, one.label, {.size = em::small}) + 0.3F * em;
    const TextStyle style{.colour = ui.theme.text, .size = em::body};
    const Rect measure{0, 0, std::max(4 * em, rest.w - 3.4F * em - wide), 1e4F};
    const float used = paragraph(ui.painter, measure, text, style, false);
    const Rect whole = rest.take_top(std::round(std::max(2.6F * em, used + 1.1F * em)));
    if (!target.empty()) targets.put(target, whole);
    ui.painter.fill(whole, mix(ui.theme.panel, tone, 0.16F));
    ui.painter.fill({whole.x, whole.y, 4, whole.h}, tone);
    Rect inside = whole.inset(1.2F * em, 0);
    paragraph(ui.painter, {inside.x, whole.y + (whole.h - used) / 2, measure.w, used}, text, style);
    std::optional<std::size_t> pressed;
    for (std::size_t i = buttons.size(); i-- > 0;) {
        const bool cross = buttons[i].label[0] == '\0';
        const Rect r = inside.take_right(cross ? 1.9F * em : button_width(ui, buttons[i].label, {.size = em::small}));
        inside.take_right(0.3F * em);
        const Rect place = Rect{r.x, r.y + (r.h - 1.9F * em) / 2, r.w, 1.9F * em}.snapped();
        targets.put(buttons[i].target, place);
        const std::string id = std::string(buttons[i].target) + " " + text;
        if (cross ? button(ui, id, place, "", {.icon = Icon::close, .framed = false, .hint = texts::window::dismiss})
                  : button(ui, id, place, buttons[i].label, {.size = em::small}))
            pressed = i;
    }
    return pressed;
}

}  // namespace glassformer
