#include "app/views/walk/cell_editor.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/views/shared/wording.h"
#include "app/views/walk/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

Inputs without_edit(Inputs inputs, const std::string& record, const Cell& cell) {
    std::erase_if(inputs.edits, [&](const Edit& edit) { return edit.record == record && edit.cell == cell; });
    return inputs;
}

Inputs with_edit(Inputs inputs, const std::string& record, const Cell& cell, float value) {
    inputs = without_edit(std::move(inputs), record, cell);
    inputs.edits.push_back({record, cell, value});
    return inputs;
}

void CellEditor::start(ViewContext& context, const Focus& focus) {
    if (!context.shown.current) return;
    const Trace& trace = context.shown.current->trace();
    const CellRef cell = focus.explained(trace, context.cursor);
    if (!cell) {
        context.notice = texts::walk::select_cell_to_edit;
        return;
    }
    if (trace.record(cell.record).kind == Record::Kind::input) {
        context.notice = texts::walk::input_not_editable;
        return;
    }
    // A weight is edited beside what is computed with it.
    const bool beside =
        trace.record(cell.record).kind == Record::Kind::parameter && cell.record != record_at(trace, context.cursor);
    if (!beside) jump(trace, context.cursor, cell);
    start_at(context, cell);
}

void CellEditor::start_at(ViewContext& context, const CellRef& cell) {
    const Trace& trace = context.shown.current->trace();
    cell_ = cell;
    locked_ = locked_cell(trace, context.cursor);
    text_ = exact_text(trace.value(cell.record, cell.cell));
    error_.clear();
    focus_text_field(context.ui, "edit");
}

void CellEditor::field(ViewContext& context, const Rect& area, const Rect& cell) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const float width = std::max(cell.w, 9 * em), high = 2.1F * em;
    Rect field{cell.centre().x - width / 2, cell.centre().y - high / 2, width, high};
    field.x = std::clamp(field.x, area.x, std::max(area.x, area.right() - width));
    field.y = std::clamp(field.y, area.y, std::max(area.y, area.bottom() - high));
    field = field.snapped();
    context.targets.put("edit", field);
    ui.painter.fill(field.inset(-3), ui.theme.accent, 0.35F * em);
    ui.painter.fill(field.inset(-1), ui.theme.field, 0.3F * em);
    const TextEvent event = text_field(ui, "edit", field, text_, texts::walk::number_field);
    const Record& record = context.shown.current->trace().record(cell_.record);
    float value = 0;
    const bool valid = parse_number(text_, value);
    if (event == TextEvent::changed) error_.clear();
    if (event == TextEvent::submitted) {
        if (valid) {
            context.session.set(with_edit(context.session.inputs(), record.name, cell_.cell, value));
            cell_ = {};
        } else {
            error_ = fmt::format(texts::walk::not_a_number, text_);
            focus_text_field(ui, "edit");
        }
    } else if (event == TextEvent::cancelled ||
               (ui.input.pressed(Button::left) && !field.inset(-4).contains(ui.input.mouse))) {
        cell_ = {};
    }
    if (!error_.empty()) {
        const float wide = ui.painter.measure(error_, em::small).width + em;
        Rect note{field.x, field.bottom() + 0.4F * em, wide, 1.7F * em};
        note.x = std::clamp(note.x, area.x, std::max(area.x, area.right() - wide));
        if (note.bottom() > area.bottom()) note.y = field.y - 0.4F * em - note.h;
        ui.painter.fill(note, ui.theme.panel, 0.3F * em);
        ui.painter.stroke(note, ui.theme.warning, 1, 0.3F * em);
        text_in(ui.painter, note.inset(0.5F * em, 0), error_, {.colour = ui.theme.text, .size = em::small});
    }
}

void CellEditor::draw(ViewContext& context, const Rect& area, const CellRef& locked, const std::optional<Rect>& place) {
    if (locked_ != locked)
        cell_ = {};
    else
        field(context, area, place.value_or(Rect{area.centre().x, area.centre().y, context.ui.em, context.ui.em}));
}

}  // namespace glassformer
