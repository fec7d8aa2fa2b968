// Commands of lessons and of the lecture that shows one: a clicker’s keys move the lesson while one is open.
#include <array>

#include "app/program/app.h"
#include "app/views/shared/learn_commands.h"
#include "app/views/shared/window_command.h"
#include "app/workspace/texts.h"

namespace glassformer {

namespace {

void return_to_step(App& app, ViewContext& context) {
    if (app.course().is_open() || app.course().is_away())
        app.course().return_to_step();
    else
        context.notice = hint(texts::window::no_lesson, Command::lessons);
}

/// Of a program without lessons the list, which says so.
void open_tour(Course& course) {
    if (course.files().empty())
        course.open_list();
    else
        course.open_tour();
}

/// Of any lesson with exercises; the open one comes first.
void write_worksheet(App& app, ViewContext& context) {
    const Course& course = app.course();
    const auto open = course.is_open() ? course.player().lesson().file : std::filesystem::path();
    app.exports().open_worksheet_box(context, course.files(), open);
}

std::span<const WindowCommand> rows_of_lesson() {
    using C = Command;
    static constexpr const char* lesson = "Lesson";
    static const std::array all{
        WindowCommand{{C::lessons, lesson, Key::f4, {}, 0, "open a lesson", "course, lecture, tour, tutorial, teach"},
                      [](App& app, ViewContext&) { app.course().open_list(); }},
        WindowCommand{{tour_command, lesson, Key::f1, with_shift, 0, "take the tour",
                       "introduction, beginner, first steps, tutorial, learn, what is a transformer"},
                      [](App& app, ViewContext&) { open_tour(app.course()); },
                      [](const App& app, const Session::Snapshot&) { return !app.course().files().empty(); }},
        WindowCommand{{worksheet_command, lesson, Key::e, with_control_shift, 0, "write a worksheet with its solutions",
                       "exercises, homework, paper, print, PDF, learn, test"},
                      [](App& app, ViewContext& context) { write_worksheet(app, context); },
                      [](const App& app, const Session::Snapshot&) { return !app.course().files().empty(); }},
        WindowCommand{{C::lessons_here, lesson, Key::f4, with_shift, 0, "show this stage in a lesson",
                       "find, explain, course, lecture, tutorial, teach"},
                      [](App& app, ViewContext& context) { app.course().open_stage_list(context); },
                      [](const App& app, const Session::Snapshot& shown) {
                          return shown.current && !app.course().files().empty();
                      }},
        WindowCommand{{C::lesson_next,
                       lesson,
                       Key::page_down,
                       {},
                       0,
                       "next step of the lesson",
                       "forward, clicker, slide",
                       CommandNeeds::lesson},
                      [](App& app, ViewContext& context) { app.course().next(context); },
                      nullptr,
                      [](const App& app) { return app.course().is_open(); }},
        WindowCommand{{C::lesson_back,
                       lesson,
                       Key::page_up,
                       {},
                       0,
                       "previous step of the lesson",
                       "back, clicker, slide",
                       CommandNeeds::lesson},
                      [](App& app, ViewContext&) { app.course().back(); },
                      nullptr,
                      [](const App& app) { return app.course().is_open(); }},
        WindowCommand{
            {C::lesson_return, lesson, Key::f6, {}, 0, "return to the lesson’s picture", "restore, reset"},
            [](App& app, ViewContext& context) { return_to_step(app, context); },
            [](const App& app, const Session::Snapshot&) { return app.course().is_open() || app.course().is_away(); }},
        WindowCommand{{C::lesson_explore, lesson, Key::f6, with_shift, 0, "leave the lesson and explore its picture",
                       "open, free, change, try, edit, play", CommandNeeds::lesson},
                      [](App& app, ViewContext& context) {
                          app.course().explore();
                          if (app.course().presents())  // where nothing else says how to come back
                              context.notice = hint(texts::window::return_to_step, Command::lesson_return);
                      }},
        WindowCommand{{C::presenter, lesson, Key::f5, {}, 0, "presenter mode", "present, slide show, lecture, beamer"},
                      [](App& app, ViewContext&) { app.present(!app.course().presents()); }},
        WindowCommand{{C::presenter, lesson, Key::f5, with_shift, 0, ""}},
        WindowCommand{{C::lesson_add,
                       lesson,
                       Key::f7,
                       {},
                       0,
                       "add this picture to the lesson as a step",
                       "author, record, write",
                       CommandNeeds::run},
                      [](App& app, ViewContext& context) {
                          if (!app.course().add_step(context) && context.shown.current) app.ask_for_lesson();
                      }},
        WindowCommand{
            {C::lesson_retake, lesson, Key::f7, with_shift, 0, "retake the step’s picture", "author, replace, update",
             CommandNeeds::lesson},
            [](App& app, ViewContext& context) { app.course().author().retake_step(context); },
            [](const App& app, const Session::Snapshot& shown) { return app.course().is_open() && shown.current; }},
        WindowCommand{{command_named("window.cover"), lesson, Key::f7, with_control, 0,
                       "cover the selected cell until the step’s question is answered, or uncover it",
                       "author, hide, answer, question", CommandNeeds::run},
                      [](App& app, ViewContext& context) { app.course().author().toggle_cover(context); },
                      [](const App&, const Session::Snapshot& shown) { return static_cast<bool>(shown.current); }},
        WindowCommand{{C::lesson_text,
                       lesson,
                       Key::f8,
                       {},
                       0,
                       "open the lesson’s text in an editor",
                       "author, type, edit, write",
                       CommandNeeds::lesson},
                      [](App& app, ViewContext& context) { app.course().author().open_text(context); }},
        WindowCommand{{C::lesson_new,
                       lesson,
                       Key::none,
                       {},
                       0,
                       "new lesson from this picture",
                       "author, create, template",
                       CommandNeeds::run},
                      [](App& app, ViewContext&) { app.ask_for_lesson(); }},
        WindowCommand{{C::lesson_copy,
                       lesson,
                       Key::none,
                       {},
                       0,
                       "copy this step of the lesson",
                       "author, duplicate",
                       CommandNeeds::lesson},
                      [](App& app, ViewContext& context) { app.course().author().copy_step(context); }},
        WindowCommand{{C::lesson_delete,
                       lesson,
                       Key::none,
                       {},
                       0,
                       "delete this step of the lesson",
                       "author, remove",
                       CommandNeeds::lesson},
                      [](App& app, ViewContext& context) { app.course().author().delete_step(context); }},
        WindowCommand{{C::lesson_earlier,
                       lesson,
                       Key::none,
                       {},
                       0,
                       "move this step of the lesson up",
                       "author, earlier, order",
                       CommandNeeds::lesson},
                      [](App& app, ViewContext& context) { app.course().author().move_step(context, -1); }},
        WindowCommand{{C::lesson_later,
                       lesson,
                       Key::none,
                       {},
                       0,
                       "move this step of the lesson down",
                       "author, later, order",
                       CommandNeeds::lesson},
                      [](App& app, ViewContext& context) { app.course().author().move_step(context, 1); }},
        WindowCommand{{C::lesson_undo,
                       lesson,
                       Key::none,
                       {},
                       0,
                       "revert the last change of the lesson",
                       "author, undo, take back",
                       CommandNeeds::lesson},
                      [](App& app, ViewContext& context) { app.course().author().undo(context); },
                      [](const App& app, const Session::Snapshot&) { return app.course().author().can_undo(); }},
        WindowCommand{{C::lesson_export,
                       lesson,
                       Key::none,
                       {},
                       0,
                       "export the lesson…",
                       "handout, PDF, HTML, web page, pictures, film, slides, print, save",
                       CommandNeeds::lesson},
                      [](App& app, ViewContext& context) {
                          app.exports().open_lesson_box(context, app.course().player().lesson(), app.course().files());
                      },
                      [](const App& app, const Session::Snapshot&) {
                          return app.course().is_open() && app.exports().exports_lessons();
                      }},
        WindowCommand{
            {C::lesson_leave, lesson, Key::none, {}, 0, "leave the lesson", "close, end, stop", CommandNeeds::lesson},
            [](App& app, ViewContext&) { app.course().leave(); }},
        WindowCommand{{C::speaker_notes,
                       lesson,
                       Key::f2,
                       {},
                       0,
                       "speaker’s notes over the picture",
                       "lecture, presenter, clock",
                       CommandNeeds::lesson},
                      [](App& app, ViewContext&) { app.speaker().toggle_sheet(); }},
        WindowCommand{{C::speaker_window, lesson, Key::f2, with_shift, 0, "speaker’s window",
                       "lecture, notes, second screen, presenter view, clock", CommandNeeds::lesson},
                      [](App& app, ViewContext&) { app.speaker().toggle_window(); }},
        WindowCommand{{C::freeze,
                       lesson,
                       Key::f12,
                       {},
                       0,
                       "freeze the audience’s picture, or release it",
                       "lecture, hold, still, prepare",
                       CommandNeeds::lesson},
                      [](App& app, ViewContext& context) { app.speaker().toggle_freeze(context); }},
        WindowCommand{{C::timer_pause,
                       lesson,
                       Key::none,
                       {},
                       0,
                       "start or pause the lecture’s timer",
                       "clock, stopwatch",
                       CommandNeeds::lesson},
                      [](App& app, ViewContext& context) {
                          app.lecture().toggle_timer();
                          context.notice =
                              app.lecture().timer.running() ? texts::window::timer_runs : texts::window::timer_pauses;
                      }},
        WindowCommand{{C::timer_reset,
                       lesson,
                       Key::none,
                       {},
                       0,
                       "reset the lecture’s timer",
                       "clock, stopwatch, zero",
                       CommandNeeds::lesson},
                      [](App& app, ViewContext& context) {
                          app.lecture().timer.reset(app.lecture().now());
                          context.notice = texts::window::timer_is_reset;
                      }},
        WindowCommand{{C::hands_clear,
                       lesson,
                       Key::none,
                       {},
                       0,
                       "clear the show of hands",
                       "class, vote, count, poll",
                       CommandNeeds::lesson},
                      [](App& app, ViewContext&) { app.course().player().question().hands.clear(); }},
    };
    return all;
}

}  // namespace

extern const WindowCommandTable lesson_commands{-1, rows_of_lesson};

}  // namespace glassformer
