// Lessons as a course: which there are, how far somebody came in each, which of their steps show a stage, and a step's
// picture without its lesson, with the way back.
#include <fmt/core.h>

#include <algorithm>

#include "app/program/app.h"
#include "app/program/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/lesson/read_lesson.h"

namespace glassformer {

namespace {

constexpr std::size_t most_own_lessons = 12;  // of the list

}  // namespace

/// What progress is remembered by: the name of one of the program's, wherever it is installed; else the whole path.
std::string App::lesson_key(const std::filesystem::path& file) const {
    std::error_code unread;
    const auto whole = [&](const std::filesystem::path& path) {
        return std::filesystem::absolute(path, unread).lexically_normal();
    };
    const std::filesystem::path path = whole(file);
    const bool of_program =
        std::ranges::any_of(lessons_, [&](const std::filesystem::path& one) { return whole(one) == path; });
    return path_text(of_program ? path.stem() : path);
}

/// Settings of before have the program's lessons by their paths.
void App::take_progress(std::vector<LessonProgress> remembered) {
    for (LessonProgress& one : remembered) {
        const bool path = one.lesson.starts_with('/');
        std::string key = path ? lesson_key(one.lesson) : one.lesson;
        if (find_progress(lesson_progress_, key) != nullptr) continue;
        one.lesson = std::move(key);
        lesson_progress_.push_back(std::move(one));
    }
}

/// In every frame of a lesson.
void App::note_lesson_step() {
    LessonProgress& progress = newest_progress(lesson_progress_, lesson_key_);
    const bool right = lesson_.now().question && lesson_.question().result == QuestionState::Result::right;
    note_step(progress, lesson_.step(), lesson_.steps(), right);
}

/// Where it goes on when it is opened again.
void App::remember_lesson_step() {
    if (!lesson_.is_open()) return;
    note_lesson_step();
    note_leaving(lesson_progress_.front(), lesson_.step(), lesson_.steps());
}

/// Files of the user's that were opened before.
void App::find_own_lessons() {
    std::vector<std::filesystem::path> own;
    for (const LessonProgress& one : lesson_progress_) {
        const std::filesystem::path file(one.lesson);
        if (file.is_absolute() && file.extension() == ".md" && own.size() < most_own_lessons) own.push_back(file);
    }
    library_->set_own(own);
}

void App::open_lesson_list() {
    remember_lesson_step();
    find_own_lessons();
    lesson_list_.open(library_->all(), lesson_progress_);
}

void App::try_lesson(const std::filesystem::path& file, int step) {
    try {
        open_lesson(file, step);
    } catch (const Error& error) {
        say(error.what());
    }
}

void App::draw_lesson_lists(ViewContext& context) {
    if (const auto chosen = lesson_list_.draw(context)) {
        try_lesson(chosen->file, chosen->again ? 0 : -1);
        // Once it is open: opening notes where the one before was left, which may be the same.
        if (const std::string key = lesson_key(chosen->file); chosen->again && lesson_.is_open() && lesson_key_ == key)
            start_again(newest_progress(lesson_progress_, key));
    }
    if (const auto step = stage_lessons_.draw(context)) try_lesson(step->lesson->file, step->step);
}

/// How many steps of lessons show a stage, or lead to it. While they are being read nothing is said, and the window
/// wakes once they are; a picture that nobody watches waits for them.
std::size_t App::lesson_steps_of(const std::string& record) {
    if (!preferences_.watched) library_->wait();
    return library_->ready() ? library_->steps_with(record).size() : 0;
}

void App::open_stage_lessons(ViewContext& context) {
    if (!context.shown.current) return;
    const Trace& trace = context.shown.current->trace();
    const int record = record_at(trace, cursor_);
    if (record < 0) return;
    find_own_lessons();
    std::vector<LessonStepPlace> places = library_->steps_with(trace.record(record).name);
    if (places.empty()) {
        context.notice = texts::program::no_lesson_shows;
        return;
    }
    stage_lessons_.open(std::move(places));
}

/// The lesson goes away; its picture stays, free to be changed, with the explanation and the controls.
void App::explore_step() {
    if (!lesson_.is_open()) return;
    remember_lesson_step();
    LessonPlayer away = std::move(lesson_);
    lesson_ = {};
    leave_lesson();
    lesson_away_ = std::move(away);
}

/// The answers that were given are kept; a file that was changed meanwhile is read again.
void App::return_to_lesson() {
    if (!lesson_away_) return;
    LessonPlayer back = *std::exchange(lesson_away_, std::nullopt);
    const std::filesystem::path file = back.lesson().file;
    try {
        back.replace(read_lesson(file), example_of());
    } catch (const Error& error) {
        say(error.what());
    }
    back.show_again();
    lesson_key_ = lesson_key(file);
    lesson_ = std::move(back);
    lesson_file_.watch(preferences_.watched ? file : std::filesystem::path(), [this] { platform_.wake(); });
    if (!panel_before_) panel_before_ = preferences_.panel;
    changes_open_ = false;
    clear_lecture();
    platform_.wake();
}

void App::away_bar(Ui& ui, Rect& rest) {
    if (!lesson_away_) return;
    const std::string back = hint(texts::program::return_to_step, Command::lesson_return);
    const BarButton buttons[] = {{back.c_str(), "lesson away return"}, {"", "close lesson away"}};
    const Rect before = rest;
    const auto pressed =
        bar(ui, rest, fmt::format(texts::program::exploring, lesson_away_->step() + 1, lesson_away_->lesson().title),
            buttons, ui.theme.accent);
    targets_.put("lesson away", {before.x, before.y, before.w, before.h - rest.h});
    if (!pressed) return;
    if (*pressed == 0)
        return_to_lesson();
    else
        lesson_away_.reset();
    ui.keep_awake();
}

}  // namespace glassformer
