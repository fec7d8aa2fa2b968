// Tools over the picture, with a lesson or without. In presenter mode of a lesson Ctrl+L is the laser pointer, too.
#include <array>

#include "app/program/app.h"
#include "app/views/shared/window_command.h"
#include "app/workspace/texts.h"

namespace glassformer {

namespace {

std::span<const WindowCommand> rows_of_lecture() {
    using C = Command;
    static constexpr const char* lecture = "Lecture";
    static const std::array all{
        WindowCommand{{C::spotlight, lecture, Key::f3, {}, 0, "spotlight", "dim, highlight, focus, present"},
                      [](App& app, ViewContext&) { app.lecture().spotlight.toggle(); }},
        WindowCommand{{C::laser, lecture, Key::f10, {}, 0, "laser pointer", "red dot, point, present"},
                      [](App& app, ViewContext&) { app.lecture().hand.toggle(LectureTool::laser); }},
        WindowCommand{{C::pen, lecture, Key::p, with_control, 0, "pen", "draw, ink, annotate, mark, present"},
                      [](App& app, ViewContext& context) {
                          app.lecture().hand.toggle(LectureTool::pen);
                          if (app.lecture().hand.held()) context.notice = texts::window::pen_keys;
                      }},
        WindowCommand{{C::pen_away, lecture, Key::a, with_control, 0, "put the laser pointer or the pen away",
                       "arrow, mouse, cursor"},
                      [](App& app, ViewContext&) { app.lecture().hand.tool = LectureTool::arrow; }},
        WindowCommand{
            {C::pen_undo, lecture, Key::backspace, with_control, 0, "undo the last stroke of the pen", "ink, draw"},
            [](App& app, ViewContext& context) {
                if (!app.lecture().strokes.undo(app.course().page())) context.notice = texts::window::no_strokes;
            }},
        WindowCommand{{C::pen_clear, lecture, Key::erase, with_control, 0, "erase all strokes of the pen",
                       "ink, draw, clear, wipe"},
                      [](App& app, ViewContext& context) {
                          if (!app.lecture().strokes.clear(app.course().page()))
                              context.notice = texts::window::no_strokes;
                      }},
    };
    return all;
}

}  // namespace

extern const WindowCommandTable lecture_commands{2, rows_of_lecture};

}  // namespace glassformer
