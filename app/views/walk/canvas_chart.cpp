// The chart of gradient norms in place of the picture, and its axis, which can be held from model to model.
#include <fmt/core.h>

#include <string>

#include "app/views/explanation/loss_summary.h"
#include "app/views/shared/wording.h"
#include "app/views/walk/canvas.h"
#include "app/views/walk/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

std::string WalkCanvas::gradient_axis() const {
    const Decades decades = decades_of(chart_);
    return fmt::format("1e{} to 1e{}", decades.low, decades.high);
}

/// The norms of each position's gradient after every layer, in place of the picture.
void WalkCanvas::gradient_chart(ViewContext& context, const Rect& area, WalkState& state) {
    Ui& ui = context.ui;
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    state.focus.hovered = {};
    if (charted_ != evaluation.generation()) {
        charted_ = evaluation.generation();
        chart_ = {};
        const LossSummary summary = loss_summary(evaluation);
        bool one_text = !summary.layers.empty();
        for (const LossSummary::Layer& layer : summary.layers) {
            chart_.curves.push_back({layer.name, layer.norms});
            one_text = one_text &&
                       trace.record(layer.record).site.stack == trace.record(summary.layers.front().record).site.stack;
        }
        for (std::size_t p = 0; one_text && p < summary.layers.front().norms.size(); ++p)
            chart_.tokens.push_back(
                label_of(evaluation, trace.record(summary.layers.front().record), 0, static_cast<int>(p)));
    }
    held_ = state.hold_axis ? std::optional(decades_of({chart_.curves, {}, held_})) : std::nullopt;
    chart_.held = held_;
    context.targets.put("gradient chart picture", area);
    const Region touched = region(ui, "gradient chart picture", area);
    const auto at =
        draw_gradient_chart(ui.painter, area.inset(0, 0.5F * ui.em), chart_, touched.hovered ? touched.mouse : nowhere);
    const float wide = button_width(ui, texts::walk::hold_axis);
    const Rect hold{area.right() - wide, area.y + 0.6F * ui.em, wide, 1.9F * ui.em};
    if (area.w > wide + 24 * ui.em) {
        context.targets.put("hold axis", hold);
        if (button(ui, "hold axis", hold, texts::walk::hold_axis,
                   {.selected = state.hold_axis, .hint = texts::walk::hold_axis_hint}))
            state.hold_axis = !state.hold_axis;
    }
    if (!at) return;
    const GradientCurve& curve = chart_.curves[static_cast<std::size_t>(at->curve)];
    const auto position = static_cast<std::size_t>(at->position);
    const std::string token = position < chart_.tokens.size() ? " · " + chart_.tokens[position] : "";
    tooltip(ui, at->rect,
            fmt::format(texts::walk::gradient_norm, curve.name, at->position + 1, token,
                        number_text(static_cast<double>(curve.norms[position]))));
}

}  // namespace glassformer
