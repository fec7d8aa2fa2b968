#include "app/sheets/changes_sheet.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/sheets/sheet_head.h"
#include "app/sheets/texts.h"
#include "app/views/shared/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "app/widgets/interaction.h"
#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/model/patched_model.h"
#include "core/tape/formula_text.h"

namespace glassformer {

namespace {

constexpr double slider_pause = 1;  // seconds; a slider moved after a longer pause is a new step for undo
constexpr float title_width = 9.6F, chip_height = 1.75F, row_gap = 0.55F;  // em

std::string word(const Evaluation& evaluation, const Record& mask, int dimension, int index) {
    return fmt::format(texts::sheets::token, label_of(evaluation, mask, dimension, index), index + 1);
}

/// "Block 1, head 2: A[it, animal] = 0.5", in the words of the picture.
std::string edit_sentence(const Evaluation& evaluation, const Record& record, const Edit& edit) {
    const int rank = record.shape.rank();
    std::string cell;
    for (int d = rank >= 3 ? 1 : 0; d < rank; ++d)
        cell += (cell.empty() ? "" : ", ") +
                (edit.cell[d] == Cell::all ? texts::sheets::every_cell : label_of(evaluation, record, d, edit.cell[d]));
    const std::string name = plain_formula(record.symbol), value = number_text(static_cast<double>(edit.value));
    std::string place = block_text(record.site);
    if (record.shape.find(Axis::head) == 0 && edit.cell[0] != Cell::all)
        place = place.empty() ? fmt::format(texts::shared::head_number, edit.cell[0] + 1)
                              : fmt::format(texts::shared::level_and_head, place, edit.cell[0] + 1);
    return place.empty() ? fmt::format(texts::sheets::cell_set, name, cell, value)
                         : fmt::format(texts::sheets::cell_set_in, place, name, cell, value);
}

/// A value of a switch as the sheet shows it.
std::string value_title(const ArchitectureSwitch& what, const std::string& value) {
    if (what.kind == ArchitectureSwitch::Kind::flag) return value == "true" ? texts::sheets::on : texts::sheets::off;
    if (what.kind == ArchitectureSwitch::Kind::choice)
        for (const SwitchOption& option : what.options())
            if (option.name == value) return option.title;
    return value;
}

}  // namespace

std::string change_sentence(const Evaluation& evaluation, const Inputs& inputs, const Intervention& change) {
    if (change.edit < 0) return change.sentence;
    const Edit& edit = inputs.edits[static_cast<std::size_t>(change.edit)];
    const int id = evaluation.trace().find(edit.record);
    if (id < 0) return change.sentence;
    const Record& record = evaluation.trace().record(id);
    const int rank = record.shape.rank();
    for (int d = 0; d < rank; ++d)
        if (edit.cell[d] >= record.shape.size(d)) return change.sentence;  // cell of a longer text
    if (change.kind == Intervention::Kind::head_off && edit.cell[0] != Cell::all) {
        const std::string block = block_text(record.site);
        const std::string sublayer = part_of(record);
        const int head = edit.cell[0] + 1;
        if (block.empty() && sublayer.empty()) return fmt::format(texts::sheets::head_off, head);
        if (block.empty() || sublayer.empty())
            return fmt::format(texts::sheets::head_of_place_off, head, block + sublayer);
        return fmt::format(texts::sheets::head_of_block_off, head, block, sublayer);
    }
    if (change.kind == Intervention::Kind::mask && edit.cell[0] != Cell::all && edit.cell[1] != Cell::all) {
        const std::string query = word(evaluation, record, 0, edit.cell[0]),
                          key = word(evaluation, record, 1, edit.cell[1]);
        return edit.value != 0 ? fmt::format(texts::sheets::can_attend, query, key)
                               : fmt::format(texts::sheets::cannot_attend, query, key);
    }
    if (change.kind == Intervention::Kind::edit) return edit_sentence(evaluation, record, edit);
    return change.sentence;
}

int change_count(const Evaluation& evaluation, const Inputs& inputs) {
    return static_cast<int>(interventions(inputs, evaluation.trace()).size());
}

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
        Inputs inputs = with_switch(original_, context.session.inputs(), what, value, tokens);
        refusal_.clear();
        // A press on the value that is set begins nothing: the move after it is the step that undo takes back.
        if (inputs == context.session.inputs()) return;
        const bool slides =
            what.kind == ArchitectureSwitch::Kind::number || what.kind == ArchitectureSwitch::Kind::whole;
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

/// Asked once for the architecture as it stands.
const std::string& ChangesSheet::refused(const ViewContext& context, const ArchitectureSwitch& what,
                                         const std::string& value) {
    const auto [place, added] = refused_.try_emplace(std::string(what.key) + " " + value);
    if (added)
        place->second = glassformer::refusal(original_, context.session.inputs(), what, value,
                                             static_cast<int>(context.shown.current->tokens().size()));
    return place->second;
}

float ChangesSheet::draw_choice(ViewContext& context, const Rect& area, const ArchitectureSwitch& what) {
    Ui& ui = context.ui;
    const float em = ui.em, high = chip_height * em, gap = 0.35F * em;
    const std::string now = what.value(changed_->config), own = what.value(original_->config);
    float x = area.x, y = area.y;
    for (const SwitchOption& option : what.options()) {
        const std::string& reason = refused(context, what, option.name);
        const std::string id = "switch " + std::string(what.key) + " " + option.name;
        std::string hint = option.sentence;
        if (option.name == own) hint += (hint.empty() ? "" : "\n") + std::string(texts::sheets::trained_value);
        const ButtonStyle style{.selected = option.name == now,
                                .enabled = reason.empty(),
                                .size = em::small,
                                .detail = option.name == own && option.name != now ? "●" : "",
                                .hint = hint};
        const float width = std::min(area.w, button_width(ui, option.title, style));
        if (x > area.x && x + width > area.right() + 1) {
            x = area.x;
            y += high + gap;
        }
        const Rect place = Rect{x, y, width, high}.snapped();
        x += width + gap;
        context.targets.put(id, place);
        if (button(ui, id, place, option.title, style) && option.name != now) set(context, what, option.name);
        if (reason.empty()) continue;
        const Region touched = region(ui, id, place);
        if (touched.hovered) tooltip(ui, place, reason);
        if (touched.clicked) refuse(what, option.name, reason);
    }
    return y + high;
}

float ChangesSheet::draw_number(ViewContext& context, const Rect& area, const ArchitectureSwitch& what) {
    Ui& ui = context.ui;
    const float em = ui.em, high = chip_height * em;
    Rect line{area.x, area.y, std::min(area.w, 24 * em), high};
    const std::string now = what.value(changed_->config);
    const std::string id = "switch " + std::string(what.key);
    const Rect said = line.take_right(4.5F * em);
    context.targets.put(id, line);
    if (what.kind == ArchitectureSwitch::Kind::whole) {
        const int most = std::max(2, static_cast<int>(context.shown.current->tokens().size()));
        int value = std::clamp(std::stoi(now), 1, most);
        if (slider(ui, id, line, value, 1, most)) set(context, what, std::to_string(value));
    } else {
        const float low = static_cast<float>(what.low), high_end = static_cast<float>(what.high);
        float value = std::clamp(std::stof(now), low, high_end);
        if (slider(ui, id, line, value, low, high_end, {.logarithmic = true}))
            set(context, what, decimal(rounded(static_cast<double>(value))));
    }
    const std::string own = what.value(original_->config);
    text_in(ui.painter, said, now,
            {.colour = now == own ? ui.theme.text : ui.theme.accent_text, .size = em::body, .align = Align::right});
    return area.y + high;
}

float ChangesSheet::draw_switches(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    bool any = false;
    for (const ArchitectureSwitch& what : all_switches()) {
        if (!what.applies(changed_->config)) continue;
        any = true;
        const Rect title{area.x, area.y, title_width * em, chip_height * em};
        const bool differs = what.value(changed_->config) != what.value(original_->config);
        text_in(ui.painter, title, what.title,
                {.colour = differs ? ui.theme.accent_text : ui.theme.text,
                 .size = em::small,
                 .face = differs ? Face::bold : Face::sans});
        if (region(ui, "title " + std::string(what.key), title).hovered) tooltip(ui, title, what.sentence);
        const Rect place{area.x + title_width * em, area.y, area.w - title_width * em, area.h};
        float bottom = 0;
        if (what.kind == ArchitectureSwitch::Kind::choice) {
            bottom = draw_choice(context, place, what);
        } else if (what.kind == ArchitectureSwitch::Kind::flag) {
            bool on = what.value(changed_->config) == "true";
            const std::string id = "switch " + std::string(what.key);
            const Rect box = Rect{place.x, place.y, toggle_width(ui, texts::sheets::off), chip_height * em}.snapped();
            context.targets.put(id, box);
            if (toggle(ui, id, box, on ? texts::sheets::on : texts::sheets::off, on, {}, what.sentence))
                set(context, what, on ? "true" : "false");
            bottom = box.bottom();
        } else {
            bottom = draw_number(context, place, what);
        }
        area.y = bottom + row_gap * em;
        if (differs && what.applies(original_->config)) area.y = draw_offer(context, area, what) + row_gap * em;
    }
    if (!any) {
        const TextStyle style{.colour = ui.theme.muted, .size = em::body};
        area.y += paragraph(ui.painter, area, texts::sheets::no_switches, style);
    }
    return area.y;
}

/// Below a changed switch: which model was trained for it, or that none was.
float ChangesSheet::draw_offer(ViewContext& context, const Rect& area, const ArchitectureSwitch& what) {
    Ui& ui = context.ui;
    const std::string now = what.value(changed_->config);
    const TrainedVariant* const all = variant_of(variants_, changed_->config);
    const TrainedVariant* const has =
        all != nullptr
            ? all
            : variant_with(variants_, what.key, [&](const ModelConfig& config) { return what.value(config) == now; });
    offered_ += (offered_.empty() ? "" : "; ") + what.key + ": " + (has == nullptr ? "none" : has->name);
    std::string said;
    if (has == nullptr)
        said = fmt::format(texts::sheets::not_trained_for, value_title(what, what.value(original_->config)),
                           value_title(what, now));
    else if (has->differences.size() == 1)
        said = fmt::format(texts::sheets::trained_for, has->title);
    else
        said = fmt::format(texts::sheets::trained_for_all, has->title);
    float y = area.y + paragraph(ui.painter, area, said, {.colour = ui.theme.muted, .size = em::small});
    if (has != nullptr) {
        const Rect buttons{area.x, y + 0.25F * ui.em, area.w, area.h};
        y = draw_variant_buttons(context, buttons, "trained " + what.key, *has, pressed_);
    }
    return y + 0.25F * ui.em;
}

/// Every model of the task with another architecture, and in what it differs.
float ChangesSheet::draw_variants(ViewContext& context, Rect area) {
    if (variants_.empty()) return area.y;
    Ui& ui = context.ui;
    const float em = ui.em;
    text_in(ui.painter, area.take_top(2 * em), texts::sheets::variants_title,
            {.colour = ui.theme.text, .size = em::body, .face = Face::bold});
    for (const TrainedVariant& variant : variants_) {
        const TextStyle style{.colour = ui.theme.text, .size = em::small};
        area.take_top(paragraph(ui.painter, area, differences_text(variant), style) + 0.25F * em);
        area.y = draw_variant_buttons(context, area, "variant " + variant.name, variant, pressed_) + row_gap * em;
    }
    return area.y;
}

float ChangesSheet::draw_list(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Inputs inputs = context.session.inputs();
    const Evaluation& evaluation = *context.shown.current;
    const std::vector<Intervention> all = interventions(inputs, evaluation.trace());
    Rect head = area.take_top(2.0F * em);
    if (!all.empty()) {
        const std::string label = texts::sheets::revert_all;
        const ButtonStyle style{.size = em::small};
        const Rect place = head.take_right(button_width(ui, label, style)).snapped();
        context.targets.put("take all back", place);
        if (button(ui, "take all back", {place.x, place.y, place.w, chip_height * em}, label, style)) {
            refusal_.clear();
            context.session.set(without_interventions(inputs));
            ui.keep_awake();
        }
    }
    const std::string count = all.empty()       ? texts::sheets::no_changes
                              : all.size() == 1 ? texts::sheets::change_one
                                                : fmt::format(texts::sheets::change_count, all.size());
    text_in(ui.painter, {head.x, head.y, head.w, chip_height * em}, count,
            {.colour = ui.theme.text, .size = em::body, .face = Face::bold});
    const float close = 1.7F * em;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string sentence = change_sentence(evaluation, inputs, all[i]);
        const TextStyle style{.colour = ui.theme.text, .size = em::small};
        const Rect text{area.x, area.y, area.w - close - 0.5F * em, 1e4F};
        const float high = paragraph(ui.painter, text, sentence, style, false);
        const float row = std::max(close, high);
        paragraph(ui.painter, {text.x, area.y + (row - high) / 2, text.w, text.h}, sentence, style);
        const Rect place = Rect{area.right() - close, area.y + (row - close) / 2, close, close}.snapped();
        const std::string id = "take back " + std::to_string(i + 1);
        context.targets.put(id, place);
        if (button(ui, id, place, "", {.icon = Icon::close, .framed = false, .hint = texts::sheets::revert_this})) {
            refusal_.clear();
            context.session.set(without(inputs, all[i]));
            ui.keep_awake();
        }
        area.y += row + 0.35F * em;
    }
    area.y += 0.6F * em;
    const char* const more =
        is_transformer(changed_->config) ? texts::sheets::other_changes : texts::sheets::other_changes_here;
    area.y += paragraph(ui.painter, area, more, {.colour = ui.theme.muted, .size = em::small});
    return area.y;
}

