#include "app/course/lesson_author.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "app/course/step_title.h"
#include "app/platform/run_program.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/lesson/cell_words.h"
#include "core/lesson/read_lesson.h"

namespace glassformer {

/// What a scene says of the window: of views that are not shown it is as in the step before.
LessonScene LessonAuthor::scene_now(const Evaluation& run, const LessonScene& before) const {
    const SessionFile now = parts_.arrival.session_now();
    const Cursor& cursor = parts_.workspace.cursor();
    LessonScene scene = before;
    if (parts_.player.left) {  // another picture is shown than the step's
        scene.words_alone = false;
        scene.beside.clear();
        scene.image.clear();
    }
    if (covers_) scene.covers = *covers_;
    scene.session.inputs = now.inputs;
    scene.session.view = now.view;
    scene.session.cursor = {.record = cursor.record, .head = cursor.head};
    scene.session.colour_limits = now.colour_limits;
    scene.panel = parts_.workspace.preferences().panel;
    scene.cell.clear();
    scene.row_limit = 0;
    const Trace& trace = run.trace();
    const int record = record_at(trace, cursor);
    if (const CellRef cell = locked_cell(trace, cursor))
        scene.cell = written_cell(run, {.record = cell.record, .cell = cell.cell});
    if (record >= 0 && cursor.limit >= 0) {
        const Grid grid = grid_of(trace, record, cursor.head);
        scene.row_limit = std::min(grid.rows, cursor.limit / std::max(1, grid.cols) + 1);
    }
    if (parts_.workspace.view().run_b().exists) scene.session.b = now.b;
    const auto saved = now.views.find(now.view);
    if (saved == now.views.end()) return scene;
    const ViewValues& first = parts_.workspace.first_values(now.view);
    ViewValues& values = scene.session.views[now.view];
    // A view that shows the stage at the cursor shows it, whether it was entered before or not.
    const ViewRow& row = parts_.workspace.view().row();
    const bool of_view = row.shows != nullptr && record >= 0 && row.shows(trace.record(record).name, saved->second);
    const auto idle = [&](const std::string& name) { return name == "entered" && of_view && !values.contains(name); };
    for (const auto& [name, value] : saved->second) {
        if (idle(name)) continue;
        const auto unset = first.find(name);
        if (values.contains(name) || unset == first.end() || unset->second != value) values[name] = value;
    }
    // What is left out must come back as it is: another task has settings of its own.
    const ViewValues left_out = parts_.workspace.view().completed(values, first);
    for (const auto& [name, value] : saved->second)
        if (const auto found = left_out.find(name); !idle(name) && found != left_out.end() && found->second != value)
            values[name] = value;
    if (values.empty()) scene.session.views.erase(now.view);
    return scene;
}

/// The file, and what is shown of it. The text before is kept for undo.
void LessonAuthor::save(const WrittenLesson& written) {
    LessonPlayer& player = parts_.player;
    const std::filesystem::path file = player.lesson().file;
    parts_.document.check_fence(file);
    Lesson read = read_lesson_text(written.text, file);  // what cannot be read is not written
    before_.push_back({read_file(file, largest_lesson), player.step()});
    write_file_durably(file, written.text);
    text_ = written.text;
    player.replace(std::move(read), parts_.workspace.example_of());
    player.go(written.step);
    covers_.reset();
}

bool LessonAuthor::may_write(ViewContext& context) const {
    std::error_code unread;
    const bool shipped = std::ranges::any_of(parts_.shipped, [&](const std::filesystem::path& file) {
        return std::filesystem::equivalent(file, parts_.player.lesson().file, unread);  // perhaps by another path
    });
    if (shipped) context.notice = texts::window::lesson_shipped;
    return !shipped && context.shown.current;
}

bool LessonAuthor::write(ViewContext& context, const Change& change) {
    if (!may_write(context)) return false;
    const Evaluation& run = *context.shown.current;
    const std::filesystem::path file = parts_.player.lesson().file;
    try {
        const std::string text = read_file(file, largest_lesson);
        Lesson lesson = read_lesson_text(text, file);  // perhaps somebody is writing it
        const int step = parts_.player.step_in(lesson);
        const WrittenLesson written =
            change({text, std::move(lesson), step, scene_now(run, parts_.player.scene()), run.trace()});
        if (written.text == text) {
            context.notice = texts::window::lesson_at_end;
            return false;
        }
        save(written);
        context.notice = fmt::format(texts::window::lesson_written, parts_.player.steps());
        return true;
    } catch (const Error& error) {
        parts_.messages.say(error.what());
        return false;
    }
}

void LessonAuthor::add_step(ViewContext& context) {
    const AppView& view = parts_.workspace.view();
    write(context, [&](const Source& from) {
        const std::string title = step_title(std::string(view.row().name), view.save(), from.trace,
                                             record_at(from.trace, context.cursor), from.lesson);
        LessonScene scene = from.scene;
        if (parts_.player.left) scene.marks.clear();  // they are the other picture's
        if (!covers_) scene.covers.clear();           // another step asks another question
        return glassformer::add_step(from.text, from.lesson, from.step, title, scene, &from.trace,
                                     parts_.workspace.example_of());
    });
}

bool LessonAuthor::wrote(const std::string& text) {
    if (!text_.empty() && text == text_) return true;
    text_.clear();
    return false;
}

void LessonAuthor::retake_step(ViewContext& context) {
    const bool written = write(context, [&](const Source& from) {
        return glassformer::retake_step(from.text, from.lesson, from.step, from.scene, &from.trace,
                                        parts_.workspace.example_of());
    });
    if (written) context.notice = texts::window::lesson_retaken;
}

void LessonAuthor::toggle_cover(ViewContext& context) {
    const CellRef cell =
        context.shown.current ? locked_cell(context.shown.current->trace(), context.cursor) : CellRef{};
    if (!cell) {
        context.notice = texts::window::cover_needs_cell;
        return;
    }
    const std::string name = written_cell(*context.shown.current, {.record = cell.record, .cell = cell.cell});
    const bool asks = parts_.player.is_open() && !parts_.player.left && !parts_.player.question().answered();
    std::vector<std::string> covers = covers_ ? *covers_
                                      : asks  ? parts_.player.scene().covers
                                              : std::vector<std::string>();
    const auto found = std::ranges::find(covers, name);
    const bool covered = found != covers.end();
    if (covered)
        covers.erase(found);
    else
        covers.push_back(name);
    covers_ = std::move(covers);
    context.notice = covered ? texts::window::cell_uncovered : texts::window::cell_covered;
}

void LessonAuthor::copy_step(ViewContext& context) {
    write(context, [&](const Source& from) {
        return glassformer::copy_step(from.text, from.lesson, from.step, parts_.workspace.example_of());
    });
}

void LessonAuthor::delete_step(ViewContext& context) {
    write(context, [&](const Source& from) {
        return glassformer::delete_step(from.text, from.lesson, from.step, parts_.workspace.example_of());
    });
}

void LessonAuthor::move_step(ViewContext& context, int by) {
    write(context, [&](const Source& from) {
        return glassformer::move_step(from.text, from.lesson, from.step, by, parts_.workspace.example_of());
    });
}

void LessonAuthor::undo(ViewContext& context) {
    if (!may_write(context)) return;
    if (before_.empty()) {
        context.notice = texts::window::lesson_not_undone;
        return;
    }
    try {
        const WrittenLesson last = before_.back();
        save(last);
        before_.resize(before_.size() - 2);  // this one and the change itself
    } catch (const Error& error) {
        parts_.messages.say(error.what());
    }
}

void LessonAuthor::open_text(ViewContext& context) const {
    const std::string path = std::filesystem::absolute(parts_.player.lesson().file).string();
    // The shell ends at once, and what it leaves running is nobody's child here.
    if (context.preferences.watched) run_program({"sh", "-c", "xdg-open \"$0\" &", path});
    context.notice = fmt::format(texts::window::lesson_text_at, path_text(path));
}

bool LessonAuthor::begin(const std::filesystem::path& file) {
    parts_.document.check_fence(file);
    const Session::Snapshot shown = parts_.workspace.session().shown();
    if (!shown.current) return false;
    const LessonScene scene = scene_now(*shown.current, {});
    const Trace& trace = shown.current->trace();
    const AppView& view = parts_.workspace.view();
    const std::string title =
        step_title(std::string(view.row().name), view.save(), trace, record_at(trace, parts_.workspace.cursor()), {});
    write_file_durably(file, new_lesson(file.stem().string(), title, scene, &trace, parts_.workspace.example_of()));
    return true;
}

}  // namespace glassformer
