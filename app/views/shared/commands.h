// Everything the keyboard does, in one table: the dispatch reads it, and the sheet of keys (?) prints it, so that they
// cannot differ.
#pragma once

#include <optional>
#include <span>

#include "app/platform/input.h"

namespace glassformer {

enum class Command : std::uint8_t {
    open_walk,
    open_attention,
    next_mode,
    previous_mode,
    open_output,
    open_inspect,
    open_compare,
    step_forward,
    step_back,
    block_forward,
    block_back,
    first_stage,
    last_stage,
    play,
    by_next_unit,
    next_token,
    whole_text,
    again,
    faster,
    slower,
    row_up,
    row_down,
    column_left,
    column_right,
    head_next,
    head_previous,
    zoom_in,
    zoom_out,
    fit_stage,
    whole_model,
    mini_map,
    attention_mark,
    attention_more,
    attention_less,
    attention_scale,
    record_above,
    record_below,
    filter_records,
    go_to_cell,
    unlock,
    backward,
    follow,
    check_derivative,
    watch_cell,
    breakpoint,
    jump_back,
    edit,
    remove_edit,
    reset_edits,
    copy,
    head_switch,
    mask_switch,
    undo,
    redo,
    focus_text,
    theme,
    larger_text,
    smaller_text,
    panel,
    compare,
    export_file,
    palette,
    search,
    open,
    save,
    save_as,
    settings,
    messages,
    compare_text,
    compare_swap,
    compare_keep,
    compare_without,
    compare_largest,
    changes,
    original,
    keys,
    fullscreen,
    open_positions,
    positions_add,
    positions_remove,
    positions_next,
    positions_previous,
    positions_faster,
    positions_slower,
    positions_model,
    positions_walk,
    positions_switch,
    positions_sibling,
    quit,
};

struct Shortcut {
    Command command;
    const char* group;  // heading on the sheet of keys
    Key key;            // none: the character below decides
    Modifiers modifiers;
    char32_t character;  // typed, for signs whose keys differ by layout; 0 too: the palette alone reaches the command
    const char* what;    // "" : another key of the line above
};

std::span<const Shortcut> all_shortcuts();  // in the order of the sheet
bool matches(const Shortcut& shortcut, const Input& input);
/// "Ctrl+Z", "?"
std::string key_text(const Shortcut& shortcut);
/// Key of a command for a tooltip: "Play (Space)".
std::string hint(std::string_view what, Command command);

}  // namespace glassformer
