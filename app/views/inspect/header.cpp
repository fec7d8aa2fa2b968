// Lines above the inspector's table: the tensor's name and size, its slice, values or gradients, and the field that
// goes to a row and column.
#include <fmt/core.h>

#include <algorithm>
#include <span>

#include "app/paint/formula.h"
#include "app/views/inspect/inspect.h"
#include "app/views/inspect/texts.h"
#include "app/views/shared/number_choice.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

const char* kind_title(const Trace& trace, const Record& record, bool gradient) {
    if (gradient) return texts::inspect::gradient_of_loss;
    if (record.kind == Record::Kind::parameter) return texts::inspect::learned_weights;
    return record.kind == Record::Kind::input ? texts::inspect::input_tensor : stage_text(trace, record).title;
}

/// "144 weights": what the record's numbers are, and how many.
std::string count_of(const Record& record, bool gradient) {
    const std::size_t count = record.shape.count();
    const std::string digits = count_text(count);
    if (gradient) return count == 1 ? texts::inspect::one_derivative : fmt::format(texts::inspect::derivatives, digits);
    if (record.kind == Record::Kind::parameter)
        return count == 1 ? texts::inspect::one_weight : fmt::format(texts::inspect::weights, digits);
    return count == 1 ? texts::inspect::one_number : fmt::format(texts::inspect::numbers, digits);
}

}  // namespace

void InspectView::header(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Trace& trace = context.shown.current->trace();
    const int record = record_at(trace, context.cursor);
    const Record& at = trace.record(record);
    area.take_top(0.5F * em);
    Rect line = area.take_top(2.0F * em);
    const bool gradient = shows_gradient(*context.shown.current, at, state_);
    const std::string symbol = gradient ? "\\meaning{gradient}{∂ℒ}/∂" + at.symbol : trace.coloured_symbol(record);
    const TextSize wide = measure_formula(ui.painter, symbol, 0.4F * line.w, {.size = em::large});
    const float baseline = line.y + (line.h - wide.height) / 2 + wide.ascent;
    draw_formula_at(ui.painter, symbol, {line.x, baseline}, {.size = em::large, .align = Align::left});
    line.take_left(wide.width + 0.7F * em);
    const std::string shape = text(at.shape);
    const std::string facts = shape + "   " + count_of(at, gradient);
    const float facts_width = ui.painter.measure(facts, em::small).width + 0.2F * em;
    const float name_width = ui.painter.measure(at.name, em::body, Face::bold).width;
    Rect second{};
    if (name_width + facts_width + em <= line.w) {
        text_in(ui.painter, line.take_right(facts_width), facts,
                {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
    } else {
        second = area.take_top(1.5F * em);
        text_in(ui.painter, second, facts, {.colour = ui.theme.muted, .size = em::small});
    }
    text_in(ui.painter, line, at.name, {.colour = ui.theme.text, .size = em::body, .face = Face::bold});
    std::string what = kind_title(context.shown.current->trace(), at, gradient);
    if (state_.back && at.gradient == nullptr) what = fmt::format(texts::inspect::no_gradient, what);
    if (context.shown.stale)
        what = context.shown.error.empty() ? texts::inspect::updating : texts::inspect::previous_result;
    area.take_top(paragraph(ui.painter, {area.x, area.y, area.w, 1e4F}, what,
                            {.colour = context.shown.stale ? ui.theme.warning : ui.theme.muted, .size = em::small}) +
                  0.3F * em);
    tools(context, area.take_top(2.1F * em));
    area.take_top(0.5F * em);
}

/// The choice between values and gradients, at the right end of the line; the one that was clicked.
std::optional<bool> InspectView::value_or_gradient(ViewContext& context, Rect& line) {
    Ui& ui = context.ui;
    const std::vector<std::string> labels{texts::inspect::values, texts::inspect::gradients};
    const float wide = segmented_width(ui, labels);
    if (line.w < wide) return {};
    const Rect place = line.take_right(wide);
    line.take_right(0.8F * ui.em);
    Rect parts = place;
    context.targets.put("show values", parts.take_left(segmented_width(ui, std::span(labels).first(1))));
    context.targets.put("show gradient", parts);
    int shown = state_.back && context.session.inputs().gradients ? 1 : 0;
    return segmented(ui, "values or gradient", place, labels, shown) ? std::optional(shown == 1) : std::nullopt;
}

/// Shows gradients, running the backward pass for them, or values again.
void InspectView::toggle_backward(ViewContext& context, bool back) {
    state_.back = back;
    Inputs inputs = context.session.inputs();
    if (back && !inputs.gradients) {
        inputs.gradients = true;
        context.session.set(std::move(inputs));
    }
    context.ui.keep_awake();
}

/// The slice, values or gradients, and the field that goes to a row and column.
void InspectView::tools(ViewContext& context, Rect line) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Trace& trace = context.shown.current->trace();
    const int record = record_at(trace, context.cursor);
    const Record& at = trace.record(record);
    // The field gives way, so that the slice and the choice between values and gradients stay.
    const std::vector<std::string> modes{texts::inspect::values, texts::inspect::gradients};
    const float beside = segmented_width(ui, modes) + (at.shape.rank() >= 3 ? 6.8F : 0.8F) * em;
    const float wide =
        std::clamp(line.w - beside - 0.8F * em, std::min(6.5F * em, 0.4F * line.w), std::min(11 * em, 0.4F * line.w));
    const Rect field = line.take_right(wide).snapped();
    line.take_right(0.8F * em);
    context.targets.put("go to", field);
    if (text_field(ui, "go to", field, state_.go_to,
                   at.shape.rank() >= 2 ? texts::inspect::go_to_cell : texts::inspect::go_to_entry) ==
        TextEvent::submitted)
        go_to_written(context);
    if (const auto mode = value_or_gradient(context, line)) toggle_backward(context, *mode);
    if (at.shape.rank() >= 3) {
        const bool heads = at.shape.axis(0) == Axis::head;
        int slice = state_.grid.head;
        if (choose_number(context, "slice", line, heads ? texts::inspect::head : std::string(name(at.shape.axis(0))),
                          numbered(at.shape.size(0), heads ? 1 : 0), slice)) {
            choose_slice(trace, record, slice, context.cursor, state_.plane);
            ui.keep_awake();
        }
    }
}

}  // namespace glassformer
