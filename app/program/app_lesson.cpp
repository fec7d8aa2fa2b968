// Lessons in the window: opening one, showing its steps, and what its text reads off the run.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/lessons/lesson_sizes.h"
#include "app/lessons/texts.h"
#include "app/program/app.h"
#include "app/program/lecture_hall.h"
#include "app/program/texts.h"
#include "app/views/shared/wording.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/lesson/cell_words.h"
#include "core/lesson/read_lesson.h"
#include "core/tape/formula_text.h"

namespace glassformer {

namespace {

/// What it asks for is computed from the predictions. Who works towards a goal watches them.
bool asks_prediction(const LessonQuestion& question) {
    if (question.kind == LessonQuestion::Kind::goal) return false;
    const auto names = [](const std::string& expression) {
        return expression.find("probs") != std::string::npos || expression.find("logits") != std::string::npos;
    };
    return names(question.answer) || std::ranges::any_of(question.options, names);
}

}  // namespace

/// A lesson knows the built-in models and those of lessons: one from a stranger opens no other folders.
ExampleOf App::example_of() const {
    return [this](const std::string& name) {
        const auto found = std::ranges::find(known_models_, name, &ModelChoice::name);
        if (found == known_models_.end()) return Inputs{};
        Inputs inputs;
        if (!found->examples.empty()) inputs = found->examples.front();
        inputs.model = name;
        return inputs;
    };
}

void App::open_lesson(const std::filesystem::path& file, int step) {
    remember_lesson_step();
    lesson_texts_.clear();
    lesson_asked_.clear();
    const std::string key = lesson_key(file);
    const LessonProgress* const left = find_progress(lesson_progress_, key);
    lesson_.open(read_lesson(file), example_of(), step >= 0 ? step : left == nullptr ? 0 : left->step);
    lesson_away_.reset();
    lesson_key_ = key;
    lesson_file_.watch(preferences_.watched ? file : std::filesystem::path(), [this] { platform_.wake(); });
    if (!panel_before_) panel_before_ = preferences_.panel;
    changes_open_ = false;
    clear_lecture();
    platform_.wake();
}

void App::welcome(ViewContext& context) {
    const Welcome chosen = draw_welcome(context, welcome_open_);
    if (chosen == Welcome::none) return;
    welcomed_ = true;
    welcome_open_ = false;
    if (chosen == Welcome::lessons) open_lesson_list();
    if (chosen == Welcome::tour) try {
            const auto tour = std::ranges::find(lessons_, "tour", [](const auto& file) { return file.stem(); });
            open_lesson(tour == lessons_.end() ? lessons_.front() : *tour);
        } catch (const Error& error) {
            say(error.what());
        }
}

void App::leave_lesson() {
    remember_lesson_step();
    lesson_.close();
    gui_.hold_pages(-1);
    end_preparing();
    lesson_texts_.clear();
    lesson_file_.watch({}, {});
    entering_.reset();
    if (panel_before_) preferences_.panel = *panel_before_;
    panel_before_.reset();
    presenter_ = false;
    lesson_numbers_.clear();
    clear_lecture();
}

/// The whole state of a step: what was looked at before leaves nothing behind.
void App::show_scene(const LessonScene& scene) {
    SessionFile session = session_now();
    session.inputs = scene.session.inputs;
    session.cursor = scene.session.cursor;
    session.views = scene.session.views;
    session.view = scene.session.view;
    session.color_limits = scene.session.color_limits;
    session.panel = scene.panel;
    session.panel_instead = false;
    session.scrolled = gui_.scrolled();
    std::erase_if(session.scrolled, [](const auto& area) { return !area.first.starts_with("lesson"); });
    changes_open_ = false;
    kept_text_.reset();
    show_session(session);
    gui_.hold_pages(scene.scroll > 0 ? scene.scroll : -1);
    entering_ = scene;
}

void App::enter_lesson_cell(const Evaluation& run) {
    if (!entering_ || pending_session_ || run.inputs() != entering_->session.inputs) return;
    const LessonScene scene = *std::exchange(entering_, std::nullopt);
    const Trace& trace = run.trace();
    try {
        if (!scene.cell.empty()) {
            const int head = cursor_.head;
            jump(trace, cursor_, selected_cell(scene, run));
            if (trace.record(record_at(trace, cursor_)).shape.find(Axis::head) < 0) cursor_.head = head;
        }
    } catch (const Error& error) {
        say(fmt::format(texts::program::lesson_cell, lesson_.step() + 1, error.what()));
    }
    if (scene.row_limit > 0)
        if (const int record = record_at(trace, cursor_); record >= 0) {
            const Grid grid = grid_of(trace, record, cursor_.head);
            cursor_.limit = scene.row_limit < grid.rows ? scene.row_limit * grid.cols - 1 : -1;
        }
}

/// Before a frame is drawn: the step's scene, the file if it was written anew, and whether the user went elsewhere.
void App::follow_lesson(Ui& ui, const Session::Snapshot& shown) {
    const bool open = lesson_.is_open();
    preferences_.alone = picture_alone_ || (open && !lesson_.left && !lesson_.scene().controls);
    preferences_.asked = open && !lesson_.left && lesson_.now().question && !lesson_.question().answered();
    preferences_.asks_prediction = preferences_.asked && asks_prediction(*lesson_.now().question);
    lecture_->timer.show_step(stroke_page(), lecture_now());
    if (!open) return;
    if (preferences_.watched) {
        if (lesson_file_.take_change()) try {
                lesson_.replace(read_lesson(lesson_.lesson().file), example_of());
                lesson_asked_.clear();
                notice_ = texts::program::lesson_read_again;
            } catch (const Error& error) {
                say(error.what());
            }
    }
    const bool asked_for_goal = lesson_.now().question && !lesson_.question().answered() &&
                                lesson_.now().question->kind == LessonQuestion::Kind::goal;
    if (lesson_.take_change()) {
        lesson_ahead_known_ = false;
        LessonScene scene = lesson_.scene();
        const Inputs& now = session_.inputs();
        Inputs& inputs = scene.session.inputs;
        // Who looked elsewhere on the way to a goal goes on with what was done so far.
        if (asked_for_goal && lesson_.left && now.model == inputs.model && now.text == inputs.text)
            inputs.edits = now.edits;
        lesson_.left = false;
        lesson_frames_ = 0;
        show_scene(scene);
        ui.keep_awake();
    }
    note_lesson_step();
    if (!shown.current) return;
    enter_lesson_cell(*shown.current);
    if (entering_ || shown.stale) {
        lesson_frames_ = 0;
        return;
    }
    prepare_steps();
    // A view may choose a stage of its own when it is shown.
    if (lesson_frames_ < 2 && ++lesson_frames_ == 2) lesson_record_ = cursor_.record;
    const LessonScene& scene = lesson_.scene();
    const bool goal = lesson_.now().question && lesson_.now().question->kind == LessonQuestion::Kind::goal;
    const bool other_run = session_.inputs() != scene.session.inputs && !goal;
    const bool elsewhere = lesson_frames_ >= 2 && cursor_.record != lesson_record_ && !goal;
    lesson_.left = other_run || preferences_.view != scene.session.view || elsewhere;
}

bool App::run_lesson(Command command, ViewContext& context) {
    if (command == Command::lessons) {
        open_lesson_list();
        return true;
    }
    if (command == Command::lessons_here) {
        open_stage_lessons(context);
        return true;
    }
    if (command == Command::lesson_return && lesson_away_) {
        return_to_lesson();
        return true;
    }
    if (command == Command::lesson_new) {
        std::error_code unread;
        open_sheet_.open_to_save(std::filesystem::current_path(unread) / texts::program::lesson_name);
        return true;
    }
    if (!lesson_.is_open()) {
        const bool walks = command == Command::lesson_next || command == Command::lesson_back;
        if (!walks) context.notice = hint(texts::program::no_lesson, Command::lessons);
        return !walks;
    }
    switch (command) {
        case Command::lesson_next:
            if (lesson_.asks() && answer_to_come())
                context.notice = texts::lessons::answer_to_come;
            else if (lesson_.asks())
                show_answer(context.shown);
            else if (!lesson_.next())
                context.notice = texts::program::lesson_ends;
            break;
        case Command::lesson_back:
            if (lesson_.left)
                lesson_.show_again();
            else
                static_cast<void>(lesson_.back());
            break;
        case Command::lesson_return: lesson_.show_again(); break;
        case Command::lesson_leave: leave_lesson(); break;
        case Command::lesson_explore: explore_step(); break;
        case Command::lesson_export: open_lesson_export(context); break;
        case Command::presenter:
            presenter_ = !presenter_;
            if (presenter_) lecture_->timer.start(lecture_now());
            if (presenter_ != platform_.fullscreen()) {
                if (!platform_.fullscreen()) windowed_size_ = platform_.size();
                platform_.set_fullscreen(presenter_);
            }
            break;
        default: return write_lesson(command, context);
    }
    return true;
}

QuestionVerdict App::mark_answer(const QuestionState& answer, const Session::Snapshot& shown) const {
    if (!shown.current) return {};
    GivenAnswer given{.text = answer.typed};
    const LessonQuestion& question = *lesson_.now().question;
    if (question.kind == LessonQuestion::Kind::choice && answer.chosen >= 0) given.options = {answer.chosen};
    if (question.kind == LessonQuestion::Kind::order) {
        given.options = answer.order;
        for (int i = 0; given.options.empty() && i < static_cast<int>(question.options.size()); ++i)
            given.options.push_back(i);
    }
    if (const CellRef cell = locked_cell(shown.current->trace(), cursor_)) given.cell = {cell.record, cell.cell};
    QuestionVerdict verdict;
    try {
        const Marked marked =
            mark(question, given, lesson_runs(shown), [](double number) { return number_text(number); });
        verdict.right = marked.right;
        verdict.words = marked.said;
        verdict.answer = marked.answer;
        verdict.options = marked.options;
    } catch (const Error& error) {
        verdict.words = error.what();
    }
    return verdict;
}

/// What a clicker does with a question: the class has answered aloud.
void App::show_answer(const Session::Snapshot& shown) {
    QuestionState& state = lesson_.question();
    state.verdict = mark_answer(state, shown);
    state.verdict.words.clear();
    state.result = QuestionState::Result::shown;
    lesson_.answered();
}

QuestionVerdict App::show_lesson_answer() {
    show_answer(session_.shown());
    return lesson_.question().verdict;
}

void App::draw_lesson(ViewContext& context, const Rect& place) {
    const Session::Snapshot& shown = context.shown;
    lesson_page_ = view().numbers();
    lesson_other_.reset();
    for (const std::unique_ptr<AppView>& view : views_)
        if (!lesson_.left && sets_other_run(lesson_.scene()) && view->follow_other_run(session_.inputs()))
            context.ui.keep_awake();
    for (const std::unique_ptr<AppView>& view : views_)
        if (auto other = view->other_run()) lesson_other_ = std::move(other);
    RichWords words{.live = [&](const LessonSpan& span) { return number_of_step(span, shown); },
                    .formula =
                        [&](const LessonSpan& span) {
                            if (!shown.current) return span.text;
                            const int id = shown.current->trace().find(span.text);
                            return id < 0 ? span.text : shown.current->trace().formula(id);
                        },
                    .meaning = [&](std::string_view link) -> std::optional<Meaning> {
                        if (!shown.current) return {};
                        const int id = shown.current->trace().find(link.substr(0, link.find('[')));
                        if (id < 0) return {};
                        const Stage* stage = shown.current->trace().record(id).stage;
                        return stage == nullptr ? std::optional<Meaning>() : stage->meaning;
                    },
                    .lit = {}};
    QuestionCalls calls{.mark = {}, .formula = words.formula, .live = words.live};
    if (const auto& question = lesson_.now().question) {
        for (const std::string& option : question->options) calls.options.push_back(words_of_option(option));
        calls.mark = [&](const QuestionState& state) { return mark_answer(state, shown); };
        if (shown.current && cursor_.locked)
            if (const CellRef cell = locked_cell(shown.current->trace(), cursor_))
                calls.cell = cell_in_words(*shown.current, {cell.record, cell.cell});
        if (question->kind == LessonQuestion::Kind::goal) calls.holds = mark_answer({}, shown).right;
        calls.hands = question->kind == LessonQuestion::Kind::choice;
        calls.letters_count = presenter_;
        calls.waits = answer_to_come();
    }
    const LessonPage page{.lesson = lesson_.lesson(),
                          .step = lesson_.step(),
                          .parts = lesson_.parts(),
                          .left = lesson_.left,
                          .presenter = presenter_,
                          .question = lesson_.question(),
                          .state = lesson_.panel,
                          .words = words,
                          .calls = calls,
                          .next_key = key_of(Command::lesson_next),
                          .back_key = key_of(Command::lesson_back),
                          .return_key = key_of(Command::lesson_return),
                          .explore_key = key_of(Command::lesson_explore)};
    const DrawnLesson drawn = lesson_panel(context.ui, targets_, place, page);
    lesson_hidden_ = std::max(0.0F, drawn.text_height - drawn.room) / context.ui.em;
    using Kind = LessonAction::Kind;
    switch (drawn.action.kind) {
        case Kind::none: break;
        case Kind::next: static_cast<void>(run_lesson(Command::lesson_next, context)); break;
        case Kind::back:
            if (!lesson_.back()) context.notice = texts::program::lesson_begins;
            break;
        case Kind::go_to: lesson_.go(drawn.action.step); break;
        case Kind::return_to_picture: lesson_.show_again(); break;
        case Kind::close: leave_lesson(); break;
        case Kind::explore: explore_step(); break;
        case Kind::link: follow_link(context, drawn.action.link); break;
        case Kind::question:
            if (lesson_.question().result == QuestionState::Result::shown) lesson_.question().verdict.words.clear();
            if (lesson_.question().answered()) lesson_.answered();
            break;
    }
    if (drawn.action.kind != Kind::none) context.ui.keep_awake();
}

/// A stage or a cell of the run: the cursor goes there.
void App::follow_link(ViewContext& context, const std::string& link) {
    if (!context.shown.current) return;
    const Evaluation& run = *context.shown.current;
    try {
        const NamedCell found = cells_of(*parse_reference(link), run);
        const Shape& shape = run.trace().record(found.record).shape;
        bool single = shape.rank() > 0;
        Cell cell = found.cell;
        for (int d = 0; d < shape.rank(); ++d) {
            if (shape.axis(d) == Axis::head && cell[d] >= 0) cursor_.head = cell[d];
            single = single && cell[d] != Cell::all;
        }
        if (single)
            jump(run.trace(), cursor_, {found.record, cell});
        else
            go_to(run.trace(), cursor_, found.record);
    } catch (const Error& error) {
        context.notice = error.what();
    }
}

void App::describe_lesson(State& state) const {
    state.add("lesson", lesson_.is_open() ? lesson_.lesson().title : "");
    state.add("lesson_step", lesson_.is_open() ? std::to_string(lesson_.step() + 1) : "");
    state.add("lesson_parts", lesson_.is_open() ? std::to_string(lesson_.parts()) : "");
    state.add("lesson_left", lesson_.is_open() && lesson_.left);
    const bool asked = lesson_.is_open() && lesson_.now().question;
    using Result = QuestionState::Result;
    const Result result = asked ? lesson_.question().result : Result::open;
    state.add("lesson_answer", !asked                    ? ""
                               : result == Result::open  ? "open"
                               : result == Result::wrong ? "wrong"
                               : result == Result::right ? "right"
                                                         : "shown");
    state.add("presenter", presenter_);
    state.add("lesson_prepared", lesson_prepared_);
    state.add("lesson_away", lesson_away_ ? std::to_string(lesson_away_->step() + 1) : "");
    state.add("stage_lessons", stage_lessons_.is_open());
}

}  // namespace glassformer
