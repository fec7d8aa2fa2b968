#include "app/views/shared/commands.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <vector>

#include "app/views/shared/architecture_toggles.h"
#include "app/views/shared/show_tokens.h"
#include "app/views/shared/view.h"
#include "app/views/shared/view_film.h"

namespace glassformer {

namespace {

/// What several views carry out: each of them has a row with its action.
std::span<const Shortcut> shared_shortcuts() {
    using C = Command;
    static constexpr const char *walk = "Walk", *output = "Output", *cell = "Cell", *views = "Views";
    static constexpr std::array rows{
        Shortcut{C::next_mode, views, Key::v, {}, 0, "next tab", "page"},
        Shortcut{C::previous_mode, views, Key::v, with_shift, 0, "previous tab"},
        Shortcut{C::step_forward, walk, Key::right, {}, 0, "one step forward"},
        Shortcut{C::step_forward, walk, Key::page_down, {}, 0, ""},
        Shortcut{C::step_back, walk, Key::left, {}, 0, "one step back"},
        Shortcut{C::step_back, walk, Key::page_up, {}, 0, ""},
        Shortcut{C::block_forward, walk, Key::right, with_shift, 0, "same stage in the next block"},
        Shortcut{C::block_back, walk, Key::left, with_shift, 0, "same stage in the previous block"},
        Shortcut{C::first_stage, walk, Key::home, {}, 0, "first stage"},
        Shortcut{C::last_stage, walk, Key::end, {}, 0, "last stage"},
        Shortcut{C::play, walk, Key::space, {}, 0, "play or pause", "run, animate, start, stop"},
        Shortcut{C::faster, walk, Key::none, {}, U'>', "play faster"},
        Shortcut{C::slower, walk, Key::none, {}, U'<', "play slower"},
        Shortcut{C::head_next, walk, Key::page_down, with_shift, 0, "next head"},
        Shortcut{C::head_previous, walk, Key::page_up, with_shift, 0, "previous head"},
        Shortcut{C::again, output, Key::n, with_shift, 0, "regenerate with the next seed"},
        Shortcut{
            C::head_switch, walk, Key::x, {}, 0, "turn the head on or off", "ablate, ablation, switch off, disable"},
        Shortcut{C::fit_stage, walk, Key::f, {}, 0, "fit the stage to the window", "zoom, reset zoom, 100%"},
        Shortcut{C::whole_model, walk, Key::digit_0, {}, 0, "fit the whole model", "zoom out, map, overview, home"},
        Shortcut{C::row_up, cell, Key::up, {}, 0, "row above"},
        Shortcut{C::row_down, cell, Key::down, {}, 0, "row below"},
        Shortcut{C::column_left, cell, Key::left, with_control, 0, "column to the left"},
        Shortcut{C::column_right, cell, Key::right, with_control, 0, "column to the right"},
        Shortcut{C::edit, cell, Key::e, {}, 0, "edit this cell", "change, set value, intervene, patch"},
        Shortcut{C::edit, cell, Key::enter, {}, 0, ""},
        Shortcut{C::remove_edit, cell, Key::erase, {}, 0, "revert the edit to this cell", "delete, remove, undo"},
        Shortcut{C::reset_edits, cell, Key::r, {}, 0, "reset all changes", "revert all, restore, original model"},
        Shortcut{C::copy, cell, Key::c, {}, 0, "copy the calculation", "clipboard"},
        Shortcut{C::copy, cell, Key::c, with_control, 0, ""},
        Shortcut{C::context_menu,
                 cell,
                 Key::menu,
                 {},
                 0,
                 "menu of this cell, token, head or stage",
                 "right click, context menu"},
        Shortcut{C::context_menu, cell, Key::f10, with_shift, 0, ""},
        Shortcut{C::unlock, cell, Key::escape, {}, 0, "deselect the cell", "escape, unlock, clear selection"},
        Shortcut{C::backward,
                 walk,
                 Key::b,
                 {},
                 0,
                 "show gradients (backward pass) or values",
                 "backpropagation, backprop, derivative, loss"},
        Shortcut{C::check_derivative,
                 cell,
                 Key::d,
                 {},
                 0,
                 "check this gradient numerically",
                 "finite difference, derivative"},
        Shortcut{C::all_terms,
                 cell,
                 Key::none,
                 {},
                 0,
                 "show all terms of a sum, or only the largest",
                 "sum, addends, whole sum, terms"},
    };
    return rows;
}

std::span<const Shortcut> window_shortcuts() {
    using C = Command;
    static constexpr const char *window = "Window", *places = "Positions";
    static constexpr std::array rows{
        Shortcut{C::positions_model, places, Key::j, {}, 0, "use q and k from the loaded model", "queries, keys, RoPE"},
        Shortcut{C::focus_text, window, Key::l, with_control, 0, "edit the text",
                 "prompt, input, sentence, type, tokens"},
        Shortcut{show_tokens_command,
                 window,
                 Key::none,
                 {},
                 0,
                 "show how the text becomes tokens",
                 "tokenizer, BPE, merges, WordPiece, Unigram, vocabulary, ids, bytes"},
        Shortcut{C::jump_back, window, Key::backspace, {}, 0, "go back to the previous place", "history, return"},
        Shortcut{C::undo, window, Key::z, with_control, 0, "undo", "take back, revert"},
        Shortcut{C::redo, window, Key::y, with_control, 0, "redo", "again, repeat"},
        Shortcut{C::redo, window, Key::z, with_control_shift, 0, ""},
        Shortcut{C::panel, window, Key::p, {}, 0, "show or hide the explanation", "panel, sidebar, text"},
        Shortcut{C::picture_alone,
                 window,
                 Key::f9,
                 {},
                 0,
                 "picture alone: hide the tokens and the timeline",
                 "focus, zen, larger picture, distraction"},
        Shortcut{C::changes,
                 window,
                 Key::a,
                 {},
                 0,
                 "architecture and changes",
                 "residual connections, norm, mask, position, ablation, edits, switches, configuration"},
        Shortcut{C::original, window, Key::z, {}, 0, "hold to see the original run", "before, compare, unchanged"},
        Shortcut{C::compare,
                 window,
                 Key::g,
                 {},
                 0,
                 "compare CPU and OpenGL",
                 "GPU, device, backend, speed, performance, benchmark"},
        Shortcut{C::export_file, window, Key::e, with_control, 0, "export the picture or the tensor to a file",
                 "screenshot, image, print, png, svg, pdf, npy, csv, download"},
        Shortcut{export_film_command,
                 window,
                 Key::none,
                 {},
                 0,
                 "export the film of the view…",
                 "animation, GIF, MP4, video, movie, frames, attention heads, training"},
        Shortcut{C::copy_picture, window, Key::c, Modifiers{.shift = true, .control = true}, 0, "copy the picture",
                 "clipboard, image, screenshot, slide"},
        Shortcut{C::theme, window, Key::t, {}, 0, "next theme", "dark mode, light mode, colors, contrast, night"},
        Shortcut{C::hold_limits, window, Key::h, with_shift, 0, "hold the color limits, or make them automatic",
                 "freeze, fix, color scale, legend, brightness, normalize"},
        Shortcut{C::color_limits,
                 window,
                 Key::none,
                 {},
                 0,
                 "set the color limits…",
                 "color scale, legend, color bar, vmin, vmax, range, clip, normalize, brightness"},
        Shortcut{C::larger_text, window, Key::equal, with_control, 0, "larger text", "font size, zoom, bigger, scale"},
        Shortcut{C::larger_text, window, Key::equal, with_control_shift, 0, ""},
        Shortcut{C::larger_text, window, Key::plus, with_control, 0, ""},
        Shortcut{C::larger_text, window, Key::plus, with_control_shift, 0, ""},
        Shortcut{C::smaller_text, window, Key::minus, with_control, 0, "smaller text", "font size, zoom, scale"},
        Shortcut{C::fullscreen,
                 window,
                 Key::f11,
                 {},
                 0,
                 "full screen",
                 "fullscreen, maximize, presentation, present, beamer"},
        Shortcut{C::black_screen,
                 window,
                 Key::period,
                 {},
                 0,
                 "black screen until the next key",
                 "presentation, pause, blank"},
        Shortcut{C::white_screen,
                 window,
                 Key::comma,
                 {},
                 0,
                 "white screen until the next key",
                 "presentation, pause, blank"},
        Shortcut{C::lock_keys, window, Key::l, with_control_shift, 0, "lock or unlock the letter keys",
                 "presentation, keyboard, lecture"},
        Shortcut{C::quit, window, Key::q, with_control, 0, "close the window", "quit, exit, leave, end"},
        Shortcut{C::palette, window, Key::k, with_control, 0, "command palette", "actions"},
        Shortcut{C::palette, window, Key::p, with_control_shift, 0, ""},
        Shortcut{C::search, window, Key::none, {}, U'/', "find a stage, token or matrix", "search, go to, jump"},
        Shortcut{C::open, window, Key::o, with_control, 0, "open a model, a folder or a session", "load, file, models"},
        Shortcut{C::save, window, Key::s, with_control, 0, "save the session", "store, write"},
        Shortcut{C::save_as, window, Key::s, with_control_shift, 0, "save session as…"},
        Shortcut{C::settings, window, Key::comma, with_control, 0, "settings",
                 "preferences, options, configuration, animation, font, theme"},
        Shortcut{C::messages, window, Key::none, {}, 0, "show messages", "log, errors, warnings"},
        Shortcut{C::help, window, Key::f1, {}, 0, "help and glossary", "terms, definitions, manual, what is, meaning"},
        Shortcut{C::keys, window, Key::none, {}, U'?', "keyboard shortcuts", "keys, hotkeys, bindings"},
    };
    return rows;
}

/// "walk: step through the model"
std::string opening(const ViewRow& view) {
    std::string words = std::string(view.title) + ": " + std::string(view.hint);
    for (const std::size_t at : {std::size_t{0}, view.title.size() + 2})
        words[at] = static_cast<char>(std::tolower(static_cast<unsigned char>(words[at])));
    return words;
}

/// Before those of the views: a clicker's keys move the lesson while one is open.
std::span<const Shortcut> lesson_shortcuts() {
    using C = Command;
    static constexpr const char* lesson = "Lesson";
    static constexpr std::array rows{
        Shortcut{C::lessons, lesson, Key::f4, {}, 0, "open a lesson", "course, lecture, tour, tutorial, teach"},
        Shortcut{C::lessons_here, lesson, Key::f4, with_shift, 0, "show this stage in a lesson",
                 "find, explain, course, lecture, tutorial, teach"},
        Shortcut{C::lesson_next, lesson, Key::page_down, {}, 0, "next step of the lesson", "forward, clicker, slide"},
        Shortcut{C::lesson_back, lesson, Key::page_up, {}, 0, "previous step of the lesson", "back, clicker, slide"},
        Shortcut{C::lesson_return, lesson, Key::f6, {}, 0, "return to the lesson’s picture", "restore, reset"},
        Shortcut{C::lesson_explore, lesson, Key::f6, with_shift, 0, "leave the lesson and explore its picture",
                 "open, free, change, try, edit, play"},
        Shortcut{C::presenter, lesson, Key::f5, {}, 0, "presenter mode", "present, slide show, lecture, beamer"},
        Shortcut{C::presenter, lesson, Key::f5, with_shift, 0, ""},
        Shortcut{
            C::lesson_add, lesson, Key::f7, {}, 0, "add this picture to the lesson as a step", "author, record, write"},
        Shortcut{C::lesson_retake, lesson, Key::f7, with_shift, 0, "retake the step’s picture",
                 "author, replace, update"},
        Shortcut{
            C::lesson_text, lesson, Key::f8, {}, 0, "open the lesson’s text in an editor", "author, type, edit, write"},
        Shortcut{C::lesson_new, lesson, Key::none, {}, 0, "new lesson from this picture", "author, create, template"},
        Shortcut{C::lesson_copy, lesson, Key::none, {}, 0, "copy this step of the lesson", "author, duplicate"},
        Shortcut{C::lesson_delete, lesson, Key::none, {}, 0, "delete this step of the lesson", "author, remove"},
        Shortcut{
            C::lesson_earlier, lesson, Key::none, {}, 0, "move this step of the lesson up", "author, earlier, order"},
        Shortcut{
            C::lesson_later, lesson, Key::none, {}, 0, "move this step of the lesson down", "author, later, order"},
        Shortcut{C::lesson_undo,
                 lesson,
                 Key::none,
                 {},
                 0,
                 "revert the last change of the lesson",
                 "author, undo, take back"},
        Shortcut{C::lesson_export,
                 lesson,
                 Key::none,
                 {},
                 0,
                 "export the lesson…",
                 "handout, PDF, HTML, web page, pictures, film, slides, print, save"},
        Shortcut{C::lesson_leave, lesson, Key::none, {}, 0, "leave the lesson", "close, end, stop"},
        Shortcut{
            C::speaker_notes, lesson, Key::f2, {}, 0, "speaker’s notes over the picture", "lecture, presenter, clock"},
        Shortcut{C::speaker_window, lesson, Key::f2, with_shift, 0, "speaker’s window",
                 "lecture, notes, second screen, presenter view, clock"},
        Shortcut{C::freeze,
                 lesson,
                 Key::f12,
                 {},
                 0,
                 "freeze the audience’s picture, or release it",
                 "lecture, hold, still, prepare"},
        Shortcut{C::timer_pause, lesson, Key::none, {}, 0, "start or pause the lecture’s timer", "clock, stopwatch"},
        Shortcut{C::timer_reset, lesson, Key::none, {}, 0, "reset the lecture’s timer", "clock, stopwatch, zero"},
        Shortcut{C::hands_clear, lesson, Key::none, {}, 0, "clear the show of hands", "class, vote, count, poll"},
    };
    return rows;
}

/// Tools over the picture, with a lesson or without. In presenter mode Ctrl+L is the laser pointer, too.
std::span<const Shortcut> lecture_shortcuts() {
    using C = Command;
    static constexpr const char* lecture = "Lecture";
    static constexpr std::array rows{
        Shortcut{C::spotlight, lecture, Key::f3, {}, 0, "spotlight", "dim, highlight, focus, present"},
        Shortcut{C::laser, lecture, Key::f10, {}, 0, "laser pointer", "red dot, point, present"},
        Shortcut{C::pen, lecture, Key::p, with_control, 0, "pen", "draw, ink, annotate, mark, present"},
        Shortcut{C::pen_away, lecture, Key::a, with_control, 0, "put the laser pointer or the pen away",
                 "arrow, mouse, cursor"},
        Shortcut{C::pen_undo, lecture, Key::backspace, with_control, 0, "undo the last stroke of the pen", "ink, draw"},
        Shortcut{C::pen_clear, lecture, Key::erase, with_control, 0, "erase all strokes of the pen",
                 "ink, draw, clear, wipe"},
    };
    return rows;
}

std::vector<Shortcut> made_shortcuts() {
    static std::deque<std::string> words;  // that the rows point to
    std::vector<Shortcut> all;
    for (const ViewRow& view : view_rows())
        all.push_back(
            {open_view(view.name), "Views", view.key, {}, 0, words.emplace_back(opening(view)).c_str(), "open, view"});
    const auto lesson = lesson_shortcuts(), lecture = lecture_shortcuts(), shared = shared_shortcuts(),
               window = window_shortcuts();
    all.insert(all.end(), lesson.begin(), lesson.end());
    all.insert(all.end(), shared.begin(), shared.end());
    for (const ViewRow& view : view_rows())
        for (const ViewCommand& row : view.commands())
            if (row.shortcut.what[0] != '\0') all.push_back(row.shortcut);
    for (const ArchitectureToggle& toggle : all_architecture_toggles()) all.push_back(toggle.shortcut);
    all.insert(all.end(), window.begin(), window.end());
    all.insert(all.end(), lecture.begin(), lecture.end());
    std::vector<std::string_view> groups;
    for (const Shortcut& row : all)
        if (std::ranges::find(groups, row.group) == groups.end()) groups.emplace_back(row.group);
    std::ranges::stable_sort(all, {}, [&](const Shortcut& row) { return std::ranges::find(groups, row.group); });
    return all;
}

bool carries_out(const ViewRow& view, Command command) {
    return std::ranges::any_of(view.commands(),
                               [&](const ViewCommand& row) { return row.shortcut.command == command; });
}

}  // namespace

std::span<const Shortcut> all_shortcuts() {
    static const std::vector<Shortcut> rows = made_shortcuts();
    return rows;
}

bool acts_when_locked(const Shortcut& shortcut, bool beside_a_field) {
    if (shortcut.modifiers.control || shortcut.modifiers.alt) return true;
    const Key key = shortcut.key;
    if (key == Key::none) return !beside_a_field && shortcut.character == U'?';
    const bool letter = key >= Key::a && key <= Key::z, digit = key >= Key::digit_0 && key <= Key::digit_9;
    const bool changes = key == Key::enter || key == Key::erase || key == Key::insert;
    const bool sign = key == Key::comma || key == Key::period || key == Key::space;
    return !letter && !changes && !(beside_a_field && (digit || sign));
}

bool matches(const Shortcut& shortcut, const Input& input) {
    return shortcut.key == Key::none ? shortcut.character != 0 && input.typed(shortcut.character)
                                     : input.pressed(shortcut.key, shortcut.modifiers);
}

std::string key_text(const Shortcut& shortcut) {
    if (shortcut.key == Key::none)
        return shortcut.character == 0 ? std::string() : std::string{static_cast<char>(shortcut.character)};
    return text(shortcut.key, shortcut.modifiers);
}

std::string name_of(Command command) {
    for (const Shortcut& shortcut : all_shortcuts())
        if (shortcut.command == command && shortcut.what[0] != '\0') return shortcut.what;
    return {};
}

std::string key_of(Command command) {
    for (const Shortcut& shortcut : all_shortcuts())
        if (shortcut.command == command && !key_text(shortcut).empty()) return key_text(shortcut);
    return {};
}

std::string hint(std::string_view what, Command command) {
    const std::string key = key_of(command);
    return key.empty() ? std::string(what) : std::string(what) + " (" + key + ")";
}

bool has_command(std::string_view view, Command command) {
    bool windows = true;
    for (const ViewRow& row : view_rows()) {
        if (!carries_out(row, command)) continue;
        if (row.name == view) return true;
        windows = false;
    }
    return windows;
}

std::string first_view_with(Command command) {
    for (const ViewRow& row : view_rows())
        if (carries_out(row, command)) return std::string(row.name);
    return {};
}

std::string views_with(Command command) {
    std::string titles;
    for (const ViewRow& row : view_rows())
        if (carries_out(row, command)) titles += (titles.empty() ? "" : ", ") + std::string(row.title);
    return titles;
}

}  // namespace glassformer
