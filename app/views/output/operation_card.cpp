#include "app/views/output/operation_card.h"

#include <optional>

#include "app/pictures/board/picture.h"
#include "app/views/explanation/arithmetic.h"
#include "app/views/output/texts.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/tape/stage_text.h"

namespace glassformer {

void OperationCard::draw(ViewContext& context, const Rect& area, OutputState& state, int record) {
    Ui& ui = context.ui;
    const float em = ui.em;
    if (record < 0 || area.w < min_width * em || area.h < min_height * em) return;
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    const Rect inside =
        titled_card(ui, area, stage_text(trace, trace.record(record)).title, texts::output::same_as_walk);
    context.targets.put("operation", inside);
    const Region touched = region(ui, "operation", inside);
    const CellRef locked = locked_cell(trace, context.cursor);
    const Scene scene{.evaluation = evaluation,
                      .record = record,
                      .head = context.cursor.head,
                      .selected = locked && locked.record == record ? locked : CellRef{},
                      .hovered = state.focus.pointed ? state.focus.pointed : state.focus.hovered,
                      .memory = &memory_};
    const std::optional<Hit> hit =
        picture_of(trace.record(record)).draw(ui.painter, inside, scene, touched.hovered ? touched.mouse : nowhere);
    if (!hit) return;
    *ui.cursor = CursorShape::hand;
    state.focus.hovered = hit->cell;
    tooltip(ui, hit->rect,
            plain_name(evaluation, hit->cell) + " = " +
                number_text(static_cast<double>(trace.value(hit->cell.record, hit->cell.cell))));
    if (touched.clicked || touched.right_clicked) state.focus.jump_to(trace, context.cursor, hit->cell);
    if (touched.right_clicked) open_cell_menu(context, touched.mouse);
}

}  // namespace glassformer
