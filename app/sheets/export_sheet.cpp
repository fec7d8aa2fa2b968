#include "app/sheets/export_sheet.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/files/export_formats.h"
#include "app/files/folder_listing.h"
#include "app/sheets/texts.h"
#include "app/widgets/controls.h"
#include "core/base/file.h"

namespace glassformer {

namespace {

constexpr int largest_scale = 8;

/// A segmented control whose parts have names of their own for scripts.
bool choice(ViewContext& context, const char* id, const Rect& rect, std::span<const std::string> labels,
            int& selected) {
    const float natural = segmented_width(context.ui, labels);
    Rect rest = rect;
    for (const std::string& label : labels) {
        const float share = (context.ui.painter.measure(label).width + 1.4F * context.ui.em) / std::max(1.0F, natural);
        context.targets.put(std::string(id) + " " + label, rest.take_left(std::round(rect.w * share)));
    }
    return segmented(context.ui, id, rect, labels, selected);
}

std::string pixels_text(float width, float height, int scale) {
    const auto side = [&](float length) { return std::to_string(std::lround(length * static_cast<float>(scale))); };
    return fmt::format(texts::sheets::pixels, side(width), side(height));
}

/// A name of a file: what a system may not like becomes "-".
std::string file_name(const std::string& text) {
    std::string name;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                           c == '-' || c == '_';
        name += plain ? c : '-';
    }
    return name;
}

}  // namespace

void ExportSheet::open(const std::string& name, const std::string& table) {
    table_ = table;
    open_ = take_keyboard_ = true;
    asks_ = false;
    error_.clear();
    path_ = (std::filesystem::path(folder_) / (file_name(name) + ending_)).string();
}

void ExportSheet::done(const std::string& sentence) {
    const std::filesystem::path file(path_);
    folder_ = file.parent_path().string();
    ending_ = file.extension().string();
    open_ = asks_ = false;
    pending_notice_ = last_ = sentence;
}

void ExportSheet::failed(const std::string& why) {
    error_ = why;
    asks_ = false;
    take_keyboard_ = true;
}

std::string ExportSheet::facts(const ViewContext& context, const Rect& view) const {
    const ExportFormat* format = find_export_format(path_);
    if (format == nullptr) return fmt::format(texts::sheets::must_end, endings_text());
    const Rect& window = context.ui.window;
    const std::string as = fmt::format(texts::sheets::as_format, format->sentence);
    if (format->kind == ExportKind::raster) {
        if (part_ == 2) return fmt::format(texts::sheets::window_raster, pixels_text(window.w, window.h, scale_));
        const std::string pixels = pixels_text(view.w, view.h, scale_);
        return part_ == 1 ? fmt::format(texts::sheets::view_raster, pixels)
                          : fmt::format(texts::sheets::page_raster, pixels);
    }
    if (format->kind == ExportKind::vector) return fmt::format(texts::sheets::view_vector, format->sentence);
    if (format->kind == ExportKind::table && !table_.empty()) return table_ + as;
    if (!context.shown.current) return texts::sheets::nothing_to_export;
    const Trace& trace = context.shown.current->trace();
    const int record = record_at(trace, context.cursor);
    if (record < 0) return texts::sheets::nothing_to_export;
    return fmt::format(texts::sheets::exported_tensor, trace.record(record).name, text(trace.record(record).shape)) +
           as;
}

void ExportSheet::file_row(ViewContext& context, Rect& inner) {
    Ui& ui = context.ui;
    const float em = ui.em;
    text_in(ui.painter, inner.take_top(1.5F * em), texts::sheets::export_file,
            {.colour = ui.theme.muted, .size = em::small});
    const Rect field = inner.take_top(2.1F * em).snapped();
    inner.take_top(0.7F * em);
    context.targets.put("export file", field);
    if (take_keyboard_) focus_text_field(ui, "export file");
    take_keyboard_ = false;
    const TextEvent event = text_field(ui, "export file", field, path_, texts::sheets::export_placeholder);
    submitted_ = event == TextEvent::submitted;
    if (event == TextEvent::changed) {
        error_.clear();
        asks_ = false;
    }
    if (event == TextEvent::cancelled) open_ = false;

    std::vector<std::string> labels;
    for (const ExportFormat& format : all_export_formats()) labels.emplace_back(format.ending);
    const ExportFormat* const format = find_export_format(path_);
    int selected = format == nullptr ? -1 : static_cast<int>(format - all_export_formats().data());
    const Rect row = inner.take_top(2.0F * em).snapped();
    inner.take_top(0.8F * em);
    if (choice(context, "format", {row.x, row.y, std::min(row.w, segmented_width(ui, labels)), row.h}, labels,
               selected)) {
        std::filesystem::path other(path_);
        if (format != nullptr) other.replace_extension();
        path_ = other.string() + labels[static_cast<std::size_t>(selected)];
        asks_ = false;
        error_.clear();
    }
}

