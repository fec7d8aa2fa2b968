// What a key or a chosen command does in the window, whichever view is shown.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/program/app.h"
#include "app/program/texts.h"
#include "app/views/shared/architecture_toggles.h"
#include "app/views/shared/show_tokens.h"
#include "app/views/shared/view_film.h"
#include "app/views/shared/wording.h"
#include "app/widgets/interaction.h"
#include "core/session/intervention.h"

namespace glassformer {

namespace {

constexpr double word_seconds = 1.5;     // between two letters of a word, and from a double click to the first
constexpr double refusal_seconds = 2.5;  // from the last letter in a field to the sentence that refuses the text

}  // namespace

/// A word that is typed beside a field runs no commands: after a double click beside all controls, after a click into
/// the top bar that missed its field, and after a field was left for a text that was refused. A click elsewhere, Esc or
/// a key that moves says that keys are meant as keys again.
void App::watch_for_words(Ui& ui) {
    const Input& input = ui.input;
    if (input.typing) {
        typed_at_ = ui.now;
        word_until_ = -1;
        return;
    }
    const std::string& error = session_.shown().error;
    if (error.empty()) refused_.clear();
    if (!error.empty() && error != refused_ && typed_at_ >= 0 && ui.now - typed_at_ < refusal_seconds) {
        word_until_ = std::numeric_limits<double>::infinity();
        typed_at_ = -1;
    }
    refused_ = error;
    bool keys_are_meant = input.pressed(Button::left) && !input.double_click;
    for (const KeyPress& press : input.keys)
        keys_are_meant = keys_are_meant || press.key == Key::escape || press.key == Key::tab ||
                         (press.key >= Key::left && press.key <= Key::page_down);
    if (keys_are_meant) word_until_ = -1;
    const bool missed = input.pressed(Button::left) && input.mouse.y < std::round(TopBar::height(ui));
    if (missed && ui.interaction.nothing_under_mouse()) word_until_ = std::numeric_limits<double>::infinity();
    if (input.double_click && ui.interaction.nothing_under_mouse()) word_until_ = ui.now + word_seconds;
}

/// A sheet over everything has the keys; steps back and forth are seen in that of the changes. Beside the picture, that
/// sheet leaves it all keys but Escape, which closes it.
void App::run_shortcuts(ViewContext& context) {
    const bool over = sheet_open(), changing = over && changes_open_;
    if (over && !changing) return;
    if (!over && lecture_keys(context)) return;
    watch_for_words(context.ui);
    for (const Shortcut& shortcut : all_shortcuts()) {
        if (!matches(shortcut, context.ui.input)) continue;
        const bool beside = context.ui.now < word_until_;
        if (beside && !acts_when_locked(shortcut, true)) {
            word_until_ = std::max(word_until_, context.ui.now + word_seconds);
            context.notice = texts::program::typed_beside;
            break;
        }
        if (locked_keys_ && !acts_when_locked(shortcut)) {
            context.notice = hint(texts::program::keys_locked, Command::lock_keys);
            break;
        }
        const bool in_sheet = shortcut.command == Command::changes || shortcut.command == Command::undo ||
                              shortcut.command == Command::redo || toggle_of(shortcut.command) != nullptr;
        // One key may mean different things in different views: the first that takes it has it.
        const bool closes = changes_open_ && shortcut.command == Command::unlock;
        if ((!changing || in_sheet) && !closes && run(shortcut.command, context)) break;
    }
}

void App::change_text_scale(int steps) {
    const float now = std::round(preferences_.text_scale * 10) + static_cast<float>(steps);
    preferences_.text_scale = std::clamp(now / 10, smallest_text, largest_text);
}

bool App::run(Command command, ViewContext& context) {
    switch (command) {
        case Command::undo:
            if (!undo_limits() && !undo_example() && !view().run(command, context)) session_.undo();
            break;
        case Command::redo:
            if (!redo_limits() && !redo_example() && !view().run(command, context)) session_.redo();
            break;
        case Command::focus_text:
            if (presenter_) return run(Command::laser, context);  // there is no text field, and slide programs have it
            top_bar_.focus_text(context.ui);
            break;
        case Command::color_limits: limits_sheet_.open(preferences_.limits, ScaleKind::numbers); break;
        case Command::hold_limits: hold_limits(context); break;
        case Command::larger_text: change_text_scale(1); break;
        case Command::smaller_text: change_text_scale(-1); break;
        case Command::compare: compare_open_ = true; break;
        case Command::export_file: open_export(); break;
        case Command::copy_picture: copies_page_ = true; break;  // after the frame
        case Command::changes: changes_open_ = !changes_open_; break;
        case Command::original:
            if (const Session::Snapshot now = session_.shown(); !now.unedited_is_alike && now.current)
                context.notice = interventions(session_.inputs(), now.current->trace()).empty()
                                     ? texts::program::no_changes
                                     : texts::program::original_differs;
            break;
        case Command::help: help_.open(); break;
        case Command::keys: keys_open_ = true; break;
        case Command::palette: palette_.chooser.open(); break;
        case Command::search:
            find_own_lessons();
            search_.chooser.open();
            break;
        case Command::open: open_sheet_.open(); break;
        case Command::save: save(false); break;
        case Command::save_as: save(true); break;
        case Command::settings: settings_open_ = true; break;
        case Command::messages: messages_open_ = true; break;
        case Command::fullscreen:
            if (!platform_.fullscreen()) windowed_size_ = platform_.size();
            platform_.set_fullscreen(!platform_.fullscreen());
            break;
        case Command::black_screen: blank_ = Colour{0, 0, 0, 1}; break;
        case Command::white_screen: blank_ = Colour{1, 1, 1, 1}; break;
        case Command::picture_alone: picture_alone_ = !picture_alone_; break;
        case Command::lock_keys:
            locked_keys_ = !locked_keys_;
            context.notice =
                locked_keys_ ? hint(texts::program::keys_locked, Command::lock_keys) : texts::program::keys_unlocked;
            break;
        case Command::jump_back: go_back(context); break;
        case Command::quit: closing_ = true; break;
        case Command::lessons:
        case Command::lesson_next:
        case Command::lesson_back:
        case Command::lesson_return:
        case Command::lesson_leave:
        case Command::lesson_explore:
        case Command::lessons_here:
        case Command::presenter:
        case Command::lesson_new:
        case Command::lesson_add:
        case Command::lesson_retake:
        case Command::lesson_copy:
        case Command::lesson_delete:
        case Command::lesson_earlier:
        case Command::lesson_later:
        case Command::lesson_undo:
        case Command::lesson_text:
        case Command::lesson_export:
            if (!run_lesson(command, context)) return false;
            break;
        case Command::spotlight:
        case Command::laser:
        case Command::pen:
        case Command::pen_away:
        case Command::pen_undo:
        case Command::pen_clear:
        case Command::speaker_notes:
        case Command::speaker_window:
        case Command::timer_pause:
        case Command::timer_reset:
        case Command::freeze:
        case Command::hands_clear:
            if (!run_lecture(command, context)) return false;
            break;
        case Command::theme: {
            const auto themes = all_themes();
            const auto at = std::find(themes.begin(), themes.end(), preferences_.theme);
            preferences_.theme = at + 1 < themes.end() ? *(at + 1) : themes.front();
            context.notice = fmt::format(texts::program::theme, std::string(preferences_.theme->title));
            break;
        }
        case Command::positions_model:
            static_cast<void>(change_view(open_view("positions")));
            static_cast<void>(view().run(command, context));
            break;
        default:
            if (command == export_film_command) {
                open_film_export(context);
                break;
            }
            if (command == show_tokens_command) {
                static_cast<void>(change_view(open_view("experiments")));
                static_cast<void>(view().run(command, context));
                break;
            }
            if (const ArchitectureToggle* const toggle = toggle_of(command)) {
                toggle_architecture(*toggle, context);
                break;
            }
            if (!change_view(command) && !view().run(command, context) &&
                !(command == Command::edit && edit_in_walk(context)))
                return false;
            break;
    }
    done_ = command;
    context.ui.keep_awake();
    return true;
}

/// Edits the selected cell in the walk, which explains it.
bool App::edit_in_walk(ViewContext& context) {
    if (!context.shown.current) return false;
    if (!locked_cell(context.shown.current->trace(), cursor_)) {
        context.notice = texts::program::select_to_edit;
        return true;
    }
    const Cursor chosen = cursor_;
    const bool there = change_view(open_view("walk"));
    cursor_ = chosen;
    return there && view().run(Command::edit, context);
}

/// First over the jumps within the view, then over searches and views.
void App::go_back(ViewContext& context) {
    const Cursor before = cursor_;
    static_cast<void>(view().run(Command::jump_back, context));
    if (cursor_ != before) return;
    const std::optional<Places::Place> place = places_.back();
    if (!place) {
        context.notice = texts::program::nowhere_back;
        return;
    }
    if (place->view != preferences_.view) view().leave();
    preferences_.view = place->view;
    cursor_ = place->cursor;
    if (context.shown.current) keep_valid(context.shown.current->trace(), cursor_);
}

bool App::change_view(Command command) {
    for (const std::unique_ptr<AppView>& view : views_) {
        if (open_view(view->row().name) != command) continue;
        if (view->row().name != preferences_.view) this->view().leave();
        places_.change_view(preferences_.view, std::string(view->row().name), cursor_);
        preferences_.view = view->row().name;
        return true;
    }
    return false;
}

}  // namespace glassformer
