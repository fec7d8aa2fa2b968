// The list of all changes in the sheet: a sentence each, with a button that reverts it.
#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "app/sheets/changes_sheet.h"
#include "app/sheets/texts.h"
#include "app/views/shared/set_switch.h"
#include "app/views/shared/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "app/widgets/interaction.h"
#include "core/io/model_folder.h"
#include "core/tape/formula_text.h"

namespace glassformer {

namespace {

std::string word(const Evaluation& evaluation, const Record& mask, int dimension, int index) {
    return fmt::format(texts::sheets::token, label_of(evaluation, mask, dimension, index), index + 1);
}

/// What a single cell was before it was set; empty: nothing, or not known.
std::optional<float> value_before(const Evaluation* unedited, const Record& record, const Edit& edit) {
    const int rank = record.shape.rank();
    const Record* const before = unedited == nullptr ? nullptr : unedited->trace().same_stage(record);
    if (before == nullptr || before->value == nullptr || !(before->shape == record.shape)) return {};
    for (int d = 0; d < rank; ++d)
        if (edit.cell[d] == Cell::all) return {};
    return before->at(edit.cell);
}

/// "Block 1, head 2: A[it, animal] 0.9999 → 0.5", in the words of the picture; "… = 0.5" of more cells than one.
std::string edit_sentence(const Evaluation& evaluation, const Record& record, const Edit& edit,
                          const Evaluation* unedited) {
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
    if (const std::optional<float> before = value_before(unedited, record, edit)) {
        const std::string was = number_text(static_cast<double>(*before));
        return place.empty() ? fmt::format(texts::sheets::cell_changed, name, cell, was, value)
                             : fmt::format(texts::sheets::cell_changed_in, place, name, cell, was, value);
    }
    return place.empty() ? fmt::format(texts::sheets::cell_set, name, cell, value)
                         : fmt::format(texts::sheets::cell_set_in, place, name, cell, value);
}

}  // namespace

std::string change_sentence(const Evaluation& evaluation, const Inputs& inputs, const Intervention& change,
                            const Evaluation* unedited) {
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
    if (change.kind == Intervention::Kind::edit) return edit_sentence(evaluation, record, edit, unedited);
    return change.sentence;
}

int change_count(const Evaluation& evaluation, const Inputs& inputs) {
    return static_cast<int>(interventions(inputs, evaluation.trace()).size());
}

/// Of what the switches changed, or of all else: edits, heads, masks. The first of both has the head of the list.
float ChangesSheet::draw_list(ViewContext& context, Rect area, bool of_switches) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Inputs inputs = context.session.inputs();
    const Evaluation& evaluation = *context.shown.current;
    const std::vector<Intervention> all = interventions(inputs, evaluation.trace());
    const auto by_switch = [](const Intervention& change) { return change.edit < 0; };
    const bool any_else = !std::ranges::all_of(all, by_switch);
    const bool headed = of_switches != any_else;
    if (!of_switches && !any_else) return area.y;
    Rect head = headed ? area.take_top(2.0F * em) : Rect{};
    if (headed && !all.empty()) {
        const std::string label = texts::sheets::revert_all;
        const ButtonStyle style{.size = em::small};
        const Rect place = head.take_right(button_width(ui, label, style)).snapped();
        context.targets.put("take all back", place);
        if (button(ui, "take all back", {place.x, place.y, place.w, changes_chip * em}, label, style)) {
            refusal_.clear();
            context.session.set(without_interventions(inputs));
            ui.keep_awake();
        }
    }
    const std::string count = all.empty()       ? texts::sheets::no_changes
                              : all.size() == 1 ? texts::sheets::change_one
                                                : fmt::format(texts::sheets::change_count, all.size());
    if (headed)
        text_in(ui.painter, {head.x, head.y, head.w, changes_chip * em}, count,
                {.colour = ui.theme.text, .size = em::body, .face = Face::bold});
    const float close = 1.7F * em;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (by_switch(all[i]) != of_switches) continue;
        const std::string sentence = change_sentence(evaluation, inputs, all[i], context.shown.unedited.get());
        const TextStyle style{.colour = ui.theme.text, .size = em::small};
        const Rect text{area.x, area.y, area.w - close - 0.5F * em, 1e4F};
        const float high = paragraph(ui.painter, text, sentence, style, false);
        const float row = std::max(close, high);
        paragraph(ui.painter, {text.x, area.y + (row - high) / 2, text.w, text.h}, sentence, style);
        const Rect place = Rect{area.right() - close, area.y + (row - close) / 2, close, close}.snapped();
        const std::string id = "take back " + std::to_string(i + 1);
        context.targets.put(id, place);
        if (button(ui, id, place, "", {.icon = Icon::undo, .framed = false, .hint = texts::sheets::revert_this})) {
            refusal_.clear();
            context.session.set(all[i].edit < 0 ? reverted_inputs(context, original_, all[i].key)
                                                : without(inputs, all[i]));
            ui.keep_awake();
        }
        area.y += row + 0.35F * em;
    }
    return area.y + (of_switches ? 0 : em);
}

/// Below the switches: what else can be changed, and where.
float ChangesSheet::draw_more(ViewContext& context, Rect area) const {
    Ui& ui = context.ui;
    const char* const more =
        is_transformer(changed_->config) ? texts::sheets::other_changes : texts::sheets::other_changes_here;
    area.y += paragraph(ui.painter, area, more, {.colour = ui.theme.muted, .size = em::small});
    return area.y;
}

}  // namespace glassformer
