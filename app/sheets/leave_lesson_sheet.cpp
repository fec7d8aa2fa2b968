#include "app/sheets/leave_lesson_sheet.h"

#include <algorithm>
#include <cmath>

#include "app/sheets/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {
constexpr float question_width = 38, question_edge = 2.8F;  // em: of the box, its edges together
}  // namespace

std::optional<LeaveLessonSheet::Place> LeaveLessonSheet::draw(ViewContext& context) {
    if (!open_) return {};
    Ui& ui = context.ui;
    const float em = ui.em, wide = std::min(ui.window.w - 2 * em, question_width * em);
    const Rect words{0, 0, wide - question_edge * em, 1e4F};
    const TextStyle asked{.colour = ui.theme.text}, noted{.colour = ui.theme.muted, .size = em::small};
    const float high = paragraph(ui.painter, words, question_, asked, false);
    const float note = paragraph(ui.painter, words, texts::sheets::leave_lesson_ends, noted, false);
    Rect inner;
    if (!begin_modal(ui, "leave lesson", open_, {wide, high + note + (question_edge + 4) * em}, inner)) return {};
    context.targets.put("leave lesson", inner);
    paragraph(ui.painter, inner.take_top(high), question_, asked);
    inner.take_top(0.6F * em);
    paragraph(ui.painter, inner.take_top(note), texts::sheets::leave_lesson_ends, noted);
    Rect row = inner.take_bottom(2.2F * em).snapped();
    const ButtonStyle goes{.selected = true};
    const Rect yes = row.take_right(button_width(ui, texts::sheets::leave_lesson_yes, goes));
    row.take_right(0.6F * em);
    const Rect no = row.take_right(button_width(ui, texts::sheets::leave_lesson_no));
    context.targets.put("leave lesson yes", yes);
    context.targets.put("leave lesson no", no);
    bool leaves = button(ui, "yes", yes, texts::sheets::leave_lesson_yes, goes);
    const bool stays = button(ui, "no", no, texts::sheets::leave_lesson_no);
    leaves = leaves || ui.input.pressed(Key::enter) || ui.input.pressed(Key::y);
    end_modal(ui);
    if (leaves || stays || ui.input.pressed(Key::n)) {
        open_ = false;
        ui.keep_awake();
    }
    return leaves ? std::optional(to_) : std::nullopt;
}

}  // namespace glassformer
