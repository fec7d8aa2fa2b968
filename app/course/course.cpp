// Which lessons there are, how far somebody came in each, and which of their steps show a stage.
#include "app/course/course.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/sheets/texts.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"

namespace glassformer {

namespace {
constexpr std::size_t most_own_lessons = 12;  // of the list
}

Course::Course(const Parts& parts, std::vector<std::filesystem::path> files)
    : parts_(parts),
      files_(std::move(files)),
      library_(files_, parts.workspace.example_of(), [&platform = parts.platform] { platform.wake(); }),
      numbers_(player_, parts.workspace, parts.arrival),
      ahead_(player_, parts.workspace),
      author_({player_, file_, parts.workspace, parts.arrival, parts.messages, parts.document, files_}) {}

/// What progress is remembered by: the name of one of the program's, wherever it is installed; else the whole path.
std::string Course::key_of_lesson(const std::filesystem::path& file) const {
    std::error_code unread;
    const auto whole = [&](const std::filesystem::path& path) {
        return std::filesystem::absolute(path, unread).lexically_normal();
    };
    const std::filesystem::path path = whole(file);
    const bool of_program =
        std::ranges::any_of(files_, [&](const std::filesystem::path& one) { return whole(one) == path; });
    return path_text(of_program ? path.stem() : path);
}

void Course::take_progress(std::vector<LessonProgress> remembered) {
    for (LessonProgress& one : remembered) {
        const bool path = one.lesson.starts_with('/');
        std::string key = path ? key_of_lesson(one.lesson) : one.lesson;
        if (find_progress(progress_, key) != nullptr) continue;
        one.lesson = std::move(key);
        progress_.push_back(std::move(one));
    }
}

/// In every frame of a lesson.
void Course::note_step() {
    LessonProgress& progress = newest_progress(progress_, key_);
    const bool right = player_.now().question && player_.question().result == QuestionState::Result::right;
    glassformer::note_step(progress, player_.step(), player_.steps(), right);
}

void Course::remember_step() {
    if (!is_open()) return;
    note_step();
    note_leaving(progress_.front(), player_.step(), player_.steps());
}

void Course::find_own_lessons() {
    std::vector<std::filesystem::path> own;
    for (const LessonProgress& one : progress_) {
        const std::filesystem::path file(one.lesson);
        if (file.is_absolute() && file.extension() == ".md" && own.size() < most_own_lessons) own.push_back(file);
    }
    library_.set_own(own);
}

void Course::open_list() {
    remember_step();
    find_own_lessons();
    list_.open(library_.all(), progress_);
}

void Course::open_tour() {
    const auto tour = std::ranges::find(files_, "tour", [](const auto& file) { return file.stem(); });
    try_open(tour == files_.end() ? files_.front() : *tour);
}

void Course::try_open(const std::filesystem::path& file, int step) {
    try {
        open(file, step);
    } catch (const Error& error) {
        parts_.messages.say(error.what());
    }
}

void Course::draw_lists(ViewContext& context) {
    if (const auto chosen = list_.draw(context)) {
        try_open(chosen->file, chosen->again ? 0 : -1);
        // Once it is open: opening notes where the one before was left, which may be the same.
        if (const std::string key = key_of_lesson(chosen->file); chosen->again && is_open() && key_ == key)
            start_again(newest_progress(progress_, key));
    }
    if (const auto step = stage_list_.draw(context)) go_to_step(step->lesson->file, step->step);
    if (const auto place = leaving_.draw(context)) try_open(place->file, place->step);
}

void Course::go_to_step(const std::filesystem::path& file, int step) {
    const std::string key = key_of_lesson(file);
    if (away_ && key_of_lesson(away_->lesson().file) == key) return_to_step();
    if (!is_open() && !away_) return try_open(file, step);
    if (is_open() && key == key_) {
        player_.panel.list_open = false;
        player_.go(step);
        parts_.platform.wake();
        return;
    }
    std::string title = path_text(file.stem());
    for (const LibraryLesson* const lesson : library_.all())
        if (lesson->file == file) title = lesson->title;
    const LessonPlayer& left = is_open() ? player_ : *away_;
    leaving_.ask(fmt::format(texts::sheets::leave_lesson, left.lesson().title, left.step() + 1, title), {file, step});
    parts_.platform.wake();
}

const LibraryLesson* Course::open_in_library() {
    if (!is_open()) return nullptr;
    for (const LibraryLesson* const lesson : library_.all())
        if (key_of_lesson(lesson->file) == key_) return lesson;
    return nullptr;
}

std::size_t Course::steps_of(const std::string& record) {
    if (!parts_.workspace.preferences().watched) library_.wait();
    return library_.ready() ? library_.steps_with(record).size() : 0;
}

void Course::open_stage_list(ViewContext& context) {
    if (!context.shown.current) return;
    const Trace& trace = context.shown.current->trace();
    const int record = record_at(trace, context.cursor);
    if (record < 0) return;
    find_own_lessons();
    std::vector<LessonStepPlace> places = library_.steps_with(trace.record(record).name);
    if (places.empty()) {
        context.notice = texts::window::no_lesson_shows;
        return;
    }
    stage_list_.open(std::move(places));
}

}  // namespace glassformer
