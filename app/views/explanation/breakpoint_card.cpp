// The list of breakpoints in the panel: where each stops, on or off, deleted.
#include <fmt/core.h>

#include <algorithm>

#include "app/views/explanation/cards.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/texts.h"
#include "app/views/shared/wording.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

/// The first stage of the run that it is about; −1: none.
int stage_of(const Breakpoint& point, const Trace& trace) {
    const auto found = std::ranges::find_if(trace.stages(), [&](int id) { return is_about(point, trace.record(id)); });
    return found == trace.stages().end() ? -1 : *found;
}

/// "Block 1: Weights, head 2, row 9 “it”"; the pattern itself where it stands for several stages, or for none here.
std::string breakpoint_text(const Evaluation& evaluation, const Breakpoint& point, int record) {
    std::string text = point.pattern;
    const bool exact = record >= 0 && evaluation.trace().record(record).name == point.pattern;
    if (exact) {
        const Record& at = evaluation.trace().record(record);
        const std::string block = block_text(at.site);
        text = stage_label(evaluation.trace(), at);
        if (!block.empty()) text = fmt::format(texts::explanation::watched_in, block, text);
    }
    if (point.head >= 0) text = fmt::format(texts::shared::level_and_head, text, point.head + 1);
    if (point.row < 0) return text;
    if (exact) {
        const Record& at = evaluation.trace().record(record);
        const int position = at.shape.find(Axis::position);
        const int rows = position >= 0 ? position : at.shape.find(Axis::query);
        if (rows >= 0)
            return fmt::format(texts::explanation::breakpoint_token, text, point.row + 1,
                               label_of(evaluation, at, rows, point.row));
    }
    return fmt::format(texts::explanation::breakpoint_row, text, point.row + 1);
}

}  // namespace

void PanelWriter::breakpoints(std::vector<Breakpoint>& points) {
    if (points.empty()) return;
    const Evaluation& evaluation = *context_.shown.current;
    const Trace& trace = evaluation.trace();
    const float line = 1.55F * em_;
    Rect inside = card_of(line * (1 + static_cast<float>(points.size())));
    text_in(ui_.painter, inside.take_top(line), texts::explanation::breakpoints,
            {.colour = ui_.theme.muted, .size = em::small});
    std::size_t deleted = points.size();
    for (std::size_t i = 0; i < points.size(); ++i) {
        Breakpoint& point = points[i];
        const int record = stage_of(point, trace);
        Rect place = inside.take_top(line);
        const std::string id = "breakpoint " + std::to_string(i);
        const Rect dot = place.take_left(1.5F * em_), cross = place.take_right(1.6F * em_);
        context_.targets.put(id, place);
        context_.targets.put(id + " switch", dot);
        context_.targets.put(id + " delete", cross);
        const Region turned = region(ui_, id + " switch", dot, true), touched = region(ui_, id, place, true);
        if (turned.hovered || turned.focused) ui_.painter.fill(dot, ui_.theme.control_hot.faded(0.6F), 0.2F * em_);
        if (turned.hovered)
            tooltip(ui_, dot,
                    point.enabled ? texts::explanation::turn_breakpoint_off : texts::explanation::turn_breakpoint_on);
        if (turned.clicked || turned.activated) point.enabled = !point.enabled;
        // As on the timeline.
        const float radius = 0.3F * em_;
        if (point.enabled)
            ui_.painter.circle(dot.centre(), radius, ui_.theme.warning);
        else
            ui_.painter.ring(dot.centre(), radius - 0.5F, ui_.theme.warning, 1.2F);
        if (touched.hovered || touched.focused) ui_.painter.fill(place, ui_.theme.control_hot.faded(0.6F), 0.2F * em_);
        if (touched.hovered)
            tooltip(ui_, place,
                    record < 0 ? to_text(point) + "\n" + texts::explanation::breakpoint_missing : to_text(point));
        text_in(ui_.painter, {place.x + 0.2F * em_, place.y, place.w - 0.2F * em_, place.h},
                breakpoint_text(evaluation, point, record),
                {.colour = record < 0 || !point.enabled ? ui_.theme.muted : ui_.theme.text, .size = em::small});
        if (record >= 0 && (touched.clicked || touched.activated)) {
            if (point.head >= 0 || point.row >= 0)
                focus_.jump_to(trace, context_.cursor, {record, first_stop(point, trace.record(record))});
            else
                go_to(trace, context_.cursor, record);
        }
        if (button(ui_, id + " delete", cross.inset(0.1F * em_, 0.1F * em_), "",
                   {.icon = Icon::close, .framed = false, .hint = texts::explanation::delete_breakpoint}))
            deleted = i;
    }
    if (deleted < points.size()) points.erase(points.begin() + static_cast<std::ptrdiff_t>(deleted));
}

}  // namespace glassformer
