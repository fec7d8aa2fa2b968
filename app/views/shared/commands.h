// Everything the keyboard does: the dispatch reads these rows, and the sheet of keyboard shortcuts (?) and the command
// palette print them, so that they cannot differ. Commands of several views are rows of commands.cpp;
// a command of the window is a row of its tables (window_command.h), one of a view is a row of that view's.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/platform/input.h"

namespace glassformer {

/// Commands that more than one place names. One that only its row names, of a view or of the window, is command_named().
enum class Command : std::uint32_t {
    next_mode,
    previous_mode,
    step_forward,
    step_back,
    block_forward,
    block_back,
    first_stage,
    last_stage,
    play,
    again,
    faster,
    slower,
    row_up,
    row_down,
    column_left,
    column_right,
    head_next,
    head_previous,
    fit_stage,
    whole_model,
    unlock,
    backward,
    check_derivative,
    all_terms,
    jump_back,
    context_menu,
    edit,
    remove_edit,
    reset_edits,
    copy,
    head_switch,
    undo,
    redo,
    focus_text,
    theme,
    larger_text,
    smaller_text,
    panel,
    compare,
    export_file,
    copy_picture,
    palette,
    search,
    open,
    save,
    save_as,
    settings,
    messages,
    colour_limits,
    hold_limits,
    changes,
    original,
    help,
    keys,
    fullscreen,
    black_screen,
    white_screen,
    lock_keys,
    positions_model,
    quit,
    lesson_next,
    lesson_back,
    lesson_return,
    lesson_leave,
    lesson_explore,
    lessons,
    lessons_here,
    presenter,
    lesson_new,
    lesson_add,
    lesson_retake,
    lesson_copy,
    lesson_delete,
    lesson_earlier,
    lesson_later,
    lesson_undo,
    lesson_text,
    lesson_export,
    picture_alone,
    spotlight,
    laser,
    pen,
    pen_away,
    pen_undo,
    pen_clear,
    speaker_notes,
    speaker_window,
    timer_pause,
    timer_reset,
    freeze,
    hands_clear,
};

/// A command by its name ("walk.zoom_in", "window.show_tokens"): a number above all of the list (FNV-1a).
constexpr Command command_named(std::string_view name) {
    std::uint32_t hash = 2166136261U;
    for (const char c : name) hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619U;
    return static_cast<Command>(hash | 1U << 31);
}

/// Opens the view of that name (ViewRow::name).
constexpr Command open_view(std::string_view view) {
    return static_cast<Command>(static_cast<std::uint32_t>(command_named(view)) | 1U << 30);
}

/// Opens a tab of a view: open_tab("attention", "rollout").
constexpr Command open_tab(std::string_view view, std::string_view tab) {
    std::uint32_t hash = static_cast<std::uint32_t>(command_named(view));
    for (const char c : tab) hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619U;
    return static_cast<Command>(hash | 1U << 31);
}

/// What a command works on.
enum class CommandNeeds : std::uint8_t { nothing, run, selected_cell, several_heads, changes, lesson };

struct Shortcut {
    Command command;
    const char* group = "";  // heading on the sheet of keyboard shortcuts
    Key key = Key::none;     // none: the character below decides
    Modifiers modifiers = {};
    char32_t character =
        0;  // typed, for signs whose keys differ by layout; 0 too: the palette alone reaches the command
    const char* what = "";         // "" : another key of the line above
    const char* words = "";        // other words by which the palette finds it: "dark mode, light mode"
    CommandNeeds needs = CommandNeeds::nothing;  // without that it has no effect
};

/// Those of the window and of all views, a group in one piece, in the order of the sheet.
std::span<const Shortcut> all_shortcuts();
/// It acts while the letters are locked, and while a word is typed beside a field: what only moves, and what is
/// pressed with Ctrl. `beside_a_field`: digits are letters too.
bool acts_when_locked(const Shortcut& shortcut, bool beside_a_field = false);
bool matches(const Shortcut& shortcut, const Input& input);
/// "Ctrl+Z", "?"
std::string key_text(const Shortcut& shortcut);
/// What a command does, in the words of its row: "play or pause".
std::string name_of(Command command);
/// What it works on.
CommandNeeds needs_of(Command command);
/// The first key of a command; "" for one that has none.
std::string key_of(Command command);
/// Key of a command for a tooltip: "Play (Space)".
std::string hint(std::string_view what, Command command);

/// The command does something while the view of that name (ViewRow::name) is shown: one of the window's in all of them,
/// another one in the views that carry it out.
bool has_command(std::string_view view, Command command);
/// Titles of the views that have it: "Walk", "Walk, Output"; "" for one of the window's.
std::string views_with(Command command);
/// Name of the first view that has it; "" for one of the window's.
std::string first_view_with(Command command);

}  // namespace glassformer
