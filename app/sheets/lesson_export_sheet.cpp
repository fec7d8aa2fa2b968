#include "app/sheets/lesson_export_sheet.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/files/folder_listing.h"
#include "app/sheets/texts.h"
#include "app/widgets/controls.h"
#include "core/base/file.h"

namespace glassformer {

/// A form that the lesson can be taken away as.
struct LessonExportSheet::Choice {
    bool LessonExportRequest::*on;
    const char *id, *label, *detail;
};

void LessonExportSheet::open(const std::string& title, const std::filesystem::path& lesson, bool film,
                             Replaced replaced) {
    std::error_code unread;
    if (parent_.empty()) parent_ = std::filesystem::current_path(unread);
    if (lesson != wanted_.lesson) folder_ = shown_path(parent_ / lesson.stem());
    title_ = title;
    wanted_.lesson = lesson;
    film_possible_ = film;
    replaced_ = std::move(replaced);
    if (!film) wanted_.film = false;
    error_.clear();
    asks_.clear();
    open_ = take_keyboard_ = true;
}

void LessonExportSheet::failed(const std::string& why) {
    error_ = why;
    asks_.clear();
    open_ = take_keyboard_ = true;
}

void LessonExportSheet::folder_row(ViewContext& context, Rect& inner) {
    Ui& ui = context.ui;
    const float em = ui.em;
    text_in(ui.painter, inner.take_top(1.5F * em), texts::sheets::export_folder,
            {.colour = ui.theme.muted, .size = em::small});
    const Rect field = inner.take_top(2.1F * em).snapped();
    inner.take_top(0.8F * em);
    context.targets.put("lesson export folder", field);
    if (take_keyboard_) focus_text_field(ui, "lesson export folder");
    take_keyboard_ = false;
    const TextEvent event =
        text_field(ui, "lesson export folder", field, folder_, texts::sheets::export_folder_placeholder,
                   {.complete = completed_path, .caret_at_end = true});
    submitted_ = event == TextEvent::submitted;
    if (event == TextEvent::changed) {
        error_.clear();
        asks_.clear();
    }
    if (event == TextEvent::cancelled) open_ = false;
}

void LessonExportSheet::choice_row(ViewContext& context, Rect& inner, const Choice& choice) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect row = inner.take_top(2.0F * em).snapped();
    inner.take_top(0.35F * em);
    const bool film = choice.on == &LessonExportRequest::film;
    const bool possible = !film || film_possible_;
    const Rect box = row.take_left(std::min(row.w, 13 * em)).snapped();
    row.take_left(0.9F * em);
    context.targets.put(std::string("lesson export ") + choice.id, box);
    const std::string id = std::string("lesson export ") + choice.id;
    if (!possible)
        button(ui, id, box, choice.label, {.enabled = false});
    else if (toggle(ui, id, box, choice.label, wanted_.*choice.on)) {
        error_.clear();
        asks_.clear();
    }
    const char* detail = possible ? choice.detail : texts::sheets::export_needs_ffmpeg;
    text_in(ui.painter, row, detail, {.colour = ui.theme.muted, .size = em::small});
}

void LessonExportSheet::theme_row(ViewContext& context, Rect& inner) {
    Ui& ui = context.ui;
    const float em = ui.em;
    std::vector<std::string> themes{texts::sheets::theme_of_window};
    for (const Theme* theme : all_themes()) themes.emplace_back(theme->title);
    text_in(ui.painter, inner.take_top(1.7F * em), texts::sheets::export_theme,
            {.colour = ui.theme.muted, .size = em::small});
    Rect line = inner.take_top(2.0F * em).snapped();
    inner.take_top(0.6F * em);
    const Rect place = line.take_left(std::min(line.w, segmented_width(ui, themes)));
    context.targets.put("lesson export theme", place);
    segmented(ui, "lesson export theme", place, themes, theme_);
}

