#include "app/views/memory/panel.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/views/memory/texts.h"
#include "app/widgets/controls.h"
#include "core/base/system_memory.h"
#include "core/model/published_models.h"

namespace glassformer {

namespace {

namespace strings = texts::memory;

constexpr float name_width = 8, part_width = 11, bytes_width = 5, line_height = 2, bar_height = 1.5F;  // em

/// Lines of controls, one or two beside each other.
class PlanControls {
public:
    PlanControls(ViewContext& context, const Rect& area, float& y)
        : context_(context), ui_(context.ui), area_(area), y_(y), two_(area.w > 44 * context.ui.em) {}

    /// Place of the next control, behind its name.
    Rect next(const char* name, const char* hint, bool whole_line = false) {
        const float em = ui_.em, gap = 1.6F * em;
        const bool half = two_ && !whole_line;
        if (!half && beside_) y_ += line_height * em;
        const float w = half ? (area_.w - gap) / 2 : area_.w;
        Rect line{area_.x + (half && beside_ ? w + gap : 0), y_, w, line_height * em};
        if (half && !beside_) {
            beside_ = true;
        } else {
            beside_ = false;
            y_ += line_height * em;
        }
        const Rect label = line.take_left(std::min(name_width * em, 0.4F * line.w));
        text_in(ui_.painter, label, shortened(ui_.painter, name, label.w - 0.3F * em, em::small, Face::sans),
                {.colour = ui_.theme.text, .size = em::small});
        if (hint != nullptr && region(ui_, std::string("name ") + name, label).hovered) tooltip(ui_, label, hint);
        return line.inset(0, 0.1F * em);
    }
    void end() {
        if (beside_) y_ += line_height * ui_.em;
        beside_ = false;
    }

