#include "app/views/shared/commands.h"

#include <array>

namespace glassformer {

std::span<const Shortcut> all_shortcuts() {
    using C = Command;
    static constexpr const char *views = "Views", *walk = "Walk", *output = "Output", *cell = "Cell",
                                *window = "Window", *attention = "Attention", *inspector = "Inspector",
                                *runs = "Compare", *places = "Positions";
    static constexpr std::array rows{
        Shortcut{C::open_walk, views, Key::digit_1, {}, 0, "walk: step through the model"},
        Shortcut{C::open_attention, views, Key::digit_2, {}, 0, "attention: all heads, and one by one"},
        Shortcut{C::open_output, views, Key::digit_3, {}, 0, "output: what the model answers"},
        Shortcut{C::open_inspect, views, Key::digit_4, {}, 0, "inspector: every tensor as numbers"},
        Shortcut{C::open_compare, views, Key::digit_5, {}, 0, "compare: two runs side by side"},
        Shortcut{C::open_positions, views, Key::digit_6, {}, 0, "positions: encodings side by side"},
        Shortcut{C::next_mode, views, Key::v, {}, 0, "next page of the view"},
        Shortcut{C::previous_mode, views, Key::v, with_shift, 0, "page before"},
        Shortcut{C::step_forward, walk, Key::right, {}, 0, "one step forward"},
        Shortcut{C::step_back, walk, Key::left, {}, 0, "one step back"},
        Shortcut{C::block_forward, walk, Key::right, with_shift, 0, "the same stage of the next block"},
        Shortcut{C::block_back, walk, Key::left, with_shift, 0, "the same stage of the block before"},
        Shortcut{C::first_stage, walk, Key::home, {}, 0, "first stage"},
        Shortcut{C::last_stage, walk, Key::end, {}, 0, "last stage"},
        Shortcut{C::play, walk, Key::space, {}, 0, "play, stop"},
        Shortcut{C::by_next_unit, walk, Key::s, {}, 0, "step by stage, row, cell"},
        Shortcut{C::faster, walk, Key::period, {}, 0, "play faster"},
        Shortcut{C::slower, walk, Key::comma, {}, 0, "play slower"},
        Shortcut{C::head_next, walk, Key::page_down, {}, 0, "next head"},
        Shortcut{C::head_previous, walk, Key::page_up, {}, 0, "head before"},
        Shortcut{C::next_token, output, Key::n, {}, 0, "one token more"},
        Shortcut{C::again, output, Key::n, with_shift, 0, "the same again with the next seed"},
        Shortcut{C::whole_text, output, Key::w, with_shift, 0, "the whole text at once"},
        Shortcut{C::head_switch, walk, Key::x, {}, 0, "switch the head off, on"},
        Shortcut{C::zoom_in, walk, Key::i, {}, 0, "nearer: model, block, part, stage, cells"},
        Shortcut{C::zoom_out, walk, Key::o, {}, 0, "further out"},
        Shortcut{C::fit_stage, walk, Key::f, {}, 0, "the stage fills the canvas"},
        Shortcut{C::whole_model, walk, Key::digit_0, {}, 0, "the whole model"},
        Shortcut{C::mini_map, walk, Key::m, {}, 0, "show or hide the mini-map over a picture"},
        Shortcut{C::attention_mark, attention, Key::h, {}, 0, "lay the head over others, or take it away"},
        Shortcut{C::attention_more, attention, Key::none, {}, U'+', "more lines, of smaller weights"},
        Shortcut{C::attention_less, attention, Key::none, {}, U'-', "fewer lines"},
        Shortcut{C::attention_scale, attention, Key::s, {}, 0, "one scale for all heads, or each its own"},
        Shortcut{C::row_up, cell, Key::up, {}, 0, "row above"},
        Shortcut{C::row_down, cell, Key::down, {}, 0, "row below"},
        Shortcut{C::column_left, cell, Key::left, with_control, 0, "column to the left"},
        Shortcut{C::column_right, cell, Key::right, with_control, 0, "column to the right"},
        Shortcut{C::edit, cell, Key::e, {}, 0, "edit the value of the cell"},
        Shortcut{C::edit, cell, Key::enter, {}, 0, ""},
        Shortcut{C::remove_edit, cell, Key::erase, {}, 0, "take back what changes the cell"},
        Shortcut{C::reset_edits, cell, Key::r, {}, 0, "take all changes back"},
        Shortcut{C::mask_switch, cell, Key::y, {}, 0, "mask: the query sees the key, or not (Shift + mouse paints)"},
        Shortcut{C::copy, cell, Key::c, {}, 0, "copy the arithmetic as text"},
        Shortcut{C::copy, cell, Key::c, with_control, 0, ""},
        Shortcut{C::jump_back, cell, Key::backspace, {}, 0, "back to where the last jump began"},
        Shortcut{C::unlock, cell, Key::escape, {}, 0, "release the cell"},
        Shortcut{C::backward, walk, Key::b, {}, 0, "the way back: gradients; again for the way there"},
        Shortcut{C::breakpoint, walk, Key::k, {}, 0, "playing stops at this stage, or no longer does"},
        Shortcut{C::follow, cell, Key::u, {}, 0, "what brought this number, back to a token"},
        Shortcut{C::check_derivative, cell, Key::d, {}, 0, "check the derivative by moving the number"},
        Shortcut{C::watch_cell, cell, Key::w, {}, 0, "keep an eye on this cell, or no longer"},
        Shortcut{C::record_above, inspector, Key::up, with_control, 0, "tensor above in the list"},
        Shortcut{C::record_below, inspector, Key::down, with_control, 0, "tensor below in the list"},
        Shortcut{C::filter_records, inspector, Key::f, with_control, 0, "filter the list of tensors"},
        Shortcut{C::go_to_cell, inspector, Key::g, with_control, 0, "go to a row and column"},
        Shortcut{C::compare_text, runs, Key::b, {}, 0, "write run B's text"},
        Shortcut{C::compare_swap, runs, Key::x, {}, 0, "swap A and B"},
        Shortcut{C::compare_keep, runs, Key::k, {}, 0, "keep this run as B"},
        Shortcut{C::compare_without, runs, Key::u, {}, 0, "B is the run without its changes"},
        Shortcut{C::compare_largest, runs, Key::d, {}, 0, "the cell with the largest difference"},
        Shortcut{C::positions_add, places, Key::none, {}, U'+', "one encoding more"},
        Shortcut{C::positions_remove, places, Key::none, {}, U'-', "take the chosen encoding away"},
        Shortcut{C::positions_next, places, Key::q, {}, 0, "another encoding in the chosen column"},
        Shortcut{C::positions_previous, places, Key::q, with_shift, 0, "the encoding before"},
        Shortcut{C::positions_slower, places, Key::s, {}, 0, "a slower pair of dimensions"},
        Shortcut{C::positions_faster, places, Key::s, with_shift, 0, "a faster pair of dimensions"},
        Shortcut{C::positions_model, places, Key::j, {}, 0, "q and k of the open model's head, in any view"},
        Shortcut{C::positions_walk, places, Key::w, {}, 0, "to the walk, where the open model's encoding acts"},
        Shortcut{C::positions_switch, places, Key::x, {}, 0, "put the chosen encoding into the open model"},
        Shortcut{C::positions_sibling, places, Key::k, {}, 0, "open the model trained with the chosen encoding"},
        Shortcut{C::focus_text, window, Key::l, with_control, 0, "write in the text field"},
        Shortcut{C::undo, window, Key::z, with_control, 0, "undo"},
        Shortcut{C::redo, window, Key::y, with_control, 0, "redo"},
        Shortcut{C::redo, window, Key::z, with_control_shift, 0, ""},
        Shortcut{C::panel, window, Key::p, {}, 0, "show or hide the explanation"},
        Shortcut{C::changes, window, Key::a, {}, 0, "change the architecture; all changes"},
        Shortcut{C::original, window, Key::z, {}, 0, "while held: without the changes"},
        Shortcut{C::compare, window, Key::g, {}, 0, "compare CPU and OpenGL"},
        Shortcut{C::export_file, window, Key::e, with_control, 0, "export the picture or the tensor to a file"},
        Shortcut{C::theme, window, Key::t, {}, 0, "next theme"},
        Shortcut{C::larger_text, window, Key::equal, with_control, 0, "larger text"},
        Shortcut{C::larger_text, window, Key::plus, with_control, 0, ""},
        Shortcut{C::larger_text, window, Key::plus, with_control_shift, 0, ""},
        Shortcut{C::smaller_text, window, Key::minus, with_control, 0, "smaller text"},
        Shortcut{C::fullscreen, window, Key::f11, {}, 0, "the whole screen, and back"},
        Shortcut{C::quit, window, Key::q, with_control, 0, "close the window"},
        Shortcut{C::palette, window, Key::k, with_control, 0, "all commands, by name"},
        Shortcut{C::palette, window, Key::p, with_control_shift, 0, ""},
        Shortcut{C::search, window, Key::none, {}, U'/', "search a stage, a token, a matrix"},
        Shortcut{C::open, window, Key::o, with_control, 0, "open a model, a folder or a session"},
        Shortcut{C::save, window, Key::s, with_control, 0, "save the session"},
        Shortcut{C::save_as, window, Key::s, with_control_shift, 0, "save the session as another file"},
        Shortcut{C::settings, window, Key::comma, with_control, 0, "settings"},
        Shortcut{C::messages, window, Key::none, {}, 0, "show messages of this session"},
        Shortcut{C::keys, window, Key::none, {}, U'?', "list of keys"},
        Shortcut{C::keys, window, Key::f1, {}, 0, ""},
    };
    return rows;
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

std::string hint(std::string_view what, Command command) {
    for (const Shortcut& shortcut : all_shortcuts())
        if (shortcut.command == command && !key_text(shortcut).empty())
            return std::string(what) + " (" + key_text(shortcut) + ")";
    return std::string(what);
}

}  // namespace glassformer
