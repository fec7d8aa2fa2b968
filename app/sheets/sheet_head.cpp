#include "app/sheets/sheet_head.h"

#include <fmt/core.h>

#include <string>

#include "app/platform/input.h"
#include "app/sheets/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

Rect draw_sheet_head(ViewContext& context, Rect& inner, std::string_view name, std::string_view title, bool& open) {
    Ui& ui = context.ui;
    const float em = ui.em, side = 1.9F * em;
    Rect head = inner.take_top(2.4F * em);
    Rect place = head.take_right(side);
    place = Rect{place.x, place.y - 0.2F * em, side, side}.snapped();
    head.take_right(0.5F * em);
    context.targets.put("close " + std::string(name), place);
    const std::string tip = fmt::format(texts::sheets::close, text(Key::escape, {}));
    if (button(ui, "close", place, "", {.icon = Icon::close, .framed = false, .hint = tip})) {
        open = false;
        ui.keep_awake();
    }
    ui.painter.text(head.min(), title, {.colour = ui.theme.text, .size = em::large, .face = Face::bold});
    return head;
}

}  // namespace glassformer
