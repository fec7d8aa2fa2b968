// A worksheet is written from the window: the box that asks of which lesson, and the files.
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "app/export/exports.h"
#include "app/handout/worksheet_files.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/lesson/read_lesson.h"

namespace glassformer {

namespace {

WorksheetOrder order_of(const WorksheetRequest& request) {
    return {.lesson = request.lesson, .folder = request.folder, .seed = request.seed, .solutions = request.solutions};
}

}  // namespace

void Exports::open_worksheet_box(ViewContext& context, std::vector<std::filesystem::path> lessons,
                                 const std::filesystem::path& open) {
    if (!open.empty() && std::ranges::find(lessons, open) == lessons.end()) lessons.push_back(open);
    std::vector<WorksheetSheet::Choice> choices;
    for (const std::filesystem::path& file : lessons) try {
            const Lesson lesson = read_lesson(file);
            if (!lesson.exercises.empty()) choices.push_back({file, lesson.title});
        } catch (const Error&) {
            // The list of lessons says what is wrong with it.
        }
    if (choices.empty())
        context.notice = texts::window::no_exercises;
    else
        worksheet_sheet_.open(std::move(choices), open,
                              [](const WorksheetRequest& request) { return files_of(order_of(request)); });
}

void Exports::draw_worksheet(ViewContext& context) {
    const auto request = worksheet_sheet_.draw(context);
    if (!request) return;
    const WorksheetOrder order = order_of(*request);
    try {
        parts_.document.check_fence(files_of(order).front());
        static_cast<void>(write_worksheet(order, parts_.open_model));
        worksheet_sheet_.done();
        const std::string file = path_text(files_of(order).front());
        context.notice = order.solutions ? fmt::format(texts::window::worksheet_written_both, file)
                                         : fmt::format(texts::window::worksheet_written, file);
    } catch (const Error& error) {
        worksheet_sheet_.failed(error.what());
    }
    context.ui.keep_awake();
}

}  // namespace glassformer
