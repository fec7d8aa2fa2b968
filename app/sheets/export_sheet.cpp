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

namespace glassformer {

namespace {

constexpr int largest_scale = 8;

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

ExportSheet::ExportSheet()
    : form_({.name = "export",
             .place = "file",
             .title = texts::sheets::export_title,
             .caption = texts::sheets::export_file,
             .placeholder = texts::sheets::export_placeholder,
             .height = 26.9F,
             .message = 3.2F,
             .completes = false}) {}

void ExportSheet::open(const std::string& name, const std::string& table) {
    table_ = table;
    form_.path = (std::filesystem::path(folder_) / (file_name(name) + ending_)).string();
    form_.show();
}

void ExportSheet::done(const std::string& sentence) {
    const std::filesystem::path file(form_.path);
    folder_ = file.parent_path().string();
    ending_ = file.extension().string();
    form_.open = false;
    form_.asks.clear();
    pending_notice_ = last_ = sentence;
}

std::string ExportSheet::facts(const ViewContext& context, const Rect& view) const {
    const ExportFormat* format = find_export_format(form_.path);
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

void ExportSheet::format_row(ViewContext& context, Rect& rows) {
    std::vector<std::string> labels;
    for (const ExportFormat& format : all_export_formats()) labels.emplace_back(format.ending);
    const ExportFormat* const format = find_export_format(form_.path);
    int selected = format == nullptr ? -1 : static_cast<int>(format - all_export_formats().data());
    const Rect row = rows.take_top(2.0F * context.ui.em).snapped();
    rows.take_top(0.8F * context.ui.em);
    if (!choice(context, "format", row, labels, selected)) return;
    std::filesystem::path other(form_.path);
    if (format != nullptr) other.replace_extension();
    form_.path = other.string() + labels[static_cast<std::size_t>(selected)];
    form_.changed();
}

void ExportSheet::picture_rows(ViewContext& context, Rect& inner, const Rect& view) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect row = inner.take_top(2.0F * em).snapped();
    inner.take_top(0.8F * em);
    const ExportFormat* const format = find_export_format(form_.path);
    if (format != nullptr && format->kind == ExportKind::raster) {
        std::vector<std::string> scales,
            parts{texts::sheets::part_page, texts::sheets::part_view, texts::sheets::part_window};
        for (int s = 1; s <= largest_scale; ++s) scales.push_back(std::to_string(s) + "×");
        int scale = scale_ - 1;
        const float both = segmented_width(ui, scales) + 0.8F * em + segmented_width(ui, parts);
        choice(context, "scale", row, scales, scale);
        scale_ = scale + 1;
        row.take_left(std::min(segmented_width(ui, scales), row.w));
        row.take_left(0.8F * em);
        if (both > inner.w) {  // a line of its own
            row = inner.take_top(2.0F * em).snapped();
            inner.take_top(0.8F * em);
        }
        choice(context, "part", row, parts, part_);
    }
    if (format != nullptr && (format->kind == ExportKind::raster || format->kind == ExportKind::vector)) {
        const Rect line = inner.take_top(2.0F * em).snapped();
        inner.take_top(0.8F * em);
        choice(context, "theme", line, theme_choices(), theme_);
    }
    text_in(ui.painter, inner.take_top(1.5F * em), facts(context, view), {.colour = ui.theme.muted, .size = em::small});
}

std::optional<ExportRequest> ExportSheet::draw(ViewContext& context, const Rect& view) {
    if (hidden_) return {};
    if (!pending_notice_.empty()) context.notice = std::exchange(pending_notice_, "");
    Rect rows;
    if (!form_.begin(context, rows)) return {};
    form_.field(context, rows);
    format_row(context, rows);
    picture_rows(context, rows, view);
    form_.message(context, rows);
    if (!form_.end(context, rows)) return {};
    const std::filesystem::path file = form_.file(), folder = file.parent_path();
    std::error_code unread;
    if (find_export_format(file) == nullptr) {
        failed(fmt::format(texts::sheets::must_end, endings_text()));
    } else if (!folder.empty() && !std::filesystem::is_directory(folder, unread)) {
        failed(fmt::format(texts::sheets::no_such_folder, shown_path(folder)));
    } else if (form_.asks.empty() && std::filesystem::exists(file, unread)) {
        form_.ask(fmt::format(texts::sheets::already_exists, shown_path(file)));
    } else {
        form_.asks.clear();
        return ExportRequest{
            .file = file, .scale = scale_, .part = static_cast<ExportPart>(part_), .theme = theme_chosen(theme_)};
    }
    return {};
}

void ExportSheet::describe(State& state) const {
    state.add("export", form_.state());
    state.add("export_file", form_.path);
    state.add("export_scale", std::to_string(scale_));
    state.add("export_error", form_.error);
    state.add("exported", last_);
}

}  // namespace glassformer