/// Nothing is left to ask, or the box says what is wrong.
void LessonExportSheet::check(const LessonExportRequest& request) {
    if (folder_.empty()) {
        failed(texts::sheets::export_folder_missing);
    } else if (!(request.html || request.pdf || request.png || request.film)) {
        failed(texts::sheets::export_nothing);
    } else if (asks_.empty()) {
        const std::vector<std::filesystem::path> files = replaced_(request);
        if (files.empty()) return;
        const std::string first = path_text(files.front().filename());
        asks_ = files.size() == 1 ? fmt::format(texts::sheets::export_replaces_one, first)
                                  : fmt::format(texts::sheets::export_replaces, first, files.size() - 1);
        error_.clear();
        take_keyboard_ = true;  // Enter again replaces them
    } else {
        asks_.clear();
    }
}

std::optional<LessonExportRequest> LessonExportSheet::buttons(ViewContext& context, Rect& inner) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect row = inner.take_bottom(2.2F * em).snapped();
    const Rect write = row.take_right(9 * em);
    row.take_right(0.6F * em);
    const Rect cancel = row.take_right(7 * em);
    context.targets.put("lesson export write", write);
    context.targets.put("lesson export cancel", cancel);
    const bool pressed =
        button(ui, "lesson export write", write,
               asks_.empty() ? texts::sheets::export_title : texts::sheets::replace_file, {.selected = true});
    if (button(ui, "lesson export cancel", cancel, texts::sheets::cancel_export)) open_ = false;
    if (!std::exchange(submitted_, false) && !pressed) return {};
    ui.keep_awake();
    LessonExportRequest request = wanted_;
    request.folder = typed_path(folder_);
    if (theme_ > 0) request.theme = std::string(all_themes()[static_cast<std::size_t>(theme_ - 1)]->name);
    error_.clear();
    check(request);
    if (!error_.empty() || !asks_.empty()) return {};
    open_ = false;
    parent_ = request.folder.parent_path();
    return request;
}

std::optional<LessonExportRequest> LessonExportSheet::draw(ViewContext& context) {
    static constexpr std::array choices{
        Choice{&LessonExportRequest::html, "html", texts::sheets::export_html, texts::sheets::export_html_detail},
        Choice{&LessonExportRequest::pdf, "pdf", texts::sheets::export_pdf, texts::sheets::export_pdf_detail},
        Choice{&LessonExportRequest::png, "png", texts::sheets::export_png, texts::sheets::export_png_detail},
        Choice{&LessonExportRequest::film, "film", texts::sheets::export_film, texts::sheets::export_film_detail},
        Choice{&LessonExportRequest::notes, "notes", texts::sheets::export_notes, texts::sheets::export_notes_detail},
        Choice{&LessonExportRequest::all, "all", texts::sheets::export_all, texts::sheets::export_all_detail},
    };
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect inner;
    if (!begin_modal(ui, "lesson export", open_, {44 * em, 36.5F * em}, inner)) return {};
    ui.painter.text(inner.min(), texts::sheets::export_lesson_title,
                    {.colour = ui.theme.text, .size = em::large, .face = Face::bold});
    inner.take_top(2.2F * em);
    Rect foot = inner.take_bottom(2.8F * em);  // the buttons, whatever the room
    Rect rows = begin_scroll(ui, "lesson export rows", inner);
    rows.h = 1e4F;
    text_in(ui.painter, rows.take_top(1.7F * em), title_, {.colour = ui.theme.text});
    rows.take_top(0.3F * em);
    folder_row(context, rows);
    for (const Choice& choice : choices) choice_row(context, rows, choice);
    theme_row(context, rows);
    paragraph(ui.painter, rows.take_top(3.0F * em), error_.empty() ? asks_ : error_,
              {.colour = error_.empty() ? ui.theme.text : ui.theme.warning, .size = em::small});
    end_scroll(ui, rows.y);
    auto request = buttons(context, foot);
    end_modal(ui);
    return request;
}

void LessonExportSheet::describe(State& state) const {
    state.add("lesson_export", !open_ ? "closed" : !asks_.empty() ? "asks" : !error_.empty() ? "failed" : "open");
    state.add("lesson_export_folder", folder_);
    state.add("lesson_export_says", error_.empty() ? asks_ : error_);
    state.add("lesson_export_film", film_possible_);
}

}  // namespace glassformer
