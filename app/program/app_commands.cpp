// What a key or a chosen command does in the window, whichever view is shown.
#include <fmt/core.h>

#include <cmath>

#include "app/lessons/question_card.h"
#include "app/program/app.h"
#include "app/program/narrator.h"
#include "app/views/shared/architecture_toggles.h"
#include "app/views/shared/window_command.h"
#include "app/widgets/interaction.h"
#include "app/workspace/texts.h"

namespace glassformer {

namespace {
constexpr Key first_colour = Key::digit_1;  // of the pen
}

/// A sheet over everything has the keys; steps back and forth are seen in that of the changes. Beside the picture, that
/// sheet leaves it all keys but Escape, which closes it.
void App::run_shortcuts(ViewContext& context) {
    const bool over = sheets_.any_open(), changing = over && changes_.is_open();
    if (over && !changing) return;
    if (!over && (lecture_keys(context) || course_.take_number(context.ui.input))) return;
    keyboard_.watch(context.ui, workspace_.session().shown().error, std::round(TopBar::height(context)));
    for (const Shortcut& shortcut : all_shortcuts()) {
        if (!matches(shortcut, context.ui.input)) continue;
        if (!keyboard_.lets_through(shortcut, context.ui.now, course_.presents() && course_.is_open(), context.notice))
            break;
        const bool in_sheet = shortcut.command == Command::changes || shortcut.command == Command::undo ||
                              shortcut.command == Command::redo || toggle_of(shortcut.command) != nullptr;
        // One key may mean different things in different views: the first that takes it has it.
        const bool closes = changes_.is_open() && shortcut.command == Command::unlock;
        if ((!changing || in_sheet) && !closes && run(shortcut.command, context)) {
            key_acts_ = true;
            break;
        }
    }
}

bool App::enabled(Command command, const Session::Snapshot& shown) const {
    if (is_shut(command)) return false;
    const WindowCommand* const row = find_window_command(command);
    if (row != nullptr && row->enabled != nullptr) return row->enabled(*this, shown);
    if (!has_command(workspace_.preferences().view, command)) return false;
    if (const ArchitectureToggle* const toggle = toggle_of(command)) return can_toggle(*toggle, shown);
    const Inputs& inputs = workspace_.session().inputs();
    switch (needs_of(command)) {
        case CommandNeeds::nothing: return true;
        case CommandNeeds::run: return static_cast<bool>(shown.current);
        case CommandNeeds::selected_cell: return workspace_.cursor().locked && shown.current;
        case CommandNeeds::several_heads: return shown.current && head_count(shown.current->trace()) > 1;
        case CommandNeeds::changes: return !inputs.edits.empty() || !inputs.architecture.empty();
        case CommandNeeds::lesson: return course_.is_open();
    }
    return true;
}

/// Runs a command; false if neither the window nor the view handles it.
bool App::run(Command command, ViewContext& context) {
    if (is_shut(command) || hides_view(command, context)) return true;
    if (const WindowCommand* const row = find_window_command(command)) {
        if (row->meant != nullptr && !row->meant(*this)) return false;
        last_command_ = command;  // which may run another one
        if (row->shortcut.needs == CommandNeeds::lesson && !course_.is_open())
            context.notice = hint(texts::window::no_lesson, Command::lessons);
        else
            row->act(*this, context);
    } else if (const ArchitectureToggle* const toggle = toggle_of(command)) {
        last_command_ = command;
        toggle_architecture(*toggle, context);
    } else if (!workspace_.change_view(command) && !workspace_.view().run(command, context) &&
               !(command == Command::edit && edit_in_walk(context))) {
        return false;
    } else {
        last_command_ = command;
    }
    context.ui.keep_awake();
    return true;
}

/// Runs a command where it is carried out: in this view, else in the first that does.
void App::run_anywhere(Command command, ViewContext& context) {
    if (!has_command(context.preferences.view, command)) {
        const Cursor chosen = context.cursor;
        static_cast<void>(workspace_.change_view(open_view(first_view_with(command))));
        if (chosen.locked) context.cursor = chosen;
    }
    static_cast<void>(run(command, context));
}

/// Edits the selected cell in the walk, which explains it.
bool App::edit_in_walk(ViewContext& context) {
    if (!context.shown.current) return false;
    if (!locked_cell(context.shown.current->trace(), context.cursor)) {
        context.notice = texts::window::select_to_edit;
        return true;
    }
    const Cursor chosen = context.cursor;
    const bool there = workspace_.change_view(open_view("walk"));
    context.cursor = chosen;
    return there && workspace_.view().run(Command::edit, context);
}

void App::say_again(ViewContext& context) {
    const Preferences& preferences = workspace_.preferences();
    narrator_->say_again({workspace_.view(), context.shown, workspace_.cursor(), picture_rules().asked},
                         preferences.says, preferences.speaks);
    if (!preferences.says && !preferences.speaks) context.notice = narrator_->said();
}

/// In the simple window the key of another view shows how to come to it. What shows a view by itself (a lesson, a
/// command of that view) still does.
bool App::hides_view(Command command, ViewContext& context) const {
    if (!workspace_.preferences().simple) return false;
    for (const ViewRow& row : view_rows()) {
        if (row.simple || open_view(row.name) != command || row.name == workspace_.preferences().view) continue;
        context.notice = fmt::format(texts::window::view_hidden, row.title, key_of(Command::settings));
        return true;
    }
    return false;
}

void App::focus_text(ViewContext& context) {
    if (course_.presents() && !sentence_is_shown())
        static_cast<void>(run(Command::laser, context));
    else
        top_bar_.focus_text(context.ui);
}

void App::go_back(ViewContext& context) {
    const Cursor before = context.cursor;
    static_cast<void>(workspace_.view().run(Command::jump_back, context));
    if (context.cursor != before) return;
    if (!workspace_.go_back())
        context.notice = texts::window::nowhere_back;
    else if (context.shown.current)
        keep_valid(context.shown.current->trace(), context.cursor);
}

bool App::can_undo() const {
    const Session& session = workspace_.session();
    return (!arrival_.under_way() && limits_.can_undo()) || examples_.can_undo() || session.can_undo() ||
           workspace_.view().can_undo(session);
}

bool App::can_redo() const {
    const Session& session = workspace_.session();
    return (!arrival_.under_way() && limits_.can_redo()) || examples_.can_redo() || session.can_redo() ||
           workspace_.view().can_redo(session);
}

void App::undo(ViewContext& context) {
    if (!arrival_.under_way() && limits_.undo()) return;
    if (!examples_.undo() && !workspace_.view().run(Command::undo, context)) workspace_.session().undo();
}

void App::redo(ViewContext& context) {
    if (!arrival_.under_way() && limits_.redo()) return;
    if (!examples_.redo() && !workspace_.view().run(Command::redo, context)) workspace_.session().redo();
}

void App::present(bool on) {
    if (on) keyboard_.begin_lecture();
    course_.present(on);
    screen_.present(on);
    if (on && !course_.is_open())
        messages_.notice() = fmt::format(texts::window::presenting, key_of(Command::presenter));
}

/// What measures the program is nothing for a class.
bool App::is_shut(Command command) const {
    return course_.presents() && (command == Command::compare || command == Command::messages);
}

/// In presenter mode: the view shows the run of the text, which nothing else names.
bool App::sentence_is_shown() const {
    return course_.presents() && !course_.is_open() && workspace_.view().row().shows != nullptr;
}

/// Keys that mean something else while a tool is held, while the class votes, and in presenter mode. True: one was
/// pressed, and is no shortcut.
bool App::lecture_keys(ViewContext& context) {
    const Input& input = context.ui.input;
    if (input.typing) return false;
    if (input.pressed(Key::escape)) return close_by_escape(context);
    if (course_.take_list_keys(input)) {
        context.ui.keep_awake();
        return true;
    }
    if (lecture_.hand.tool == LectureTool::pen && pen_keys(context)) return true;
    if (course_.class_votes() && count_hands(context)) return true;
    if (!course_.presents()) return false;
    // As other clickers send them. What lies under a mouse that nobody holds is not pointed at.
    for (const Key key : {Key::page_down, Key::page_up, Key::right, Key::left, Key::up, Key::down, Key::space})
        if (input.pressed(key)) gui_.put_mouse_away();
    if (!course_.is_open()) return false;
    if (input.pressed(Key::right)) return run(Command::lesson_next, context);
    return input.pressed(Key::left) && run(Command::lesson_back, context);
}

/// Escape puts away what is uppermost: a tool, the speaker's page, what the view has opened, presenter mode.
bool App::close_by_escape(ViewContext& context) {
    if (lecture_.hand.held())
        lecture_.hand.tool = LectureTool::arrow;
    else if (!course_.close_step_list() && !speaker_.close_sheet() && !workspace_.view().close_over_picture())
        // Without a lesson the keys are the view's: a selected cell is let go first.
        return course_.presents() && (course_.is_open() || !context.cursor.locked) && run(Command::presenter, context);
    context.ui.keep_awake();
    return true;
}

bool App::pen_keys(ViewContext& context) {
    const Input& input = context.ui.input;
    for (int i = 0; i < pen_colour_count; ++i)
        if (input.pressed(static_cast<Key>(static_cast<int>(first_colour) + i))) {
            lecture_.hand.pen_colour = i;
            return true;
        }
    if (input.pressed(Key::e)) return run(Command::pen_clear, context);
    return input.pressed(Key::z, with_control) && !lecture_.strokes.of(course_.page()).empty() &&
           run(Command::pen_undo, context);
}

/// A hand for an option by its letter, or one less with Shift.
bool App::count_hands(ViewContext& context) {
    QuestionState& question = course_.player().question();
    const std::size_t options = course_.player().now().question->options.size();
    for (const KeyPress& press : context.ui.input.keys) {
        const auto option = static_cast<std::size_t>(press.key) - static_cast<std::size_t>(Key::a);
        const bool plain = press.modifiers == no_modifiers;
        if (!is_letter_of_option(press.key) || option >= options || !(plain || press.modifiers == with_shift)) continue;
        count_hand(question, option, options, plain ? 1 : -1);
        context.ui.keep_awake();
        return true;
    }
    return false;
}

}  // namespace glassformer
