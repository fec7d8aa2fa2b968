// Lessons that are written by showing: the state of the window as a step of an open lesson.
#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <thread>

#include "app/program/app.h"
#include "app/program/texts.h"
#include "app/views/shared/wording.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/lesson/cell_words.h"
#include "core/lesson/read_lesson.h"
#include "core/tape/stage_text.h"

extern char** environ;  // NOLINT: of the C library

namespace glassformer {

/// What a scene says of the window: of views that are not shown it is as in the step before.
LessonScene App::scene_now(const Evaluation& run, const LessonScene& before) const {
    const SessionFile now = session_now();
    LessonScene scene = before;
    scene.session.inputs = now.inputs;
    scene.session.view = now.view;
    scene.session.cursor = {.record = cursor_.record, .head = cursor_.head};
    scene.session.color_limits = now.color_limits;
    scene.panel = preferences_.panel;
    scene.cell.clear();
    scene.row_limit = 0;
    const Trace& trace = run.trace();
    const int record = record_at(trace, cursor_);
    if (const CellRef cell = locked_cell(trace, cursor_))
        scene.cell = written_cell(run, {.record = cell.record, .cell = cell.cell});
    if (record >= 0 && cursor_.limit >= 0) {
        const Grid grid = grid_of(trace, record, cursor_.head);
        scene.row_limit = std::min(grid.rows, cursor_.limit / std::max(1, grid.cols) + 1);
    }
    const auto saved = now.views.find(now.view);
    if (saved == now.views.end()) return scene;
    const ViewValues& first = initial_view_values_.at(now.view);
    ViewValues& values = scene.session.views[now.view];
    for (const auto& [name, value] : saved->second) {
        const auto unset = first.find(name);
        if (values.contains(name) || unset == first.end() || unset->second != value) values[name] = value;
    }
    // What is left out must come back as it is: another task has settings of its own.
    const ViewValues left_out = view().completed(values, first);
    for (const auto& [name, value] : saved->second)
        if (const auto found = left_out.find(name); found != left_out.end() && found->second != value)
            values[name] = value;
    if (values.empty()) scene.session.views.erase(now.view);
    return scene;
}

/// The file, and what is shown of it. The text before is kept for undo.
void App::save_lesson(const WrittenLesson& written) {
    const std::filesystem::path file = lesson_.lesson().file;
    check_fence(file);
    Lesson read = read_lesson_text(written.text, file);  // what cannot be read is not written
    lesson_texts_.push_back({read_file(file, largest_lesson), lesson_.step()});
    write_file_durably(file, written.text);
    static_cast<void>(lesson_file_.take_change());
    lesson_.replace(std::move(read), example_of());
    lesson_.go(written.step);
}

bool App::write_lesson(Command command, ViewContext& context) {
    const std::filesystem::path file = lesson_.lesson().file;
    if (command == Command::lesson_text) {
        const std::string path = std::filesystem::absolute(file).string();
        std::string program = "xdg-open", argument = path;
        char* const arguments[] = {program.data(), argument.data(), nullptr};
        pid_t child = 0;
        if (preferences_.watched && posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ) == 0)
            std::thread([child] { waitpid(child, nullptr, 0); }).detach();  // no child is left unburied
        context.notice = fmt::format(texts::program::lesson_text_at, path_text(path));
        return true;
    }
    if (std::ranges::find(lessons_, file) != lessons_.end()) {
        context.notice = texts::program::lesson_shipped;
        return true;
    }
    if (!context.shown.current) return true;
    const Evaluation& run = *context.shown.current;
    try {
        if (command == Command::lesson_undo) {
            if (lesson_texts_.empty()) {
                context.notice = texts::program::lesson_not_undone;
                return true;
            }
            const WrittenLesson before = lesson_texts_.back();
            save_lesson(before);
            lesson_texts_.resize(lesson_texts_.size() - 2);  // this one and the change itself
            return true;
        }
        const std::string text = read_file(file, largest_lesson);
        const Lesson lesson = read_lesson_text(text, file);  // perhaps somebody is writing it
        const int step = std::min(lesson_.step(), static_cast<int>(lesson.steps.size()) - 1);
        const LessonScene state = scene_now(run, lesson_.scene());
        WrittenLesson written;
        switch (command) {
            case Command::lesson_add: {
                const int record = record_at(run.trace(), cursor_);
                const std::string title = record < 0 || !run.trace().record(record).operation
                                              ? fmt::format(texts::program::step_title, step + 2)
                                              : stage_text(run.trace(), run.trace().record(record)).title;
                written = add_step(text, lesson, step, title, state, &run.trace(), example_of());
                break;
            }
            case Command::lesson_retake:
                written = retake_step(text, lesson, step, state, &run.trace(), example_of());
                break;
            case Command::lesson_copy: written = copy_step(text, lesson, step, example_of()); break;
            case Command::lesson_delete: written = delete_step(text, lesson, step, example_of()); break;
            case Command::lesson_earlier: written = move_step(text, lesson, step, -1, example_of()); break;
            case Command::lesson_later: written = move_step(text, lesson, step, 1, example_of()); break;
            default: return false;
        }
        if (written.text == text) {
            context.notice = texts::program::lesson_at_end;
            return true;
        }
        save_lesson(written);
        context.notice = command == Command::lesson_retake
                             ? texts::program::lesson_retaken
                             : fmt::format(texts::program::lesson_written, lesson_.steps());
    } catch (const Error& error) {
        say(error.what());
    }
    return true;
}

/// A new lesson with what is shown as its first step.
void App::begin_lesson(const std::filesystem::path& file) {
    check_fence(file);
    const Session::Snapshot shown = session_.shown();
    if (!shown.current) return;
    const LessonScene state = scene_now(*shown.current, {});
    write_file_durably(file, new_lesson(file.stem().string(), state, &shown.current->trace(), example_of()));
    open_lesson(file, 0);
}

}  // namespace glassformer