float ChangesSheet::column(const Ui& ui) {
    constexpr float narrowest = 60, width = 27;  // em
    return ui.window.w < narrowest * ui.em ? 0 : std::round(width * ui.em);
}

void ChangesSheet::draw_content(ViewContext& context, Rect inner, bool& open) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Painter& painter = ui.painter;
    draw_sheet_head(context, inner, "changes", texts::sheets::changes_title, open);
    const auto offered = [&](const ArchitectureSwitch& what) { return what.applies(changed_->config); };
    if (std::ranges::any_of(all_switches(), offered))
        inner.take_top(
            paragraph(painter, inner, texts::sheets::changes_lead, {.colour = ui.theme.muted, .size = em::small}) +
            0.7F * em);
    if (!refusal_.empty()) draw_refusal(context, inner);
    offered_.clear();
    Rect content = begin_scroll(ui, "both", inner);
    content.y = draw_switches(context, content) + em;
    content.y = draw_list(context, content) + em;
    end_scroll(ui, draw_variants(context, content));
    if (std::exchange(pressed_, false) && covers_) open = false;
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
    const Rect bar = inner.take_bottom(text_height + (offer ? chip_height + 1.1F : 0.8F) * em).snapped();
    inner.take_bottom(0.5F * em);
    ui.painter.fill(bar, mix(ui.theme.panel, ui.theme.warning, 0.16F), 0.3F * em);
    ui.painter.fill({bar.x, bar.y, 4, bar.h}, ui.theme.warning);
    context.targets.put("refusal", bar);
    paragraph(ui.painter, {room.x, bar.y + 0.4F * em, room.w, text_height + em}, said, style);
    if (offer)
        draw_variant_buttons(context, {room.x, bar.y + 0.7F * em + text_height, room.w, chip_height * em},
                             "trained refused", *found, pressed_);
}