void ExportSheet::picture_rows(ViewContext& context, Rect& inner, const Rect& view) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect row = inner.take_top(2.0F * em).snapped();
    inner.take_top(0.8F * em);
    const ExportFormat* const format = find_export_format(path_);
    if (format != nullptr && format->kind == ExportKind::raster) {
        std::vector<std::string> scales,
            parts{texts::sheets::part_page, texts::sheets::part_view, texts::sheets::part_window};
        for (int s = 1; s <= largest_scale; ++s) scales.push_back(std::to_string(s) + "×");
        int scale = scale_ - 1;
        const float both = segmented_width(ui, scales) + 0.8F * em + segmented_width(ui, parts);
        choice(context, "scale", row.take_left(std::min(segmented_width(ui, scales), row.w)), scales, scale);
        scale_ = scale + 1;
        row.take_left(0.8F * em);
        if (both > inner.w) {  // a line of its own
            row = inner.take_top(2.0F * em).snapped();
            inner.take_top(0.8F * em);
        }
        choice(context, "part", row.take_left(std::min(row.w, segmented_width(ui, parts))), parts, part_);
    }
    if (format != nullptr && (format->kind == ExportKind::raster || format->kind == ExportKind::vector)) {
        std::vector<std::string> themes{texts::sheets::theme_of_window};
        for (const Theme* theme : all_themes()) themes.emplace_back(theme->title);
        Rect line = inner.take_top(2.0F * em).snapped();
        inner.take_top(0.8F * em);
        choice(context, "theme", line.take_left(std::min(line.w, segmented_width(ui, themes))), themes, theme_);
    }
    text_in(ui.painter, inner.take_top(1.5F * em), facts(context, view), {.colour = ui.theme.muted, .size = em::small});
    const std::string what = !error_.empty() ? error_
                             : asks_         ? fmt::format(texts::sheets::already_exists, shown_path(typed_path(path_)))
                                             : "";
    const Rect lines = inner.take_top(3.2F * em);
    paragraph(ui.painter, lines, what,
              {.colour = error_.empty() ? ui.theme.text : ui.theme.warning, .size = em::small});
}

std::optional<ExportRequest> ExportSheet::buttons(ViewContext& context, Rect& inner, bool submitted) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect row = inner.take_bottom(2.2F * em).snapped();
    const std::string label = asks_ ? texts::sheets::replace_file : texts::sheets::export_title;
    const Rect write = row.take_right(9 * em);
    row.take_right(0.6F * em);
    const Rect cancel = row.take_right(7 * em);
    context.targets.put("export write", write);
    context.targets.put("export cancel", cancel);
    const bool pressed = button(ui, "export write", write, label, {.selected = true});
    if (button(ui, "export cancel", cancel, texts::sheets::cancel_export)) open_ = false;
    if (!pressed && !submitted) return {};
    const std::filesystem::path file = typed_path(path_);
    std::error_code unread;
    if (find_export_format(file) == nullptr) {
        failed(fmt::format(texts::sheets::must_end, endings_text()));
    } else if (const auto folder = file.parent_path();
               !folder.empty() && !std::filesystem::is_directory(folder, unread)) {
        failed(fmt::format(texts::sheets::no_such_folder, shown_path(folder)));
    } else if (!asks_ && std::filesystem::exists(file, unread)) {
        asks_ = true;
        take_keyboard_ = true;  // Enter again replaces it
    } else {
        asks_ = false;
        return ExportRequest{
            .file = file,
            .scale = scale_,
            .part = static_cast<ExportPart>(part_),
            .theme = theme_ == 0 ? "" : std::string(all_themes()[static_cast<std::size_t>(theme_ - 1)]->name)};
    }
    ui.keep_awake();
    return {};
}

std::optional<ExportRequest> ExportSheet::draw(ViewContext& context, const Rect& view) {
    Ui& ui = context.ui;
    const float em = ui.em;
    if (hidden_) return {};
    if (!pending_notice_.empty()) context.notice = std::exchange(pending_notice_, "");
    Rect inner;
    if (!begin_modal(ui, "export", open_, {44 * em, 26.9F * em}, inner)) return {};
    ui.painter.text(inner.min(), texts::sheets::export_title,
                    {.colour = ui.theme.text, .size = em::large, .face = Face::bold});
    inner.take_top(2.2F * em);
    Rect foot = inner.take_bottom(2.8F * em);  // the buttons, whatever the room
    Rect rows = begin_scroll(ui, "export rows", inner);
    rows.h = 1e4F;
    file_row(context, rows);
    picture_rows(context, rows, view);
    end_scroll(ui, rows.y);
    auto request = buttons(context, foot, submitted_);
    submitted_ = false;
    end_modal(ui);
    return request;
}

void ExportSheet::describe(State& state) const {
    state.add("export", !open_ ? "closed" : asks_ ? "asks" : !error_.empty() ? "failed" : "open");
    state.add("export_file", path_);
    state.add("export_scale", std::to_string(scale_));
    state.add("export_error", error_);
    state.add("exported", last_);
}

}  // namespace glassformer
