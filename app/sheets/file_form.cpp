#include "app/sheets/file_form.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/sheets/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

void FileForm::show() {
    changed();
    open = takes_keyboard_ = true;
}

void FileForm::fail(const std::string& why) {
    show();
    error = why;
}

bool FileForm::begin(ViewContext& context, Rect& rows) {
    Ui& ui = context.ui;
    const float em = ui.em;
    if (!begin_modal(ui, look_.name, open, {look_.width * em, look_.height * em}, rows)) return false;
    ui.painter.text(rows.min(), look_.title, {.colour = ui.theme.text, .size = em::large, .face = Face::bold});
    rows.take_top(2.2F * em);
    foot_ = rows.take_bottom(2.8F * em);  // the buttons, whatever the room
    rows = begin_scroll(ui, id("rows"), rows);
    rows.h = 1e4F;
    return true;
}

void FileForm::field(ViewContext& context, Rect& rows) {
    Ui& ui = context.ui;
    const float em = ui.em;
    text_in(ui.painter, rows.take_top(1.5F * em), look_.caption,
            {.colour = look_.muted_caption ? ui.theme.muted : ui.theme.text, .size = em::small});
    const Rect place = rows.take_top(2.1F * em).snapped();
    rows.take_top(look_.below_field * em);
    const std::string name = id(look_.place);
    context.targets.put(name, place);
    if (std::exchange(takes_keyboard_, false)) focus_text_field(ui, name);
    TextFieldStyle style{};
    if (look_.completes) style = {.complete = completed_path, .caret_at_end = true};
    const TextEvent event = text_field(ui, name, place, path, look_.placeholder, style);
    submitted_ = event == TextEvent::submitted;
    if (event == TextEvent::changed) changed();
    if (event == TextEvent::cancelled) open = false;
}

void FileForm::message(ViewContext& context, Rect& rows) const {
    const Theme& theme = context.ui.theme;
    paragraph(context.ui.painter, rows.take_top(look_.message * context.ui.em), error.empty() ? asks : error,
              {.colour = error.empty() ? theme.text : theme.warning, .size = em::small});
}

bool FileForm::end(ViewContext& context, const Rect& rows, bool possible) {
    Ui& ui = context.ui;
    const float em = ui.em;
    end_scroll(ui, rows.y);
    Rect row = foot_.take_bottom(2.2F * em).snapped();
    const Rect write = row.take_right(9 * em);
    row.take_right(0.6F * em);
    const Rect cancel = row.take_right(7 * em);
    context.targets.put(id("write"), write);
    context.targets.put(id("cancel"), cancel);
    const bool pressed =
        button(ui, id("write"), write, asks.empty() ? texts::sheets::export_title : texts::sheets::replace_file,
               {.selected = true, .enabled = possible});
    if (button(ui, id("cancel"), cancel, texts::sheets::cancel_export)) open = false;
    end_modal(ui);
    const bool wanted = (std::exchange(submitted_, false) || pressed) && possible;
    if (wanted) {
        error.clear();
        ui.keep_awake();
    }
    return wanted;
}

bool choice(ViewContext& context, const std::string& id, Rect line, std::span<const std::string> labels,
            int& selected) {
    const float natural = segmented_width(context.ui, labels);
    const Rect place = line.take_left(std::min(line.w, natural));
    Rect rest = place;
    for (const std::string& label : labels) {
        std::string target = id;
        target += " ";
        target += label;
        const float share = (context.ui.painter.measure(label).width + 1.4F * context.ui.em) / std::max(1.0F, natural);
        context.targets.put(std::move(target), rest.take_left(std::round(place.w * share)));
    }
    return segmented(context.ui, id, place, labels, selected);
}

std::vector<std::string> theme_choices() {
    std::vector<std::string> themes{texts::sheets::theme_of_window};
    for (const Theme* theme : all_themes()) themes.emplace_back(theme->title);
    return themes;
}

std::string theme_chosen(int choice) {
    return choice == 0 ? "" : std::string(all_themes()[static_cast<std::size_t>(choice - 1)]->name);
}

}  // namespace glassformer
