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

LessonExportSheet::LessonExportSheet()
    : form_({.name = "lesson export",
             .place = "folder",
             .title = texts::sheets::export_lesson_title,
             .caption = texts::sheets::export_folder,
             .placeholder = texts::sheets::export_folder_placeholder,
             .height = 38.85F,
             .below_field = 0.8F}) {}

void LessonExportSheet::open(const std::string& title, const std::filesystem::path& lesson, bool film,
                             Replaced replaced) {
    std::error_code unread;
    if (parent_.empty()) parent_ = std::filesystem::current_path(unread);
    if (lesson != request_.lesson) form_.path = shown_path(parent_ / lesson.stem());
    title_ = title;
    request_.lesson = lesson;
    film_possible_ = film;
    replaced_ = std::move(replaced);
    if (!film) request_.film = false;
    form_.show();
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
    else if (toggle(ui, id, box, choice.label, request_.*choice.on))
        form_.changed();
    const char* detail = possible ? choice.detail : texts::sheets::export_needs_ffmpeg;
    text_in(ui.painter, row, detail, {.colour = ui.theme.muted, .size = em::small});
}

void LessonExportSheet::theme_row(ViewContext& context, Rect& inner) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const std::vector<std::string> themes = theme_choices();
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
    if (form_.path.empty()) {
        failed(texts::sheets::export_folder_missing);
    } else if (!(request.html || request.pdf || request.png || request.film || request.slides)) {
        failed(texts::sheets::export_nothing);
    } else if (form_.asks.empty()) {
        const std::vector<std::filesystem::path> files = replaced_(request);
        if (files.empty()) return;
        const std::string first = path_text(files.front().filename());
        form_.ask(files.size() == 1 ? fmt::format(texts::sheets::export_replaces_one, first)
                                    : fmt::format(texts::sheets::export_replaces, first, files.size() - 1));
    } else {
        form_.asks.clear();
    }
}

std::optional<LessonExportRequest> LessonExportSheet::draw(ViewContext& context) {
    static constexpr std::array choices{
        Choice{&LessonExportRequest::html, "html", texts::sheets::export_html, texts::sheets::export_html_detail},
        Choice{&LessonExportRequest::pdf, "pdf", texts::sheets::export_pdf, texts::sheets::export_pdf_detail},
        Choice{&LessonExportRequest::slides, "slides", texts::sheets::export_slides,
               texts::sheets::export_slides_detail},
        Choice{&LessonExportRequest::png, "png", texts::sheets::export_png, texts::sheets::export_png_detail},
        Choice{&LessonExportRequest::film, "film", texts::sheets::export_film, texts::sheets::export_film_detail},
        Choice{&LessonExportRequest::notes, "notes", texts::sheets::export_notes, texts::sheets::export_notes_detail},
        Choice{&LessonExportRequest::all, "all", texts::sheets::export_all, texts::sheets::export_all_detail},
    };
    const float em = context.ui.em;
    Rect rows;
    if (!form_.begin(context, rows)) return {};
    text_in(context.ui.painter, rows.take_top(1.7F * em), title_, {.colour = context.ui.theme.text});
    rows.take_top(0.3F * em);
    form_.field(context, rows);
    for (const Choice& choice : choices) choice_row(context, rows, choice);
    theme_row(context, rows);
    form_.message(context, rows);
    if (!form_.end(context, rows)) return {};
    LessonExportRequest request = request_;
    request.folder = form_.file();
    request.theme = theme_chosen(theme_);
    check(request);
    if (!form_.error.empty() || !form_.asks.empty()) return {};
    form_.open = false;
    parent_ = request.folder.parent_path();
    return request;
}

void LessonExportSheet::describe(State& state) const {
    state.add("lesson_export", form_.state());
    state.add("lesson_export_folder", form_.path);
    state.add("lesson_export_says", form_.error.empty() ? form_.asks : form_.error);
    state.add("lesson_export_film", film_possible_);
}

}  // namespace glassformer
