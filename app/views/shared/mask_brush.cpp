#include "app/views/shared/mask_brush.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "app/pictures/board/page.h"
#include "app/views/shared/texts.h"
#include "app/widgets/controls.h"
#include "core/session/intervention.h"
#include "core/tensor/selection.h"

namespace glassformer {

namespace {

bool is_mask(const Record& record) { return record.stage == &stage::visible || record.stage == &stage::cross_visible; }

bool asks(const Record& record) { return record.shape.find(Axis::query) >= 0 && record.shape.find(Axis::key) >= 0; }

}  // namespace

int mask_of(const Trace& trace, int record) {
    if (record < 0) return -1;
    const Record& of = trace.record(record);
    if (is_mask(of)) return record;
    if (!asks(of)) return -1;
    for (const int operand : of.operands)
        if (is_mask(trace.record(operand))) return operand;
    for (const int operand : of.operands)
        for (const int behind : trace.record(operand).operands)
            if (asks(trace.record(operand)) && is_mask(trace.record(behind))) return behind;
    return -1;
}

CellRef mask_cell(const Trace& trace, int record, const CellRef& cell) {
    const int mask = mask_of(trace, record);
    if (mask < 0 || !cell) return {};
    const Record &of = trace.record(cell.record), &target = trace.record(mask);
    if (!asks(of)) return {};
    const int query = cell.cell[of.shape.find(Axis::query)], key = cell.cell[of.shape.find(Axis::key)];
    if (query >= target.shape.size(0) || key >= target.shape.size(1)) return {};
    return {mask, Cell{{query, key, 0, 0}}};
}

bool sees(const Inputs& inputs, const Trace& trace, const CellRef& at) {
    const std::string& name = trace.record(at.record).name;
    for (auto edit = inputs.edits.rbegin(); edit != inputs.edits.rend(); ++edit)
        if (edit->record == name && selects(edit->cell, at.cell, 2)) return edit->value != 0;
    return trace.value(at.record, at.cell) != 0;
}

Inputs painted(const Inputs& inputs, const Trace& trace, const CellRef& at, bool sees_it) {
    if (sees(inputs, trace, at) == sees_it) return inputs;
    const std::string& name = trace.record(at.record).name;
    // A painted cell differs from the mask as it was: painted again, it is as it was.
    Inputs plain = inputs;
    std::erase_if(plain.edits, [&](const Edit& edit) { return edit.record == name && edit.cell == at.cell; });
    const bool others = std::ranges::any_of(
        plain.edits, [&](const Edit& edit) { return edit.record == name && selects(edit.cell, at.cell, 2); });
    if (plain.edits.size() != inputs.edits.size() && !others) return plain;
    return paint(inputs, name, at.cell[0], at.cell[1], sees_it);
}

void toggle_mask(ViewContext& context, const CellRef& cell) {
    const Trace& trace = context.shown.current->trace();
    const int record = record_at(trace, context.cursor);
    if (mask_of(trace, record) < 0) {
        context.notice = texts::shared::no_mask_here;
        return;
    }
    const CellRef at = mask_cell(trace, record, cell);
    if (!at) {
        context.notice = texts::shared::select_masked_cell;
        return;
    }
    const bool now = !sees(context.session.inputs(), trace, at);
    context.session.set(painted(context.session.inputs(), trace, at, now));
    const Record& mask = trace.record(at.record);
    const std::string query = label_of(*context.shown.current, mask, 0, at.cell[0]),
                      key = label_of(*context.shown.current, mask, 1, at.cell[1]);
    context.notice = now ? fmt::format(texts::shared::can_attend, query, key)
                         : fmt::format(texts::shared::cannot_attend, query, key);
}

Inputs without_edits_of(const Inputs& inputs, const Trace& trace, const CellRef& cell) {
    const CellRef mask = mask_cell(trace, cell.record, cell);
    const auto concerns = [&](const Edit& edit, const CellRef& at) {
        return at && edit.record == trace.record(at.record).name &&
               selects(edit.cell, at.cell, trace.record(at.record).shape.rank());
    };
    Inputs plain = inputs;
    const std::vector<Intervention> all = interventions(inputs, trace);
    for (auto change = all.rbegin(); change != all.rend(); ++change) {
        if (change->edit < 0) continue;
        const Edit& edit = inputs.edits[static_cast<std::size_t>(change->edit)];
        if (concerns(edit, cell) || concerns(edit, mask)) plain = without(std::move(plain), *change);
    }
    return plain;
}

bool MaskBrush::holds(const ViewContext& context, int record) const {
    const bool shift = context.ui.input.held(Key::shift) || down_;
    return shift && !context.original && mask_of(context.shown.current->trace(), record) >= 0;
}

void MaskBrush::draw(ViewContext& context, int record, const Region& touched, const std::optional<Hit>& hit) {
    const Trace& trace = context.shown.current->trace();
    const CellRef at = mask_cell(trace, record, hit ? hit->cell : CellRef{});
    if (touched.pressed) {
        down_ = static_cast<bool>(at) && context.ui.input.pressed(Button::left);
        changed_ = false;
        last_ = at;
        if (down_) sees_ = !sees(context.session.inputs(), trace, at);
    } else if (!context.ui.input.is_down(Button::left)) {
        down_ = false;
    }
    if (!down_ || !at || (at == last_ && changed_)) return;
    Inputs inputs = context.session.inputs();
    // A fast hand skips cells between two frames: the line between them is painted.
    const int rows = at.cell[0] - last_.cell[0], columns = at.cell[1] - last_.cell[1];
    const int steps = at.record == last_.record ? std::max(std::abs(rows), std::abs(columns)) : 0;
    for (int i = 0; i <= steps; ++i) {
        CellRef between = at;
        if (steps > 0) between.cell = {{last_.cell[0] + rows * i / steps, last_.cell[1] + columns * i / steps, 0, 0}};
        inputs = painted(inputs, trace, between, sees_);
    }
    last_ = at;
    if (inputs == context.session.inputs()) return;
    context.session.set(std::move(inputs), !changed_);  // one stroke is one step for undo
    changed_ = true;
    context.ui.keep_awake();
}

}  // namespace glassformer
