// Message bars, sheets and the progress bar, which the window draws over its views.
#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "app/program/app.h"
#include "app/program/texts.h"
#include "app/program/view_film_run.h"
#include "app/sheets/key_sheet.h"
#include "app/sheets/settings_sheet.h"
#include "app/views/shared/architecture_toggles.h"
#include "app/views/shared/commands.h"
#include "app/views/shared/view_film.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/session/expect_memory.h"
#include "core/text/vocabulary.h"
#include "core/train/laboratory/trained_steps.h"

namespace glassformer {

namespace {
constexpr double spinner_delay_seconds = 0.5;  // seconds until loading and computing are said
constexpr double progress_every = 0.1;         // seconds between two frames that show how far it is
}  // namespace

std::optional<std::size_t> App::bar(Ui& ui, Rect& rest, const std::string& text, std::span<const BarButton> buttons,
                                    const Colour& tone) {
    const float em = ui.em;
    float wide = 0;
    for (const BarButton& one : buttons)
        wide += one.label[0] == '\0' ? 2.2F * em : button_width(ui, one.label, {.size = em::small}) + 0.3F * em;
    const TextStyle style{.colour = ui.theme.text, .size = em::body};
    const Rect measure{0, 0, std::max(4 * em, rest.w - 3.4F * em - wide), 1e4F};
    const float used = paragraph(ui.painter, measure, text, style, false);
    const Rect whole = rest.take_top(std::round(std::max(2.6F * em, used + 1.1F * em)));
    ui.painter.fill(whole, mix(ui.theme.panel, tone, 0.16F));
    ui.painter.fill({whole.x, whole.y, 4, whole.h}, tone);
    Rect inside = whole.inset(1.2F * em, 0);
    paragraph(ui.painter, {inside.x, whole.y + (whole.h - used) / 2, measure.w, used}, text, style);
    std::optional<std::size_t> pressed;
    for (std::size_t i = buttons.size(); i-- > 0;) {
        const bool cross = buttons[i].label[0] == '\0';
        const Rect r = inside.take_right(cross ? 1.9F * em : button_width(ui, buttons[i].label, {.size = em::small}));
        inside.take_right(0.3F * em);
        const Rect place = Rect{r.x, r.y + (r.h - 1.9F * em) / 2, r.w, 1.9F * em}.snapped();
        targets_.put(buttons[i].target, place);
        const std::string id = std::string(buttons[i].target) + " " + text;
        if (cross ? button(ui, id, place, "", {.icon = Icon::close, .framed = false, .hint = texts::program::dismiss})
                  : button(ui, id, place, buttons[i].label, {.size = em::small}))
            pressed = i;
    }
    return pressed;
}

/// What to try with the open model, until it is dismissed or something was changed. Nothing where nobody looks on, in
/// films, and beside a lesson, which says itself what to do.
void App::try_bar(ViewContext& context, Rect& rest) {
    if (TrainedSteps::step_of(context.session.inputs().model)) return;  // its view says what to try
    if (still_ || lesson_.is_open() || !preferences_.watched || !context.shown.current || context.shown.stale ||
        rest.h < 32 * context.ui.em)
        return;
    const Model& model = context.shown.current->model();
    const std::string& name = context.shown.current->inputs().model;
    if (model.card.try_this.empty() || std::ranges::find(begun_, name) != begun_.end()) return;
    static constexpr BarButton buttons[] = {{"", "close suggestion"}};
    const Rect before = rest;
    const bool dismissed = bar(context.ui, rest, fmt::format(texts::program::try_this, model.card.try_this), buttons,
                               context.ui.theme.accent)
                               .has_value();
    targets_.put("suggestion", {before.x, before.y, before.w, before.h - rest.h});
    const Inputs& inputs = session_.inputs();
    const bool changed = !inputs.edits.empty() || !inputs.architecture.empty();
    if (!dismissed && !changed) return;
    begun_.push_back(name);
    context.ui.keep_awake();
}

void App::message_bar(Ui& ui, Rect& rest, const std::string& text) {
    static constexpr BarButton buttons[] = {{texts::program::copy, "copy message"}, {"", "close message"}};
    const Rect before = rest;
    const bool listed = text.find(vocabulary_sample) != std::string::npos;
    const auto pressed =
        bar(ui, rest, listed ? fmt::format(texts::program::words_are_listed, text) : text, buttons, ui.theme.warning);
    targets_.put("message", {before.x, before.y, before.w, before.h - rest.h});
    if (!pressed) return;
    if (*pressed == 0) {
        platform_.set_clipboard(text);
        notice_ = texts::program::copied_message;
    } else if (&text == &message_) {
        message_.clear();
    } else {
        dismissed_ = text;
    }
    ui.keep_awake();
}

bool App::sheet_open() const {
    return welcome_open_ || keys_open_ || compare_open_ || settings_open_ || messages_open_ || menu_ ||
           help_.is_open() || palette_.chooser.is_open() || search_.chooser.is_open() || lesson_list_.is_open() ||
           stage_lessons_.is_open() || limits_sheet_.is_open() || open_sheet_.is_open() || export_.is_open() ||
           lesson_export_.is_open() || film_run_->sheet.is_open() || (changes_open_ && changes_.covers());
}

bool App::enabled(Command command, const Session::Snapshot& shown) const {
    const Inputs& inputs = session_.inputs();
    if (command == Command::jump_back) return true;  // of the window where the view has no jump of its own
    if (!has_command(preferences_.view, command)) return false;
    if (command == export_film_command) return view().film() != nullptr;
    if (const ArchitectureToggle* const toggle = toggle_of(command)) return can_toggle(*toggle, shown);
    switch (command) {
        case Command::undo:
            return can_undo_limits() || can_undo_example() || session_.can_undo() || view().can_undo(session_);
        case Command::redo:
            return can_redo_limits() || can_redo_example() || session_.can_redo() || view().can_redo(session_);
        case Command::larger_text: return preferences_.text_scale < largest_text;
        case Command::smaller_text: return preferences_.text_scale > smallest_text;
        case Command::reset_edits: return !inputs.edits.empty() || !inputs.architecture.empty();
        case Command::unlock:
        case Command::remove_edit: return cursor_.locked && shown.current;
        case Command::head_next:
        case Command::head_previous: return shown.current && head_count(shown.current->trace()) > 1;
        case Command::lesson_undo: return !lesson_texts_.empty();
        case Command::lesson_new: return static_cast<bool>(shown.current);
        case Command::lesson_add:
        case Command::lesson_retake: return lesson_.is_open() && shown.current;
        case Command::lesson_return: return lesson_.is_open() || lesson_away_;
        case Command::lesson_next:
        case Command::lesson_back:
        case Command::lesson_explore:
        case Command::speaker_notes:
        case Command::speaker_window:
        case Command::timer_pause:
        case Command::timer_reset:
        case Command::freeze:
        case Command::hands_clear:
        case Command::lesson_copy:
        case Command::lesson_delete:
        case Command::lesson_earlier:
        case Command::lesson_later:
        case Command::lesson_text:
        case Command::lesson_leave:
        case Command::presenter: return lesson_.is_open();
        case Command::lesson_export: return lesson_.is_open() && !program_.empty();
        case Command::lessons_here: return shown.current && !lessons_.empty();
        case Command::search:
        case Command::compare:
        case Command::step_forward:
        case Command::step_back:
        case Command::block_forward:
        case Command::block_back:
        case Command::first_stage:
        case Command::last_stage:
        case Command::play:
        case Command::copy:
        case Command::edit: return static_cast<bool>(shown.current);
        default: return true;
    }
}

std::string App::backend_sentence() const {
    const Session::Snapshot shown = session_.shown();
    if (!shown.current) return texts::program::nothing_computed;
    const BackendChoice& on = shown.current->computed_on();
    const std::string device = on.backend ? on.name : texts::program::the_cpu;
    return on.reason.empty() ? fmt::format(texts::program::device, device)
                             : fmt::format(texts::program::device_reason, device, on.reason);
}

void App::draw_sheets(ViewContext& context) {
    draw_key_sheet(context, keys_open_);
    comparison_.draw(context, compare_open_);
    const bool docked = context.shown.current && ChangesSheet::column(context.ui) > 0;  // drawn beside the view
    if (!changes_open_ || !docked) changes_.draw(context, changes_open_, {}, models_);
    draw_settings(context, settings_open_ ? backend_sentence() : "", settings_open_);
    draw_messages(context, log_, messages_open_);
    if (limits_sheet_.draw(context)) hold_limits(context);
    welcome(context);
    draw_lesson_lists(context);
    draw_lesson_export(context);
    draw_film_export(context);
    auto request = open_sheet_.draw(context, models_, recent_);
    if (request && request->kind == OpenSheet::Request::Kind::inputs) {
        request->inputs.gradients = session_.inputs().gradients;  // the backward pass stays on
        if (request->any_text)
            open_model(with_loss_target(request->inputs));
        else
            open_inputs(with_loss_target(request->inputs));
    }
    if (request && request->kind == OpenSheet::Request::Kind::path) open_path(request->path);
    if (request && request->kind == OpenSheet::Request::Kind::save) save_to(request->path);
    draw_finders(context);
    draw_menu(context);
}

/// The cursor was sent elsewhere by a sheet: Backspace comes back, and the next view finds it there.
void App::note_jump(const Cursor& before) {
    if (cursor_ == before) return;
    places_.left({preferences_.view, before});
    places_.chosen();
}

/// Runs a command where it is carried out: in this view, else in the first that does.
void App::run_anywhere(Command command, ViewContext& context) {
    if (!has_command(preferences_.view, command)) {
        const Cursor chosen = cursor_;
        static_cast<void>(change_view(open_view(first_view_with(command))));
        if (chosen.locked) cursor_ = chosen;
    }
    static_cast<void>(run(command, context));
}

/// What finds commands, stages and terms.
void App::draw_finders(ViewContext& context) {
    Cursor before = cursor_;
    if (const auto step = search_.draw(context, *library_)) try_lesson(step->lesson->file, step->step);
    note_jump(before);
    if (const auto chosen = palette_.draw(context, [&](Command wanted) { return enabled(wanted, context.shown); })) {
        if (chosen->command) run_anywhere(*chosen->command, context);
        before = cursor_;
        if (chosen->stage && context.shown.current) go_to(context.shown.current->trace(), cursor_, *chosen->stage);
        note_jump(before);
        if (chosen->term != nullptr) help_.open(chosen->term->name);
    }
    const auto destination = help_.draw(context, [&](const GlossaryTerm& term) { return example_title(term); });
    if (!destination) return;
    if (destination->example != nullptr) show_example(*destination->example);
    if (destination->command) run_anywhere(*destination->command, context);
    if (destination->record < 0 || !context.shown.current) return;
    if (preferences_.view != "inspect") static_cast<void>(change_view(open_view("walk")));
    before = cursor_;
    go_to(context.shown.current->trace(), cursor_, destination->record);
    note_jump(before);
}

/// The menu that the view asked for, with the keys of its commands.
void App::draw_menu(ViewContext& context) {
    if (context.explain) help_.open(*std::exchange(context.explain, std::nullopt));
    if (context.menu && !sheet_open()) {
        menu_ = std::move(context.menu);
        if (menu_->cursor) cursor_ = *menu_->cursor;
    }
    if (!menu_) return;
    std::vector<MenuLine> lines;
    menu_text_.clear();
    for (const MenuEntry& entry : menu_->entries) {
        std::string what = name_of(entry.command);
        what[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(what[0])));
        const bool here = has_command(preferences_.view, entry.command);
        lines.push_back({what, entry.key.empty() ? key_of(entry.command) : entry.key,
                         !here || enabled(entry.command, context.shown)});
        menu_text_ += (menu_text_.empty() ? "" : "; ") + what + " (" + lines.back().detail + ")";
    }
    bool open = true;
    const auto chosen = popup_menu(context.ui, "menu", menu_->at, lines, open);
    if (open) return;
    menu_text_.clear();
    const MenuRequest done = *std::exchange(menu_, std::nullopt);
    if (chosen) run_anywhere(done.entries[*chosen].command, context);
    context.ui.keep_awake();
}

