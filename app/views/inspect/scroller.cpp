#include "app/views/inspect/scroller.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/widgets/controls.h"

namespace glassformer {

float scroll_bar_width(const Ui& ui) { return std::round(0.7F * ui.em); }

void Scroller::show(double& offset, double from, double to, double seen) {
    offset = std::max(std::min(offset, from), to - seen);
}

void Scroller::work(Ui& ui, std::string_view id, const Rect& window, double width, double height, bool hovered,
                    float line) {
    if (hovered) {
        const Vec2 wheel = ui.input.wheel;
        const bool sideways = ui.input.modifiers.shift;
        y -= static_cast<double>((sideways ? 0 : wheel.y) * 3 * line);
        x -= static_cast<double>((sideways ? wheel.y : 0) * 3 * line) + static_cast<double>(wheel.x * 3 * line);
        if (wheel != Vec2{}) ui.keep_awake();
    }
    const float thick = std::round(0.35F * ui.em);
    const auto bar = [&](bool upright, double content, double& offset) {
        const float length = upright ? window.h : window.w;
        const double room = content - static_cast<double>(length);
        if (room <= 0.5) {
            offset = 0;
            return;
        }
        const float knob = std::max(1.6F * ui.em, length * length / static_cast<float>(content));
        const double way = static_cast<double>(length - knob);
        const auto at = static_cast<float>(way * std::clamp(offset / room, 0.0, 1.0));
        const Rect place = upright ? Rect{window.right() + 2, window.y + at, thick, knob}
                                   : Rect{window.x + at, window.bottom() + 2, knob, thick};
        const Region touched = region(ui, std::string(id) + (upright ? " |" : " —"), place.inset(-2));
        if (touched.dragging && way > 0)
            offset += static_cast<double>(upright ? touched.dragged.y : touched.dragged.x) * room / way;
        const bool lit = touched.hovered || touched.dragging;
        ui.painter.fill(place, lit ? ui.theme.muted : ui.theme.faint.faded(0.8F), thick / 2);
        offset = std::clamp(offset, 0.0, room);
    };
    bar(true, height, y);
    bar(false, width, x);
}

}  // namespace glassformer
