// Commands of the window, whichever view is shown.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/program/app.h"
#include "app/views/shared/show_tokens.h"
#include "app/views/shared/view_film.h"
#include "app/views/shared/window_command.h"
#include "app/workspace/texts.h"
#include "core/session/intervention.h"

namespace glassformer {

namespace {

void change_text_scale(ViewContext& context, int steps) {
    const float now = std::round(context.preferences.text_scale * 10) + static_cast<float>(steps);
    context.preferences.text_scale = std::clamp(now / 10, smallest_text, largest_text);
}

void next_theme(ViewContext& context) {
    const auto themes = all_themes();
    const auto at = std::ranges::find(themes, context.preferences.theme);
    context.preferences.theme = at + 1 < themes.end() ? *(at + 1) : themes.front();
    context.notice = fmt::format(texts::window::theme, std::string(context.preferences.theme->title));
}

/// The key is held for the original run; pressed where there is none, it says why.
void say_original(App& app, ViewContext& context) {
    const Session::Snapshot now = app.session().shown();
    if (now.unedited_is_alike || !now.current) return;
    context.notice = interventions(app.session().inputs(), now.current->trace()).empty()
                         ? texts::window::no_changes
                         : texts::window::original_differs;
}

std::span<const WindowCommand> rows_of_window() {
    using C = Command;
    static constexpr const char *window = "Window", *places = "Positions";
    static const std::array all{
        WindowCommand{
            {C::positions_model, places, Key::j, {}, 0, "use q and k from the loaded model", "queries, keys, RoPE"},
            [](App& app, ViewContext& context) {
                static_cast<void>(app.workspace().change_view(open_view("positions")));
                static_cast<void>(app.workspace().view().run(Command::positions_model, context));
            }},
        WindowCommand{
            {C::focus_text, window, Key::l, with_control, 0, "edit the text", "prompt, input, sentence, type, tokens"},
            [](App& app, ViewContext& context) { app.focus_text(context); }},
        WindowCommand{{show_tokens_command,
                       window,
                       Key::none,
                       {},
                       0,
                       "show how the text becomes tokens",
                       "tokenizer, BPE, merges, WordPiece, Unigram, vocabulary, ids, bytes"},
                      [](App& app, ViewContext& context) {
                          static_cast<void>(app.workspace().change_view(open_view("experiments")));
                          static_cast<void>(app.workspace().view().run(show_tokens_command, context));
                      }},
        WindowCommand{{C::jump_back, window, Key::backspace, {}, 0, "go back to the previous place", "history, return"},
                      [](App& app, ViewContext& context) { app.go_back(context); },
                      [](const App&, const Session::Snapshot&) { return true; }},
        WindowCommand{{C::undo, window, Key::z, with_control, 0, "undo", "take back, revert"},
                      [](App& app, ViewContext& context) { app.undo(context); },
                      [](const App& app, const Session::Snapshot&) { return app.can_undo(); }},
        WindowCommand{{C::redo, window, Key::y, with_control, 0, "redo", "again, repeat"},
                      [](App& app, ViewContext& context) { app.redo(context); },
                      [](const App& app, const Session::Snapshot&) { return app.can_redo(); }},
        WindowCommand{{C::redo, window, Key::z, with_control_shift, 0, ""}},
        WindowCommand{{C::panel, window, Key::p, {}, 0, "show or hide the explanation", "panel, sidebar, text"}},
        WindowCommand{{C::picture_alone,
                       window,
                       Key::f9,
                       {},
                       0,
                       "picture alone: hide the tokens and the timeline",
                       "focus, zen, larger picture, distraction"},
                      [](App& app, ViewContext&) { app.toggle_picture_alone(); }},
        WindowCommand{{C::changes,
                       window,
                       Key::a,
                       {},
                       0,
                       "architecture and changes",
                       "residual connections, norm, mask, position, ablation, edits, switches, configuration"},
                      [](App& app, ViewContext&) { app.changes().open_or_close(); }},
        WindowCommand{
            {C::original, window, Key::z, {}, 0, "hold to see the original run", "before, compare, unchanged"},
            [](App& app, ViewContext& context) { say_original(app, context); }},
        WindowCommand{{C::compare,
                       window,
                       Key::g,
                       {},
                       0,
                       "compare CPU and OpenGL",
                       "GPU, device, backend, speed, performance, benchmark",
                       CommandNeeds::run},
                      [](App& app, ViewContext&) { app.comparison().open(); }},
        WindowCommand{{C::export_file, window, Key::e, with_control, 0, "export the picture or the tensor to a file",
                       "screenshot, image, print, png, svg, pdf, npy, csv, download"},
                      [](App& app, ViewContext&) { app.exports().open_picture_box(); }},
        WindowCommand{
            {export_film_command,
             window,
             Key::none,
             {},
             0,
             "export the film of the view…",
             "animation, GIF, MP4, video, movie, frames, attention heads, training"},
            [](App& app, ViewContext& context) { app.exports().open_film_box(context); },
            [](const App& app, const Session::Snapshot&) { return app.workspace().view().film() != nullptr; }},
        WindowCommand{{C::copy_picture, window, Key::c, Modifiers{.shift = true, .control = true}, 0,
                       "copy the picture", "clipboard, image, screenshot, slide"},
                      [](App& app, ViewContext&) { app.exports().copy_page(); }},
        WindowCommand{{C::theme, window, Key::t, {}, 0, "next theme", "dark mode, light mode, colors, contrast, night"},
                      [](App&, ViewContext& context) { next_theme(context); }},
        WindowCommand{{C::hold_limits, window, Key::h, with_shift, 0, "hold the color limits, or make them automatic",
                       "freeze, fix, color scale, legend, brightness, normalize"},
                      [](App& app, ViewContext& context) { app.limits().hold_or_release(context); }},
        WindowCommand{{C::colour_limits,
                       window,
                       Key::none,
                       {},
                       0,
                       "set the color limits…",
                       "color scale, legend, color bar, vmin, vmax, range, clip, normalize, brightness"},
                      [](App& app, ViewContext&) { app.limits().open_sheet(ScaleKind::numbers); }},
        WindowCommand{
            {C::larger_text, window, Key::equal, with_control, 0, "larger text", "font size, zoom, bigger, scale"},
            [](App&, ViewContext& context) { change_text_scale(context, 1); },
            [](const App& app, const Session::Snapshot&) {
                return app.workspace().preferences().text_scale < largest_text;
            }},
        WindowCommand{{C::larger_text, window, Key::equal, with_control_shift, 0, ""}},
        WindowCommand{{C::larger_text, window, Key::plus, with_control, 0, ""}},
        WindowCommand{{C::larger_text, window, Key::plus, with_control_shift, 0, ""}},
        WindowCommand{{C::smaller_text, window, Key::minus, with_control, 0, "smaller text", "font size, zoom, scale"},
                      [](App&, ViewContext& context) { change_text_scale(context, -1); },
                      [](const App& app, const Session::Snapshot&) {
                          return app.workspace().preferences().text_scale > smallest_text;
                      }},
        WindowCommand{{C::fullscreen,
                       window,
                       Key::f11,
                       {},
                       0,
                       "full screen",
                       "fullscreen, maximize, presentation, present, beamer"},
                      [](App& app, ViewContext&) { app.screen().toggle_fullscreen(); }},
        WindowCommand{{C::black_screen,
                       window,
                       Key::period,
                       {},
                       0,
                       "black screen until the next key",
                       "presentation, pause, blank"},
                      [](App& app, ViewContext&) {
                          app.screen().blank({0, 0, 0, 1});
                      }},
        WindowCommand{{C::white_screen,
                       window,
                       Key::comma,
                       {},
                       0,
                       "white screen until the next key",
                       "presentation, pause, blank"},
                      [](App& app, ViewContext&) {
                          app.screen().blank({1, 1, 1, 1});
                      }},
        WindowCommand{{C::lock_keys, window, Key::l, with_control_shift, 0, "lock or unlock the letter keys",
                       "presentation, keyboard, lecture"},
                      [](App& app, ViewContext& context) {
                          app.keyboard().toggle_lock();
                          context.notice = app.keyboard().locked()
                                               ? hint(texts::window::keys_locked, Command::lock_keys)
                                               : texts::window::keys_unlocked;
                      }},
        WindowCommand{{C::quit, window, Key::q, with_control, 0, "close the window", "quit, exit, leave, end"},
                      [](App& app, ViewContext&) { app.close(); }},
        WindowCommand{{C::palette, window, Key::k, with_control, 0, "command palette", "actions"},
                      [](App& app, ViewContext&) { app.palette().chooser.open(); }},
        WindowCommand{{C::palette, window, Key::p, with_control_shift, 0, ""}},
        WindowCommand{{C::search,
                       window,
                       Key::none,
                       {},
                       U'/',
                       "find a stage, token or matrix",
                       "search, go to, jump",
                       CommandNeeds::run},
                      [](App& app, ViewContext&) {
                          app.course().find_own_lessons();
                          app.search().chooser.open();
                      }},
        WindowCommand{
            {C::open, window, Key::o, with_control, 0, "open a model, a folder or a session", "load, file, models"},
            [](App& app, ViewContext&) { app.open_sheet().open(); }},
        WindowCommand{{C::save, window, Key::s, with_control, 0, "save the session", "store, write"},
                      [](App& app, ViewContext&) { app.save(false); }},
        WindowCommand{{C::save_as, window, Key::s, with_control_shift, 0, "save session as…"},
                      [](App& app, ViewContext&) { app.save(true); }},
        WindowCommand{{C::settings, window, Key::comma, with_control, 0, "settings",
                       "preferences, options, configuration, animation, font, theme"},
                      [](App& app, ViewContext&) { app.sheets().open("settings"); }},
        WindowCommand{{command_named("window.say"), window, Key::r, with_control, 0, "say what is in focus once more",
                       "screen reader, speech, speak, read aloud, accessibility, blind, repeat"},
                      [](App& app, ViewContext& context) { app.say_again(context); }},
        WindowCommand{{command_named("window.simple"),
                       window,
                       Key::none,
                       {},
                       0,
                       "simple window, or all views",
                       "beginner, basic, easy, hide, show all, expert, rail, views"},
                      [](App& app, ViewContext& context) {
                          bool& simple = app.workspace().preferences().simple;
                          simple = !simple;
                          context.notice = simple ? texts::window::simple_window : texts::window::all_views;
                      }},
        WindowCommand{{C::messages, window, Key::none, {}, 0, "show messages", "log, errors, warnings"},
                      [](App& app, ViewContext&) { app.sheets().open("messages"); }},
        WindowCommand{
            {C::help, window, Key::f1, {}, 0, "help and glossary", "terms, definitions, manual, what is, meaning"},
            [](App& app, ViewContext&) { app.help().open(); }},
        WindowCommand{{C::keys, window, Key::none, {}, U'?', "keyboard shortcuts", "keys, hotkeys, bindings"},
                      [](App& app, ViewContext&) { app.sheets().open("keys"); }},
    };
    return all;
}

}  // namespace

extern const WindowCommandTable window_commands{1, rows_of_window};

}  // namespace glassformer
