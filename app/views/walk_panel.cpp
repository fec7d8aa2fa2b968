#include "app/views/walk_panel.h"

#include <algorithm>
#include <cmath>

#include "app/views/walk_panel_cards.h"
#include "app/views/wording.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"

namespace glassformer {

void WalkPanel::explain(const Evaluation& evaluation, const CellRef& cell) {
    if (generation_ == evaluation.generation() && explained_ == cell) return;
    generation_ = evaluation.generation();
    explained_ = cell;
    arithmetic_ = cell ? arithmetic_of(evaluation, cell) : Arithmetic{};
}

void WalkPanel::draw(ViewContext& context, const Rect& area, WalkState& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    state.pointed = {};
    ui.painter.fill(area, ui.theme.panel);
    ui.painter.line({area.x + 0.5F, area.y}, {area.x + 0.5F, area.bottom()}, ui.theme.border);
    if (!context.shown.current) return;
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    const int record = record_at(trace, context.cursor);
    if (record < 0) return;
    const Record& at = trace.record(record);
    explain(evaluation, state.explained(trace, context.cursor));

    context.targets.put("panel", area);
    Rect place = begin_scroll(ui, "panel", area.inset(1.1F * em, 0));
    place.x = std::round(place.x);
    place.w = std::floor(place.w);
    place.take_top(1.0F * em);
    PanelWriter writer{context, state, place};
    writer.title(at, record);
    writer.formula(record);
    if (explained_)
        writer.arithmetic(arithmetic_, explained_);
    else
        writer.invitation();
    writer.sentence(at);
    const Grid grid = grid_of(trace, record, context.cursor.head);
    limits_.read(evaluation);
    const ConstMatrix slice{at.value == nullptr ? nullptr : at.value + grid.offset,
                            grid.rows,
                            grid.cols,
                            grid.cols,
                            1,
                            evaluation.generation()};
    writer.statistics(at, statistics_.of(evaluation, record, context.cursor.head),
                      at.value == nullptr ? 1 : limits_.limit(slice));
    writer.keys();
    end_scroll(ui, writer.y() + em);
}

}  // namespace glassformer
