// The lesson that is open: its steps are shown, left and come back to.
#include <fmt/core.h>

#include <algorithm>

#include "app/course/course.h"
#include "app/lessons/scene_marks.h"
#include "app/lessons/texts.h"
#include "app/workspace/message_bar.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/utf8.h"
#include "core/lesson/read_lesson.h"

namespace glassformer {

namespace {

/// What it asks for is computed from the predictions. Who works towards a goal watches them.
bool asks_prediction_in(const LessonQuestion& question) {
    if (question.kind == LessonQuestion::Kind::goal) return false;
    const auto names = [](const std::string& expression) {
        return expression.find("probs") != std::string::npos || expression.find("logits") != std::string::npos;
    };
    return names(question.answer) || std::ranges::any_of(question.options, names);
}

bool is_goal(const LessonStep& step) { return step.question && step.question->kind == LessonQuestion::Kind::goal; }

}  // namespace

void Course::open(const std::filesystem::path& file, int step) {
    remember_step();
    const std::string key = key_of_lesson(file);
    const LessonProgress* const left = find_progress(progress_, key);
    player_.open(read_lesson(file), parts_.workspace.example_of(), step >= 0 ? step : left == nullptr ? 0 : left->step);
    author_.forget();
    numbers_.forget_questions();
    away_.reset();
    before_away_.reset();
    key_ = key;
    begin(file);
    begin_lecture();
}

/// A lesson stands beside its picture from now on.
void Course::begin(const std::filesystem::path& file) {
    Preferences& preferences = parts_.workspace.preferences();
    file_.watch(preferences.watched ? file : std::filesystem::path(),
                [&platform = parts_.platform] { platform.wake(); });
    if (!panel_before_) panel_before_ = preferences.panel;
    if (!before_) before_ = parts_.arrival.session_now();
    preferences.simple = preferences.simple || player_.lesson().simple_window;
    asked_at_ = -1;
    parts_.changes.close();
    parts_.platform.wake();
}

/// What was drawn over another lesson is gone, and the time begins anew.
void Course::begin_lecture() {
    parts_.lecture.strokes.forget_steps();
    parts_.lecture.timer.show_step(page(), parts_.lecture.now());  // the new lesson's, not the old one's
    parts_.lecture.timer.reset(parts_.lecture.now());
    if (presenter_) parts_.lecture.timer.start(parts_.lecture.now());
}

void Course::end_lecture() {
    parts_.lecture.strokes.forget_steps();
    parts_.lecture.timer.reset(parts_.lecture.now());
    parts_.lecture.timer.pause(parts_.lecture.now());
}

void Course::leave() {
    const std::optional<SessionFile> before = std::exchange(before_, std::nullopt);
    close_lesson();
    end_lecture();
    if (!before) return;
    parts_.changes.close();
    parts_.arrival.forget_text();
    parts_.arrival.open(*before);
    parts_.platform.wake();
}

void Course::close_lesson() {
    remember_step();
    player_.close();
    parts_.gui.hold_pages(-1);
    marks_.clear();
    beside_.clear();
    image_file_.clear();
    ahead_.end();
    author_.forget();
    file_.watch({}, {});
    show_panel_without_lesson();
    numbers_.forget_numbers();
}

/// As it was before; what is presented without a lesson is the picture alone.
void Course::show_panel_without_lesson() {
    bool& panel = parts_.workspace.preferences().panel;
    if (!presenter_) {
        panel = panel_before_.value_or(panel);
        panel_before_.reset();
        return;
    }
    if (!panel_before_) panel_before_ = panel;
    panel = false;
}

void Course::next(ViewContext& context) {
    player_.panel.list_open = false;
    if (comes_since_ && player_.asks()) {
        pressed_at_ = player_.step();
        return;
    }
    const bool again = std::exchange(asked_at_, -1) == player_.step();
    if (player_.asks()) {
        if (answer_to_come()) {
            context.notice = texts::lessons::answer_to_come;
        } else if (presenter_ || again) {
            static_cast<void>(show_answer(context.shown));
        } else {
            asked_at_ = player_.step();
            context.notice = texts::window::answer_again;
        }
        return;
    }
    if (player_.next()) return;
    const LibraryLesson* const lesson = presenter_ ? nullptr : next_lesson();
    if (lesson == nullptr) {
        context.notice = texts::window::lesson_ends;
    } else if (again) {
        open_next_lesson();
    } else {
        asked_at_ = player_.step();
        context.notice = fmt::format(texts::window::lesson_ends_before, lesson->title);
    }
}

const LibraryLesson* Course::next_lesson() {
    if (!is_open()) return nullptr;
    if (!parts_.workspace.preferences().watched) library_.wait();
    if (!library_.ready()) return nullptr;
    const std::vector<const LibraryLesson*> all = library_.all();
    const auto open =
        std::ranges::find_if(all, [this](const LibraryLesson* lesson) { return key_of_lesson(lesson->file) == key_; });
    if (open == all.end()) return nullptr;
    const auto next = std::find_if(open + 1, all.end(), [](const LibraryLesson* l) { return l->problem.empty(); });
    const auto follows = [](const LibraryLesson& lesson) { return !lesson.own && !is_lecture(lesson); };
    return next != all.end() && follows(**open) && follows(**next) ? *next : nullptr;
}

void Course::open_next_lesson() {
    if (const LibraryLesson* const lesson = next_lesson()) try_open(lesson->file);
}

void Course::back() {
    player_.panel.list_open = false;
    if (player_.left)
        player_.show_again();
    else
        static_cast<void>(player_.back());
}

void Course::present(bool on) {
    presenter_ = on;
    if (!is_open()) show_panel_without_lesson();
    if (on) parts_.lecture.timer.start(parts_.lecture.now());
}

bool Course::take_list_keys(const Input& input) {
    if (!is_open() || !player_.panel.list_open) return false;
    const auto action = step_list_keys(input, player_.panel, player_.step(), player_.steps());
    if (action && action->kind == LessonAction::Kind::go_to) player_.go(action->step);
    return action.has_value();
}

bool Course::close_step_list() { return is_open() && std::exchange(player_.panel.list_open, false); }

bool Course::take_number(const Input& input) {
    using Kind = LessonQuestion::Kind;
    if (input.typing || presenter_ || !is_open() || player_.panel.list_open) return false;
    if (!player_.asks() || player_.now().question->kind != Kind::number) return false;
    constexpr std::u32string_view of_numbers = U"0123456789.,-−";
    std::string typed;
    for (const char32_t c : input.characters)
        if (of_numbers.find(c) != std::u32string_view::npos) append_utf8(typed, c);
    const bool digit = std::ranges::any_of(input.keys, [](const KeyPress& press) {
        return press.modifiers == no_modifiers && press.key >= Key::digit_0 && press.key <= Key::digit_9;
    });
    if (typed.empty() && !digit) return false;
    number_typed_ = std::move(typed);
    return true;
}

bool Course::class_votes() const {
    return presenter_ && is_open() && player_.asks() && player_.now().question->kind == LessonQuestion::Kind::choice;
}

bool Course::waits_for_answer() const {
    return is_open() && !player_.left && player_.now().question && !player_.question().answered();
}

bool Course::asks_prediction() const { return waits_for_answer() && asks_prediction_in(*player_.now().question); }

void Course::show_scene(const LessonScene& scene) {
    marks_ = scene.marks;
    beside_ = scene.beside;
    take_image(scene.image);
    SessionFile session = parts_.arrival.session_now();
    session.inputs = scene.session.inputs;
    session.b = scene.session.b;
    session.cursor = scene.session.cursor;
    session.views = scene.session.views;
    session.view = scene.session.view;
    session.colour_limits = scene.session.colour_limits;
    session.panel = scene.panel;
    session.panel_instead = false;
    session.scrolled = parts_.gui.scrolled();
    std::erase_if(session.scrolled, [](const auto& area) { return !area.first.starts_with("lesson"); });
    parts_.changes.close();
    parts_.arrival.forget_text();
    const int step = is_open() ? player_.step() + 1 : 0;
    parts_.arrival.open(session, scene.cell, scene.row_limit,
                        [step](const std::string& why) { return fmt::format(texts::window::lesson_cell, step, why); });
    parts_.gui.hold_pages(scene.scroll > 0 ? scene.scroll : -1);
}

/// Where somebody is writing the lesson, the text is the file's as it is now.
void Course::read_again() {
    if (!parts_.workspace.preferences().watched || !file_.take_change()) return;
    const std::filesystem::path& file = player_.lesson().file;
    try {
        if (author_.wrote(read_file(file, largest_lesson))) return;
        player_.replace(read_lesson(file), parts_.workspace.example_of());
        numbers_.forget_questions();
        parts_.messages.notice() = texts::window::lesson_read_again;
    } catch (const Error& error) {
        parts_.messages.say(error.what());
    }
}

void Course::follow(ViewContext& context) {
    follow_step(context);
    follow_cover(context.shown);
}

void Course::follow_step(ViewContext& context) {
    Ui& ui = context.ui;
    const Session::Snapshot& shown = context.shown;
    parts_.lecture.timer.show_step(page(), parts_.lecture.now());
    if (!is_open()) return;
    read_again();
    const Inputs& now = parts_.workspace.session().inputs();
    const bool towards_goal = is_goal(player_.now()) && !player_.question().answered();
    if (player_.take_change()) {
        ahead_.forget();
        author_.forget_covers();
        LessonScene scene = player_.scene();
        Inputs& inputs = scene.session.inputs;
        // Who looked elsewhere on the way to a goal goes on with what was done so far.
        if (towards_goal && player_.left && now.model == inputs.model && now.text == inputs.text)
            inputs.edits = now.edits;
        player_.left = false;
        frames_ = 0;
        if (!comes_since_) comes_since_ = ui.now;
        show_scene(scene);
        ui.keep_awake();
    }
    note_step();
    if (!shown.current) return;
    if (parts_.arrival.under_way() || shown.stale) {
        frames_ = 0;
        return;
    }
    ahead_.prepare(context, presenter_);
    const Cursor& cursor = parts_.workspace.cursor();
    // A view may choose a stage of its own when it is shown.
    if (frames_ < frames_to_settle && ++frames_ == frames_to_settle) {
        record_ = cursor.record;
        picture_ = parts_.workspace.view().picture();
    }
    const LessonScene& scene = player_.scene();
    const bool goal = is_goal(player_.now());
    const bool other_run = now != scene.session.inputs && !goal;
    const bool elsewhere = frames_ >= frames_to_settle && !goal &&
                           (cursor.record != record_ || parts_.workspace.view().picture() != picture_);
    player_.left = other_run || parts_.workspace.preferences().view != scene.session.view || elsewhere;
}

bool Course::page_shown() const {
    if (player_.left || !parts_.workspace.session().shown().error.empty()) return true;
    return !parts_.arrival.under_way() && frames_ > 0;
}

void Course::describe(State& state) const {
    const bool open = is_open(), asked = open && player_.now().question;
    state.add("lesson", open ? player_.lesson().title : "");
    state.add("lesson_about", open ? about_ : "");
    state.add("lesson_step", open ? std::to_string(player_.step() + 1) : "");
    state.add("lesson_parts", open ? std::to_string(player_.parts()) : "");
    state.add("lesson_left", open && player_.left);
    using Result = QuestionState::Result;
    const Result result = asked ? player_.question().result : Result::open;
    state.add("lesson_answer", !asked                    ? ""
                               : result == Result::open  ? "open"
                               : result == Result::wrong ? "wrong"
                               : result == Result::right ? "right"
                                                         : "shown");
    state.add("presenter", presenter_);
    state.add("lesson_prepared", ahead_.prepared());
    state.add("lesson_away", away_ ? std::to_string(away_->step() + 1) : "");
    state.add("lesson_list", list_.is_open());
    state.add("stage_lessons", stage_list_.is_open());
    state.add("leave_lesson", leaving_.is_open());
    std::string hands;
    if (open)
        for (const int raised : player_.question().hands) hands += (hands.empty() ? "" : " ") + std::to_string(raised);
    state.add("hands", hands);
}

}  // namespace glassformer