void ChangesSheet::draw(ViewContext& context, bool& open, std::optional<Rect> docked,
                        std::span<const ModelChoice> models) {
    // No switches while another model is loading.
    if (!open || !context.shown.current || context.shown.current->inputs().model != context.session.inputs().model) {
        refusal_.clear();
        offered_.clear();
        variants_.clear();
        original_ = changed_ = nullptr;  // a closed sheet keeps no model in memory
        open = covers_ = false;
        return;
    }
    covers_ = !docked;
    Ui& ui = context.ui;
    const float em = ui.em;
    follow(context, models);
    if (docked) {
        ui.painter.fill(*docked, ui.theme.panel);
        ui.painter.line({docked->x, docked->y}, {docked->x, docked->bottom()}, ui.theme.border);
        context.targets.put("changes column", *docked);
        const bool on_top = ui.interaction.layer() == ui.interaction.top_layer();  // no sheet or menu above
        const bool escape = on_top && ui.input.pressed(Key::escape);
        draw_content(context, docked->inset(std::round(em)), open);
        if (escape) open = false;
        if (!open) ui.keep_awake();
        return;
    }
    Rect inner;
    const Vec2 size{40 * em, std::min(ui.window.h - 2 * em, 42 * em)};
    if (!begin_modal(ui, "changes", open, size, inner)) return;
    draw_content(context, inner, open);
    end_modal(ui);
}

}  // namespace glassformer
