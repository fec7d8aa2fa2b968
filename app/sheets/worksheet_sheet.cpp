#include "app/sheets/worksheet_sheet.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "app/files/folder_listing.h"
#include "app/sheets/texts.h"
#include "app/widgets/controls.h"
#include "core/base/file.h"

namespace glassformer {

WorksheetSheet::WorksheetSheet()
    : form_({.name = "worksheet",
             .place = "folder",
             .title = texts::sheets::worksheet_title,
             .caption = texts::sheets::worksheet_folder,
             .placeholder = texts::sheets::export_folder_placeholder,
             .height = 24}) {}

void WorksheetSheet::open(std::vector<Choice> lessons, const std::filesystem::path& first, Files files) {
    lessons_ = std::move(lessons);
    files_ = std::move(files);
    const auto found = std::ranges::find(lessons_, first, &Choice::file);
    if (found != lessons_.end()) selected_ = static_cast<int>(found - lessons_.begin());
    selected_ = std::clamp(selected_, 0, static_cast<int>(lessons_.size()) - 1);
    std::error_code unread;
    if (form_.path.empty()) form_.path = shown_path(std::filesystem::current_path(unread) / "worksheets");
    form_.show();
}

void WorksheetSheet::rows(ViewContext& context, Rect& inner) {
    Ui& ui = context.ui;
    const float em = ui.em;
    std::vector<std::string> titles;
    for (const Choice& lesson : lessons_) titles.push_back(lesson.title);
    const Rect lesson = inner.take_top(2.1F * em).snapped();
    context.targets.put("worksheet lesson", lesson);
    if (dropdown(ui, "worksheet lesson", lesson, titles, selected_)) form_.changed();
    inner.take_top(0.7F * em);
    Rect line = inner.take_top(2.1F * em).snapped();
    inner.take_top(0.7F * em);
    const std::string seed = fmt::format(texts::sheets::worksheet_seed, request_.seed);
    const auto press = [&](const char* id, Icon which, const char* hint, bool enabled) {
        const Rect place = line.take_left(line.h);
        line.take_left(0.3F * em);
        context.targets.put(id, place);
        return button(ui, id, place, "", {.icon = which, .enabled = enabled, .hint = hint});
    };
    if (press("worksheet fewer", Icon::minus, texts::sheets::worksheet_previous, request_.seed > 1))
        --request_.seed, form_.changed();
    if (press("worksheet more", Icon::plus, texts::sheets::worksheet_next, true)) ++request_.seed, form_.changed();
    text_in(ui.painter, line.take_left(ui.painter.measure(seed).width + em), seed, {.colour = ui.theme.text});
    const Rect solutions = line.take_left(std::min(line.w, toggle_width(ui, texts::sheets::worksheet_solutions)));
    context.targets.put("worksheet solutions", solutions);
    if (toggle(ui, "worksheet solutions", solutions, texts::sheets::worksheet_solutions, request_.solutions))
        form_.changed();
}

std::optional<WorksheetRequest> WorksheetSheet::draw(ViewContext& context) {
    Rect inner;
    if (!form_.begin(context, inner)) return {};
    rows(context, inner);
    form_.field(context, inner);
    form_.message(context, inner);
    if (!form_.end(context, inner)) return {};
    WorksheetRequest request = request_;
    request.lesson = lessons_[static_cast<std::size_t>(selected_)].file;
    request.folder = form_.file();
    if (form_.path.empty()) {
        failed(texts::sheets::export_folder_missing);
        return {};
    }
    if (form_.asks.empty()) {
        std::vector<std::filesystem::path> there = files_(request);
        std::erase_if(there, [](const std::filesystem::path& file) {
            std::error_code unread;
            return !std::filesystem::exists(file, unread);
        });
        if (!there.empty()) {
            const std::string first = path_text(there.front().filename());
            form_.ask(there.size() == 1 ? fmt::format(texts::sheets::export_replaces_one, first)
                                        : fmt::format(texts::sheets::export_replaces, first, there.size() - 1));
            return {};
        }
    }
    form_.asks.clear();
    return request;
}

void WorksheetSheet::describe(State& state) const {
    state.add("worksheet", form_.state());
    state.add("worksheet_folder", form_.path);
    state.add("worksheet_says", form_.error.empty() ? form_.asks : form_.error);
}

}  // namespace glassformer
