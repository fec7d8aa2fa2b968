#include "app/widgets/ordered_edit.h"

#include <algorithm>
#include <cmath>

#include "app/render/imgui_painter.h"
#include "app/render/imgui_shim.h"
#include "app/widgets/field_line.h"
#include "app/widgets/interaction.h"

namespace glassformer {

namespace {

constexpr float caret_room = 2;  // pixels that stay free behind the last letter

float& state_of(Ui& ui, std::string_view id, const char* what) {
    return ui.interaction.state(ui.interaction.id(std::string(id) + what));
}

}  // namespace

OrderedEdit::OrderedEdit(Ui& ui, std::string_view id, const Rect& inside, float size)
    : ui_(ui),
      inside_(inside),
      size_(size),
      scroll_(state_of(ui, id, " scroll")),
      anchor_(state_of(ui, id, " anchor")) {}

void OrderedEdit::follow(ImGuiInputTextCallbackData& data) {
    const std::string_view text(data.Buf, static_cast<std::size_t>(data.BufTextLen));
    const ImGuiIO& io = ImGui::GetIO();
    const bool pressed = io.MouseClicked[0] && !io.MouseDoubleClicked[0];
    const bool dragged = io.MouseDown[0] && !io.MouseClicked[0] && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0);
    if (pressed || dragged) {
        const FieldLine line(ui_.surface, text, size_);
        data.CursorPos = static_cast<int>(line.byte_at(io.MousePos.x - inside_.x + scroll_));
        if (pressed && !io.KeyShift) anchor_ = static_cast<float>(data.CursorPos);
        data.SelectionStart = std::min(static_cast<int>(anchor_), data.BufTextLen);
        data.SelectionEnd = data.CursorPos;
    } else {
        const bool selected = data.SelectionStart != data.SelectionEnd;
        anchor_ = static_cast<float>(selected ? data.SelectionStart : data.CursorPos);
    }
    caret_ = static_cast<std::size_t>(std::max(0, data.CursorPos));
    from_ = static_cast<std::size_t>(std::max(0, std::min(data.SelectionStart, data.SelectionEnd)));
    to_ = static_cast<std::size_t>(std::max(0, std::max(data.SelectionStart, data.SelectionEnd)));
}

void OrderedEdit::draw(const std::string& text, float line_height, bool caret) {
    Painter& p = ui_.surface;
    const FieldLine line(p, text, size_);
    const float at = line.caret(caret_);
    scroll_ = std::clamp(scroll_, at + caret_room - inside_.w, at);
    scroll_ = std::clamp(scroll_, 0.0F, std::max(0.0F, line.width() + caret_room - inside_.w));
    const float left = inside_.x - std::round(scroll_), top = std::round(inside_.centre().y - line_height / 2);
    const Colour marked = ui_.theme.accent.faded(0.35F);
    for (const FieldLine::Span& span : line.spans(from_, to_))
        p.fill({left + span.left, top, span.right - span.left, line_height}, marked, 0);
    p.text({left, top}, text,
           {.colour = ui_.theme.text, .size = size_, .direction = WritingDirection::of_first_letter});
    const float x = std::round(left + at) + 0.5F;
    if (caret) p.line({x, top}, {x, top + line_height}, ui_.theme.text, 1);
}

}  // namespace glassformer
