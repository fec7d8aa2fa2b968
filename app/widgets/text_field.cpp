// The text field: ImGui's, drawn in our colours, with the focus and the keys of our own controls.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "app/paint/written_order.h"
#include "app/render/imgui_painter.h"
#include "app/render/imgui_shim.h"
#include "app/widgets/control_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/field_line.h"
#include "app/widgets/ordered_edit.h"

#include <imgui_stdlib.h>

namespace glassformer {

std::string line_of(std::string_view text) {
    std::string line;
    for (const char c : text) {
        if (c == '\n')
            line += "↵";
        else if (c != '\r')
            line += c;
    }
    return line;
}

namespace {

struct FieldWork {  // of one frame, for ImGui's callback
    const TextFieldStyle* style;
    bool caret_to_end;
    OrderedEdit* ordered;  // null where the letters stand in the order of the text
};

/// Lines below the parts of a text that is drawn from `at` on, where it is not cut out: `shown` is `line`, or its
/// beginning and its end.
void underline_parts(Ui& ui, Vec2 at, std::string_view line, std::string_view shown, const TextFieldStyle& style) {
    Painter& p = ui.painter;
    const auto width = [&](std::string_view text) { return p.measure(text, style.size, Face::sans).width; };
    std::optional<FieldLine> ordered;
    if (!style.parts.empty() && has_right_to_left(shown)) ordered.emplace(p, shown, style.size);
    std::size_t begin = 0, end = 0;  // bytes that both have in common
    while (begin < std::min(line.size(), shown.size()) && line[begin] == shown[begin]) ++begin;
    while (end < std::min(line.size(), shown.size()) - begin &&
           line[line.size() - 1 - end] == shown[shown.size() - 1 - end])
        ++end;
    for (std::size_t i = 0; i < style.parts.size(); ++i) {
        const auto [from, to] = style.parts[i];
        const bool before = to <= begin, behind = from + end >= line.size() && to <= line.size();
        if (!before && !behind) continue;
        const std::size_t cut = before ? 0 : line.size() - shown.size();
        const auto under = [&](float left, float right) {
            p.line({at.x + left + 0.5F, at.y}, {at.x + std::max(left + 1, right - 1), at.y},
                   i % 2 == 0 ? ui.theme.accent.faded(0.75F) : ui.theme.muted.faded(0.6F), 1.5F);
        };
        if (!ordered)
            under(width(shown.substr(0, from - cut)), width(shown.substr(0, to - cut)));
        else
            for (const FieldLine::Span& span : ordered->spans(from - cut, to - cut)) under(span.left, span.right);
    }
}

int edit_field(ImGuiInputTextCallbackData* data) {
    auto& work = *static_cast<FieldWork*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackAlways && work.caret_to_end) {
        data->CursorPos = data->BufTextLen;
        data->ClearSelection();
        work.caret_to_end = false;
    }
    if (data->EventFlag == ImGuiInputTextFlags_CallbackAlways && work.ordered != nullptr) work.ordered->follow(*data);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion && work.style->complete) {
        const std::string made =
            work.style->complete(std::string(data->Buf, static_cast<std::size_t>(data->CursorPos)));
        data->DeleteChars(0, data->CursorPos);
        data->InsertChars(0, made.c_str());
    }
    return 0;
}

}  // namespace

