#include "app/views/shared/commands.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <vector>

#include "app/views/shared/architecture_toggles.h"
#include "app/views/shared/view.h"
#include "app/views/shared/window_command.h"

namespace glassformer {

namespace {

/// What several views carry out: each of them has a row with its action.
std::span<const Shortcut> shared_shortcuts() {
    using C = Command;
    using N = CommandNeeds;
    static constexpr const char *walk = "Walk", *output = "Output", *cell = "Cell", *views = "Views";
    static constexpr std::array rows{
        Shortcut{C::next_mode, views, Key::v, {}, 0, "next tab", "page"},
        Shortcut{C::previous_mode, views, Key::v, with_shift, 0, "previous tab"},
        Shortcut{C::step_forward, walk, Key::right, {}, 0, "one step forward", "", N::run},
        Shortcut{C::step_forward, walk, Key::page_down, {}, 0, ""},
        Shortcut{C::step_back, walk, Key::left, {}, 0, "one step back", "", N::run},
        Shortcut{C::step_back, walk, Key::page_up, {}, 0, ""},
        Shortcut{C::block_forward, walk, Key::right, with_shift, 0, "same stage in the next block", "", N::run},
        Shortcut{C::block_back, walk, Key::left, with_shift, 0, "same stage in the previous block", "", N::run},
        Shortcut{C::first_stage, walk, Key::home, {}, 0, "first stage", "", N::run},
        Shortcut{C::last_stage, walk, Key::end, {}, 0, "last stage", "", N::run},
        Shortcut{C::play, walk, Key::space, {}, 0, "play or pause", "run, animate, start, stop", N::run},
        Shortcut{C::faster, walk, Key::none, {}, U'>', "play faster"},
        Shortcut{C::slower, walk, Key::none, {}, U'<', "play slower"},
        Shortcut{C::head_next, walk, Key::page_down, with_shift, 0, "next head", "", N::several_heads},
        Shortcut{C::head_previous, walk, Key::page_up, with_shift, 0, "previous head", "", N::several_heads},
        Shortcut{C::again, output, Key::n, with_shift, 0, "regenerate with the next seed"},
        Shortcut{
            C::head_switch, walk, Key::x, {}, 0, "turn the head on or off", "ablate, ablation, switch off, disable"},
        Shortcut{C::fit_stage, walk, Key::f, {}, 0, "fit the stage to the window", "zoom, reset zoom, 100%"},
        Shortcut{C::whole_model, walk, Key::digit_0, {}, 0, "fit the whole model", "zoom out, map, overview, home"},
        Shortcut{C::row_up, cell, Key::up, {}, 0, "row above"},
        Shortcut{C::row_down, cell, Key::down, {}, 0, "row below"},
        Shortcut{C::column_left, cell, Key::left, with_control, 0, "column to the left"},
        Shortcut{C::column_right, cell, Key::right, with_control, 0, "column to the right"},
        Shortcut{C::edit, cell, Key::e, {}, 0, "edit this cell", "change, set value, intervene, patch", N::run},
        Shortcut{C::edit, cell, Key::enter, {}, 0, ""},
        Shortcut{C::remove_edit,
                 cell,
                 Key::erase,
                 {},
                 0,
                 "revert the edit to this cell",
                 "delete, remove, undo",
                 N::selected_cell},
        Shortcut{C::reset_edits,
                 cell,
                 Key::r,
                 {},
                 0,
                 "reset all changes",
                 "revert all, restore, original model",
                 N::changes},
        Shortcut{C::copy, cell, Key::c, {}, 0, "copy the calculation", "clipboard", N::run},
        Shortcut{C::copy, cell, Key::c, with_control, 0, ""},
        Shortcut{C::context_menu,
                 cell,
                 Key::menu,
                 {},
                 0,
                 "menu of this cell, token, head or stage",
                 "right click, context menu"},
        Shortcut{C::context_menu, cell, Key::f10, with_shift, 0, ""},
        Shortcut{C::unlock,
                 cell,
                 Key::escape,
                 {},
                 0,
                 "deselect the cell",
                 "escape, unlock, clear selection",
                 N::selected_cell},
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

/// "walk: step through the model"
std::string opening(const ViewRow& view) {
    std::string words = std::string(view.title) + ": " + std::string(view.hint);
    for (const std::size_t at : {std::size_t{0}, view.title.size() + 2})
        words[at] = static_cast<char>(std::tolower(static_cast<unsigned char>(words[at])));
    return words;
}

std::vector<Shortcut> made_shortcuts() {
    static std::deque<std::string> words;  // that the rows point to
    std::vector<Shortcut> all;
    for (const ViewRow& view : view_rows())
        all.push_back(
            {open_view(view.name), "Views", view.key, {}, 0, words.emplace_back(opening(view)).c_str(), "open, view"});
    const auto add_window = [&](bool before_views) {
        for (const WindowCommandTable& table : window_command_tables())
            if ((table.place < 0) == before_views)
                for (const WindowCommand& row : table.rows()) all.push_back(row.shortcut);
    };
    add_window(true);
    const auto shared = shared_shortcuts();
    all.insert(all.end(), shared.begin(), shared.end());
    for (const ViewRow& view : view_rows())
        for (const ViewCommand& row : view.commands())
            if (row.shortcut.what[0] != '\0') all.push_back(row.shortcut);
    for (const ArchitectureToggle& toggle : all_architecture_toggles()) all.push_back(toggle.shortcut);
    add_window(false);
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

CommandNeeds needs_of(Command command) {
    const auto row = std::ranges::find(all_shortcuts(), command, &Shortcut::command);
    return row == all_shortcuts().end() ? CommandNeeds::nothing : row->needs;
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

const WindowCommand* find_window_command(Command command) {
    for (const WindowCommandTable& table : window_command_tables())
        for (const WindowCommand& row : table.rows())
            if (row.shortcut.command == command && row.act != nullptr) return &row;
    return nullptr;
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