    /// A slider over the choices; true where another one was taken.
    bool choose(const char* id, const char* name, const char* hint, const std::vector<int>& choices, int& value) {
        Rect place = next(name, hint);
        const Rect number = place.take_right(3.4F * ui_.em);
        text_in(ui_.painter, number, std::to_string(value),
                {.colour = ui_.theme.text, .face = Face::bold, .align = Align::right});
        context_.targets.put(id, place);
        auto at = static_cast<int>(std::ranges::find(choices, value) - choices.begin());
        const int last = static_cast<int>(choices.size()) - 1;
        at = std::min(at, last);
        if (last < 1 || !slider(ui_, id, place, at, 0, last)) return false;
        value = choices[static_cast<std::size_t>(std::clamp(at, 0, last))];
        return true;
    }

private:
    ViewContext& context_;
    Ui& ui_;
    Rect area_;
    float& y_;
    bool two_, beside_ = false;
};

bool plan_controls(ViewContext& context, const Rect& area, StepPlan& plan, const std::optional<OwnStep>& own,
                   float& y) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const StepPlan before = plan;
    PlanControls controls(context, area, y);
    std::vector<std::string> models;
    if (own) models.push_back(fmt::format(strings::model_own, own->name));
    for (const PublishedModel& model : published_models())
        models.push_back(fmt::format(strings::model_published, model.name, model.source));
    const int first = own ? 0 : 1;
    int selected = std::max(plan.model - first, 0);
    Rect place = controls.next(strings::model, nullptr, true);
    place = place.take_left(std::min(place.w, 26 * em)).snapped();
    context.targets.put("memory model", place);
    if (dropdown(ui, "memory model", place, models, selected)) plan = with_model(plan, selected + first, own);
    int batch = plan.shape.batch, length = plan.shape.seq_len;
    if (controls.choose("memory batch", strings::batch, strings::batch_hint, batch_choices(plan, own), batch))
        plan = with_batch(plan, batch, own);
    const bool pairs = has_target(planned_config(plan, own));
    if (controls.choose("memory length", strings::length, pairs ? strings::length_both_hint : strings::length_hint,
                        length_choices(plan, own), length))
        plan = with_length(plan, length, own);
    controls.choose("memory micro-batches", strings::micro_batches, strings::micro_batches_hint,
                    micro_batch_choices(plan, own), plan.shape.accumulate);
    place = controls.next(strings::checkpoints, strings::checkpoints_hint);
    place = place.take_left(std::min(place.w, toggle_width(ui, strings::checkpoints_off))).snapped();
    context.targets.put("memory checkpoints", place);
    toggle(ui, "memory checkpoints", place, plan.shape.checkpoint ? strings::checkpoints_on : strings::checkpoints_off,
           plan.shape.checkpoint);
    place = controls.next(strings::precision, strings::precision_hint, true);
    const std::vector<std::string> precisions{strings::precision_single, strings::precision_mixed};
    place = place.take_left(std::min(place.w, segmented_width(ui, precisions))).snapped();
    Rect halves = place;
    context.targets.put("memory single", halves.take_left(place.w / 2));
    context.targets.put("memory mixed", halves);
    int precision = plan.shape.precision == Precision::half ? 1 : 0;
    if (segmented(ui, "memory precision", place, precisions, precision))
        plan.shape.precision = precision == 1 ? Precision::half : Precision::single;
    controls.end();
    return !(plan == before);
}

/// One part on the scale of all: its name, a bar, its bytes.
void part_bar(Ui& ui, Rect line, const MemoryPart& part, double end, bool whole) {
    const float em = ui.em;
    const Face face = whole ? Face::bold : Face::sans;
    const Rect name = line.take_left(std::min(part_width * em, 0.38F * line.w));
    text_in(ui.painter, name, shortened(ui.painter, part.title, name.w - 0.3F * em, em::small, face),
            {.colour = ui.theme.text, .size = em::small, .face = face});
    if (part.hint != nullptr && region(ui, std::string("part ") + part.title, name).hovered)
        tooltip(ui, name, part.hint);
    text_in(ui.painter, line.take_right(bytes_width * em), bytes_text(static_cast<std::uint64_t>(part.bytes)),
            {.colour = ui.theme.text, .size = em::small, .face = face, .align = Align::right});
    const Rect bar = line.inset(0, 0.3F * em);
    const auto share = static_cast<float>(part.bytes / end);
    ui.painter.fill({bar.x, bar.y, std::max(1.0F, share * bar.w), bar.h},
                    whole ? ui.theme.accent : colour(ui.theme, Meaning::weight));
}

/// Lines at the cards' sizes and, where there is room, their labels.
void card_marks(Ui& ui, const Rect& scale, float bottom, double end) {
    const float em = ui.em;
    float free = std::numeric_limits<float>::max();  // where the next label to the right begins
    for (std::size_t i = card_sizes.size(); i-- > 0;) {
        const double bytes = bytes_of_card(card_sizes.at(i));
        if (bytes > end) continue;
        const float x = std::round(scale.x + static_cast<float>(bytes / end) * scale.w);
        ui.painter.dashed({x, scale.bottom()}, {x, bottom}, ui.theme.muted);
        const std::string label = fmt::format(strings::card, card_sizes.at(i));
        const float w = ui.painter.measure(label, em::small).width, left = x - w / 2;
        if (left + w + 0.4F * em > free) continue;
        free = left;
        text_in(ui.painter, {left, scale.y, w, scale.h}, label, {.colour = ui.theme.muted, .size = em::small});
    }
}

void part_bars(Ui& ui, const Rect& area, const PlannedStep& planned, float& y) {
    const float em = ui.em;
    const double total = planned.memory.total(), end = end_of_scale(total);
    Rect scale{area.x, y, area.w, 1.4F * em};
    scale.take_left(std::min(part_width * em, 0.38F * scale.w));
    scale.take_right(bytes_width * em);
    if (end >= bytes_of_card(card_sizes.front())) y += scale.h;  // of the labels
    for (const MemoryPart& part : planned.parts) {
        part_bar(ui, {area.x, y, area.w, bar_height * em}, part, end, false);
        y += bar_height * em;
    }
    part_bar(ui, {area.x, y, area.w, bar_height * em},
             {.title = strings::total, .hint = nullptr, .is_largest = "", .bytes = total}, end, true);
    y += bar_height * em;
    card_marks(ui, scale, y, end);
}

}  // namespace

bool draw_step_plan(ViewContext& context, const Rect& area, StepPlan& plan, const std::optional<OwnStep>& own,
                    const PlannedStep& planned, float& bottom) {
    Ui& ui = context.ui;
    const float em = ui.em;
    float y = area.y;
    const bool changed = plan_controls(context, area, plan, own, y);
    const auto words = [&](const std::string& text, const TextStyle& style) {
        y += paragraph(ui.painter, {area.x, y, area.w, 1e4F}, text, style);
    };
    y += 0.4F * em;
    words(planned.about_parameters, {.colour = ui.theme.text, .size = em::small});
    y += 0.4F * em;
    part_bars(ui, area, planned, y);
    y += 0.6F * em;
    words(planned.sentence, {.colour = ui.theme.text, .face = Face::bold});
    y += 0.3F * em;
    std::string notes;
    for (const std::string& note : planned.notes) notes += (notes.empty() ? "" : " ") + note;
    words(notes, {.colour = ui.theme.muted, .size = em::small});
    bottom = y;
    return changed;
}

}  // namespace glassformer