TextEvent text_field(Ui& ui, std::string_view id, const Rect& rect, std::string& text, std::string_view placeholder,
                     const TextFieldStyle& style) {
    Interaction& interaction = ui.interaction;
    if (interaction.printed()) {
        text_in(ui.painter, rect, text, {.colour = ui.theme.text});
        return {};
    }
    const ItemId item = interaction.id(id);
    const bool pressed =
        parts::item(ui, item, rect, style.complete ? Wants::completed_text : Wants::text, CursorShape::text).pressed;
    ui.surface.want(text);
    Painter& p = ui.painter;
    const float radius = parts::radius(ui);
    p.fill(rect, ui.theme.field, radius);

    const FontChoice font = ui.surface.font(style.size, Face::sans);
    Rect inside = rect.inset(0.7f * ui.em * style.size, 0);
    inside.take_right(style.reserved);
    float& was_active = interaction.state(item);  // 1 while ImGui edits the text
    // ImGui cuts the text of a field without the keyboard, with no sign that there is more; its end stays in sight.
    const bool reading = was_active == 0 && !text.empty();
    if (reading) {
        const std::string line = line_of(text), shown = shortened_within(p, line, inside.w, style.size, Face::sans);
        p.text({inside.x, rect.centre().y - font.line / 2}, shown,
               {.colour = ui.theme.text, .size = style.size, .direction = WritingDirection::of_first_letter});
        underline_parts(ui, {inside.x, std::round(rect.centre().y + font.line / 2) - 0.5F}, line, shown, style);
    }
    p.push_clip(inside.inset(-2, 0));
    // ImGui takes up its last state where the same field is edited again, undo included, and with it places that a text
    // which was replaced meanwhile does not have. So a field that was left comes back as another one.
    float& edits = interaction.state(interaction.id(std::string(id) + " edits"));
    ImGui::PushID(static_cast<int>(item));
    ImGui::PushID(static_cast<int>(edits));
    shim::push_font(font.font, font.size);
    ImGui::SetCursorScreenPos({inside.x, std::round(rect.centre().y - font.line / 2 + font.above)});
    ImGui::SetNextItemWidth(inside.w);
    if (interaction.focused(item) && was_active == 0) ImGui::SetKeyboardFocusHere();
    const std::string hint(placeholder);
    std::optional<OrderedEdit> ordered;
    if (has_right_to_left(text)) ordered.emplace(ui, id, inside, style.size);
    FieldWork work{&style, style.caret_at_end && was_active == 0, ordered ? &*ordered : nullptr};
    int flags = 0;
    if (style.complete) flags |= ImGuiInputTextFlags_CallbackCompletion;
    if (style.caret_at_end || ordered) flags |= ImGuiInputTextFlags_CallbackAlways;
    const int hidden = ordered ? 2 : reading ? 1 : 0;  // what ImGui would draw
    for (int i = 0; i < hidden; ++i)
        ImGui::PushStyleColor(i == 0 ? ImGuiCol_Text : ImGuiCol_TextSelectedBg, ImVec4(0, 0, 0, 0));
    const bool mirrored =
        ordered && direction_of(text, WritingDirection::of_first_letter) == WritingDirection::right_to_left;
    if (mirrored) shim::swap_arrows();
    const bool changed = ImGui::InputTextWithHint("", hint.c_str(), &text, flags, edit_field, &work);
    if (mirrored) shim::swap_arrows();
    ImGui::PopStyleColor(hidden);
    const bool active = ImGui::IsItemActive();
    const bool ended = ImGui::IsItemDeactivated();
    if (ordered && active && !reading) ordered->draw(text, font.line, shim::caret_seen());
    ImGui::PopFont();
    ImGui::PopID();
    ImGui::PopID();
    p.pop_clip();
    if (&p != &ui.surface && !reading)  // a vector file: ImGui's text is in the window alone
        text_in(p, inside, text.empty() ? placeholder : text,
                {.colour = text.empty() ? ui.theme.muted : ui.theme.text,
                 .size = style.size,
                 .direction = WritingDirection::of_first_letter});

    TextEvent event = changed ? TextEvent::changed : TextEvent::none;
    if (active && !interaction.focused(item)) {
        if (was_active == 1)
            ImGui::ClearActiveID();  // Tab went elsewhere
        else
            interaction.focus(item, false);
    }
    if (ended && interaction.focused(item)) {
        if (interaction.took(Key::enter)) event = TextEvent::submitted;
        if (interaction.took(Key::escape)) event = TextEvent::cancelled;
        interaction.focus(0, false);
    }
    if (pressed && !active) {  // above or below ImGui's box, which is one line high
        interaction.focus(item, false);
        ui.keep_awake();
    }
    const bool editing = active && interaction.focused(item);
    if (was_active == 1 && !editing) ++edits;
    was_active = editing ? 1 : 0;
    if (editing) {
        interaction.editing = true;
        ui.keep_awake_for_caret();
    }
    p.stroke(rect, editing ? ui.theme.accent : interaction.hot(item) ? ui.theme.muted : ui.theme.border, 1, radius);
    return event;
}

void focus_text_field(Ui& ui, std::string_view id, std::string_view area) {
    if (!area.empty()) ui.interaction.push_scope(area);
    ui.interaction.focus(ui.interaction.id(id), false);
    if (!area.empty()) ui.interaction.pop_scope();
    ui.keep_awake();
}

bool text_field_focused(const Ui& ui, std::string_view id) {
    return (ui.input.typing || ui.interaction.editing) && ui.interaction.focused(ui.interaction.id(id));
}

}  // namespace glassformer
