#include "app/sheets/changes_sheet.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/sheets/sheet_head.h"
#include "app/sheets/texts.h"
#include "app/views/shared/set_switch.h"
#include "app/widgets/controls.h"
#include "app/widgets/interaction.h"
#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/model/patched_model.h"

namespace glassformer {

namespace {

constexpr double slider_pause = 1;  // seconds; a slider moved after a longer pause is a new step for undo

}  // namespace

/// Updates the two models that the switches compare: the original one, and the one changed by the newest inputs.
void ChangesSheet::follow(const ViewContext& context, std::span<const ModelChoice> models) {
    const Inputs& inputs = context.session.inputs();
    const std::shared_ptr<const Model>& found = context.shown.model;
    if (found == original_ && architecture_ == inputs.architecture && changed_) return;
    if (found != original_) variants_ = trained_variants(found->card.task, found->config, models);
    original_ = found;
    architecture_ = inputs.architecture;
    refused_.clear();
    try {
        changed_ = patched_model(original_, architecture_);
    } catch (const Error&) {
        changed_ = original_;  // the session says what is wrong
    }
}

void ChangesSheet::set(ViewContext& context, const ArchitectureSwitch& what, const std::string& value) {
    const int tokens = static_cast<int>(context.shown.current->tokens().size());
    try {
        Inputs inputs = switched_inputs(context, original_, what, value);
        refusal_.clear();
        // A press on the value that is set begins nothing: the move after it is the step that undo takes back.
        if (inputs == context.session.inputs()) return;
        const bool slides = what.kind == ArchitectureSwitch::Kind::number ||
                            (what.kind == ArchitectureSwitch::Kind::whole && !of_few_values(what));
        const bool continues = slides && moved_ == what.key && context.ui.now - moved_at_ < slider_pause;
        moved_ = slides ? what.key : std::string();
        moved_at_ = context.ui.now;
        context.session.set(std::move(inputs), !continues);
    } catch (const Error&) {
        refuse(what, value, glassformer::refusal(original_, context.session.inputs(), what, value, tokens));
    }
    context.ui.keep_awake();
}

void ChangesSheet::refuse(const ArchitectureSwitch& what, const std::string& value, std::string reason) {
    refusal_ = std::move(reason);
    const TrainedVariant* const has =
        variant_with(variants_, what.key, [&](const ModelConfig& config) { return what.value(config) == value; });
    for_refused_ = has == nullptr ? "" : has->name;
}

float ChangesSheet::column(const Ui& ui) {
    // Beside the picture as long as that keeps more than half of the window.
    constexpr float narrowest = 42, least = 19, most = 27, share = 0.45F;  // em
    const float window = ui.window.w / ui.em;
    return window < narrowest ? 0 : std::round(std::clamp(share * window, least, most) * ui.em);
}

void ChangesSheet::draw_content(ViewContext& context, Rect inner) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Painter& painter = ui.painter;
    draw_sheet_head(context, inner, "changes", texts::sheets::changes_title, open_);
    const auto offered = [&](const ArchitectureSwitch& what) {
        return is_offered(what, original_->config, changed_->config);
    };
    if (!refusal_.empty()) draw_refusal(context, inner);
    offered_.clear();
    Rect content = begin_scroll(ui, "both", inner);
    content.y = draw_list(context, content, false);  // what was changed in the picture comes first
    if (std::ranges::any_of(all_switches(), offered))
        content.y +=
            paragraph(painter, content, texts::sheets::changes_lead, {.colour = ui.theme.muted, .size = em::small}) +
            0.7F * em;
    content.y = draw_switches(context, content) + em;
    content.y = draw_list(context, content, true) + 0.6F * em;  // above them it would move them
    content.y = draw_more(context, content) + em;
    end_scroll(ui, draw_variants(context, content));
    if (std::exchange(pressed_, false) && covers_) open_ = false;
}

/// At the lower end: why the last switch had no effect, and the model that was trained with its value.
void ChangesSheet::draw_refusal(ViewContext& context, Rect& inner) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const auto found = std::ranges::find(variants_, for_refused_, &TrainedVariant::name);
    const bool offer = found != variants_.end();
    const std::string said = offer ? refusal_ + " " + fmt::format(texts::sheets::trained_for, found->title) : refusal_;
    const TextStyle style{.colour = ui.theme.text, .size = em::small};
    const Rect room{inner.x + 0.7F * em, inner.y, inner.w - 1.4F * em, 1e4F};
    const float text_height = paragraph(ui.painter, room, said, style, false);
    const Rect bar = inner.take_bottom(text_height + (offer ? changes_chip + 1.1F : 0.8F) * em).snapped();
    inner.take_bottom(0.5F * em);
    ui.painter.fill(bar, mix(ui.theme.panel, ui.theme.warning, 0.16F), 0.3F * em);
    ui.painter.fill({bar.x, bar.y, 4, bar.h}, ui.theme.warning);
    context.targets.put("refusal", bar);
    paragraph(ui.painter, {room.x, bar.y + 0.4F * em, room.w, text_height + em}, said, style);
    if (offer)
        draw_variant_buttons(context, {room.x, bar.y + 0.7F * em + text_height, room.w, changes_chip * em},
                             "trained refused", *found, pressed_);
}

void ChangesSheet::draw(ViewContext& context, std::optional<Rect> docked, std::span<const ModelChoice> models) {
    // No switches while another model is loading.
    if (!open_ || !context.shown.current || context.shown.current->inputs().model != context.session.inputs().model) {
        refusal_.clear();
        offered_.clear();
        variants_.clear();
        original_ = changed_ = nullptr;  // a closed sheet keeps no model in memory
        open_ = covers_ = false;
        return;
    }
    covers_ = !docked;
    asked_ = 0;
    Ui& ui = context.ui;
    const float em = ui.em;
    follow(context, models);
    if (docked) {
        ui.painter.fill(*docked, ui.theme.panel);
        ui.painter.line({docked->x, docked->y}, {docked->x, docked->bottom()}, ui.theme.border);
        context.targets.put("changes column", *docked);
        const bool on_top = ui.interaction.layer() == ui.interaction.top_layer();  // no sheet or menu above
        const bool escape = on_top && ui.input.pressed(Key::escape);
        draw_content(context, docked->inset(std::round(em)));
        if (escape) open_ = false;
        if (!open_) ui.keep_awake();
        return;
    }
    Rect inner;
    const Vec2 size{40 * em, std::min(ui.window.h - 2 * em, 42 * em)};
    if (!begin_modal(ui, "changes", open_, size, inner)) return;
    draw_content(context, inner);
    end_modal(ui);
}

}  // namespace glassformer
