#include "app/views/shared/view_commands.h"

#include <algorithm>
#include <array>
#include <span>

#include "app/views/shared/view.h"

namespace glassformer {

namespace {

using Is = Command;

// What AppView::run() carries out, view by view. Those that no view names are the window's.
constexpr Is of_walk[] = {
    Is::step_forward, Is::step_back,    Is::block_forward,    Is::block_back,    Is::first_stage, Is::last_stage,
    Is::play,         Is::by_next_unit, Is::faster,           Is::slower,        Is::row_up,      Is::row_down,
    Is::column_left,  Is::column_right, Is::head_next,        Is::head_previous, Is::unlock,      Is::jump_back,
    Is::panel,        Is::head_switch,  Is::mask_switch,      Is::remove_edit,   Is::reset_edits, Is::copy,
    Is::backward,     Is::follow,       Is::check_derivative, Is::watch_cell,    Is::breakpoint,  Is::zoom_in,
    Is::zoom_out,     Is::fit_stage,    Is::whole_model,      Is::mini_map};
constexpr Is of_attention[] = {
    Is::step_forward,    Is::step_back,     Is::block_forward,  Is::block_back,     Is::first_stage,
    Is::last_stage,      Is::row_up,        Is::row_down,       Is::column_left,    Is::column_right,
    Is::head_next,       Is::head_previous, Is::next_mode,      Is::previous_mode,  Is::fit_stage,
    Is::whole_model,     Is::head_switch,   Is::attention_mark, Is::attention_more, Is::attention_less,
    Is::attention_scale, Is::unlock,        Is::jump_back,      Is::copy,           Is::panel};
constexpr Is of_output[] = {Is::next_mode,   Is::previous_mode, Is::next_token, Is::whole_text,   Is::play,
                            Is::again,       Is::faster,        Is::slower,     Is::step_forward, Is::step_back,
                            Is::first_stage, Is::last_stage,    Is::row_up,     Is::row_down,     Is::unlock,
                            Is::jump_back,   Is::panel,         Is::copy};
constexpr Is of_inspect[] = {Is::row_up,        Is::row_down,    Is::step_back,    Is::column_left,  Is::step_forward,
                             Is::column_right,  Is::first_stage, Is::last_stage,   Is::head_next,    Is::head_previous,
                             Is::block_forward, Is::block_back,  Is::record_above, Is::record_below, Is::filter_records,
                             Is::go_to_cell,    Is::unlock,      Is::copy,         Is::panel,        Is::backward};
constexpr Is of_compare[] = {
    Is::step_forward,    Is::step_back,       Is::block_forward, Is::block_back,   Is::first_stage,  Is::last_stage,
    Is::row_up,          Is::row_down,        Is::column_left,   Is::column_right, Is::head_next,    Is::head_previous,
    Is::unlock,          Is::jump_back,       Is::panel,         Is::compare_text, Is::compare_swap, Is::compare_keep,
    Is::compare_without, Is::compare_largest, Is::copy};
constexpr Is of_positions[] = {Is::next_mode,        Is::previous_mode,      Is::head_next,
                               Is::head_previous,    Is::positions_add,      Is::positions_remove,
                               Is::positions_next,   Is::positions_previous, Is::row_up,
                               Is::row_down,         Is::column_left,        Is::column_right,
                               Is::step_forward,     Is::step_back,          Is::first_stage,
                               Is::positions_slower, Is::positions_faster,   Is::again,
                               Is::positions_walk,   Is::positions_switch,   Is::positions_sibling};

struct CommandsOfView {
    std::string_view view;
    std::span<const Is> commands;
};
constexpr std::array commands_of_views{
    CommandsOfView{"walk", of_walk},       CommandsOfView{"attention", of_attention},
    CommandsOfView{"output", of_output},   CommandsOfView{"inspect", of_inspect},
    CommandsOfView{"compare", of_compare}, CommandsOfView{"positions", of_positions}};

}  // namespace

bool has_command(std::string_view view, Command command) {
    bool windows = true;
    for (const CommandsOfView& row : commands_of_views) {
        if (std::ranges::find(row.commands, command) == row.commands.end()) continue;
        if (row.view == view) return true;
        windows = false;
    }
    return windows;
}

std::string views_with(Command command) {
    std::string titles;
    for (const CommandsOfView& row : commands_of_views)
        if (std::ranges::find(row.commands, command) != row.commands.end())
            for (const ViewRow& view : view_rows())
                if (view.name == row.view) titles += (titles.empty() ? "" : ", ") + std::string(view.title);
    return titles;
}

}  // namespace glassformer
