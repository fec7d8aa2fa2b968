#include "app/views/memory/sheet.h"

#include <utility>

#include "app/views/memory/panel.h"
#include "app/views/memory/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

void MemorySheet::open(std::optional<OwnStep> own, bool others) {
    own_ = std::move(own);
    plan_ = with_model(StepPlan{}, own_ && !others ? 0 : 1, own_);
    plan_again();
    open_ = true;
}

void MemorySheet::plan_again() { planned_ = planned_step(plan_, own_); }

void MemorySheet::draw(ViewContext& context) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect inner;
    if (!begin_modal(ui, "memory sheet", open_, {58 * em, 37 * em}, inner)) return;
    context.targets.put("memory sheet", inner);
    Rect head = inner.take_top(2.4F * em);
    const float side = 1.9F * em;
    Rect place = head.take_right(side);
    place = Rect{place.x, place.y - 0.2F * em, side, side}.snapped();
    context.targets.put("close memory", place);
    const ButtonStyle style{.icon = Icon::close, .framed = false, .hint = texts::memory::close};
    if (button(ui, "close memory", place, "", style)) {
        open_ = false;
        ui.keep_awake();
    }
    ui.painter.text(head.min(), shortened(ui.painter, texts::memory::title, head.w, em::large, Face::bold),
                    {.colour = ui.theme.text, .size = em::large, .face = Face::bold});
    Rect area = begin_scroll(ui, "memory rows", inner);
    float bottom = area.y;
    if (draw_step_plan(context, area, plan_, own_, planned_, bottom)) {
        plan_again();
        ui.keep_awake();
    }
    end_scroll(ui, bottom);
    end_modal(ui);
}

void MemorySheet::describe(State& state) const {
    state.add("memory_sheet", open_ ? planned_.name : "closed");
    state.add("memory_parameters", open_ ? std::to_string(planned_.parameters) : "");
    state.add("memory_total", open_ ? std::to_string(static_cast<std::uint64_t>(planned_.memory.total())) : "");
    state.add("memory_says", open_ ? planned_.sentence : "");
}

}  // namespace glassformer