/// At the lower end of the rail, as long as letters do nothing; a click unlocks them.
void App::lock_sign(ViewContext& context, const Rect& place) {
    Ui& ui = context.ui;
    const Region touched = region(ui, "keys locked", place, true);
    context.targets.put("keys locked", place);
    ui.painter.fill(place, ui.theme.accent);
    text_in(ui.painter, place, texts::program::lock_sign,
            {.colour = ui.theme.background, .size = em::small, .face = Face::bold, .align = Align::centre});
    if (touched.hovered) tooltip(ui, place, hint(texts::program::keys_locked, Command::lock_keys));
    if (touched.clicked || touched.activated) static_cast<void>(run(Command::lock_keys, context));
}

void App::progress_bar(ViewContext& context, const Rect& area) {
    const Session::Snapshot& shown = context.shown;
    Ui& ui = context.ui;
    if (!shown.stale || !shown.error.empty() || still_) {
        busy_since_ = -1;
        return;
    }
    if (busy_since_ < 0) busy_since_ = ui.now;
    sleep_at_most(progress_every);
    if (ui.now - busy_since_ < spinner_delay_seconds) return;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const std::string model = shown.loading.substr(shown.loading.find_last_of('/') + 1);
    const std::string doing = model.empty() ? texts::program::computing : fmt::format(texts::program::opening, model);
    const auto said = [&](std::uint64_t bytes) {
        return shown.to_load == 0
                   ? doing
                   : fmt::format(texts::program::bytes_of, doing, bytes_text(bytes), bytes_text(shown.to_load));
    };
    const std::string text = said(shown.loaded);
    const bool cancel = static_cast<bool>(shown.current);
    const float words = painter.measure(said(shown.to_load)).width + em, bar = 8 * em,
                button_wide = cancel ? 5.4F * em : 0;
    const float wide = std::min(area.w - em, words + bar + button_wide + 3.4F * em);
    const Rect box = Rect{area.centre().x - wide / 2, area.y + 3.4F * em, wide, 2.5F * em}.snapped();
    const float radius = std::round(0.6F * em);
    painter.fill(box, ui.theme.panel, radius);
    painter.stroke(box, ui.theme.border, 1, radius);
    Rect inside = box.inset(0.8F * em, 0);
    if (cancel) {
        const Rect r = inside.take_right(button_wide);
        inside.take_right(0.6F * em);
        const Rect place = Rect{r.x, r.y + 0.35F * em, r.w, r.h - 0.7F * em}.snapped();
        targets_.put("cancel", place);
        if (button(ui, "cancel work", place, texts::program::cancel, {.size = em::small}) && session_.cancel())
            notice_ = texts::program::cancelled;
    }
    const Rect line = inside.take_right(bar);
    inside.take_right(0.6F * em);
    text_in(painter, inside, text, {.colour = ui.theme.text});
    const Rect track = Rect{line.x, line.centre().y - 0.2F * em, line.w, 0.4F * em}.snapped();
    painter.fill(track, ui.theme.faint, track.h / 2);
    // A piece moves to and fro while the number of bytes is unknown.
    const double seconds = ui.now - busy_since_;
    const bool known = model.empty() || shown.to_load > 0;
    const double read =
        static_cast<double>(shown.loaded) / static_cast<double>(std::max<std::uint64_t>(shown.to_load, 1));
    const float share = model.empty() ? shown.progress : known ? static_cast<float>(read) : 0.3F;
    const float way = known || !preferences_.motion ? 0 : 0.5F - 0.5F * static_cast<float>(std::cos(2.2 * seconds));
    painter.fill({track.x + way * track.w * (1 - share), track.y, std::max(track.h, track.w * share), track.h},
                 ui.theme.accent, track.h / 2);
}

}  // namespace glassformer
