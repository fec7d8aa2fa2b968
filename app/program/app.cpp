#include "app/program/app.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "app/bars/rail.h"
#include "app/bars/training_bar.h"
#include "app/lessons/lesson_sizes.h"
#include "app/program/lecture_hall.h"
#include "app/program/lesson_export_run.h"
#include "app/program/texts.h"
#include "app/program/view_film_run.h"
#include "app/views/shared/carry_cursor.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "app/widgets/interaction.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/io/model_folder.h"
#include "core/tape/cell_name.h"
#include "core/train/laboratory/trained_steps.h"

namespace glassformer {

namespace {

/// The explanation is hidden while this lives, whatever ends that; a view that changes it meanwhile is not heard.
class PanelHidden {
public:
    PanelHidden(bool& shown, bool hide) : shown_(hide ? &shown : nullptr), before_(shown) {
        if (hide) shown = false;
    }
    ~PanelHidden() {
        if (shown_ != nullptr) *shown_ = before_;
    }
    PanelHidden(const PanelHidden&) = delete;
    PanelHidden& operator=(const PanelHidden&) = delete;

private:
    bool* shown_;
    bool before_;
};

constexpr double notice_seconds = 2.5, notice_fade_seconds = 0.2;
constexpr int frames_at_once = 8;  // what was laid out or fades has settled then, mostly
constexpr double settling_seconds = 0.01;
constexpr float longest_notice = 44;  // em, of a line

}  // namespace

AppView& App::view() const {
    for (const std::unique_ptr<AppView>& view : views_)
        if (view->row().name == preferences_.view) return *view;
    return *views_.front();
}

bool App::frame() {
    const bool open = gui_.frame([this](Ui& ui) { draw(ui); });
    if (const Theme& theme = with_palette(*preferences_.theme, preferences_.palette); &theme != &gui_.theme())
        gui_.set_theme(theme);
    if (preferences_.limits != gui_.limits()) gui_.set_limits(preferences_.limits);
    if (preferences_.text_scale != gui_.text_scale()) gui_.set_text_scale(preferences_.text_scale);
    const float least = presenter_ ? last_row_text(static_cast<float>(platform_.size().height)) : 0;
    if (least != gui_.least_text()) gui_.set_least_text(least);
    if (std::exchange(copies_page_, false)) copy_page();
    if (pending_export_) carry_out(*std::exchange(pending_export_, std::nullopt));
    follow_speaker_window();
    return open && !closing_;
}

void App::settle(int most) {
    session_.wait();
    platform_.wake();
    for (int i = 0; i < most; ++i) {
        frame();
        const Session::Snapshot shown = session_.shown();
        if (!gui_.needs_frame() && notice_.empty() && (!shown.stale || !shown.error.empty())) return;
        if (shown.stale && shown.error.empty()) session_.wait();
        // Work beside the frames has a low priority: where they wait for it, they leave it the processor.
        if (i < frames_at_once || !gui_.needs_frame() || !platform_.headless()) continue;
        platform_.make_current();
        platform_.begin_frame(settling_seconds);
    }
}

void App::settle_whole() {
    using Clock = std::chrono::steady_clock;
    constexpr auto longest = std::chrono::minutes(4);
    const auto begun = Clock::now();
    for (settle(); gui_.needs_frame(); settle())
        if (Clock::now() - begun > longest) throw Error(texts::program::page_not_computed);
}

void App::enter_first_cursor(const Trace& trace) {
    const int head = std::exchange(first_head_, -1);
    if (head >= 0) cursor_.head = std::min(head, head_count(trace) - 1);
    const auto where = [&](const std::string& name) {
        const int id = trace.find(name);
        if (id >= 0) return id;
        const std::string near = nearest_record(trace, name);
        throw Error(near.empty() ? fmt::format(texts::program::no_stage, in_quotes(name))
                                 : fmt::format(texts::program::no_stage_near, in_quotes(name), near));
    };
    const std::string stage = std::move(first_stage_), cell = std::move(first_cell_);
    first_stage_.clear();
    first_cell_.clear();
    if (!stage.empty()) {
        cursor_.locked = false;
        go_to(trace, cursor_, where(stage));
    }
    if (!cell.empty()) {
        const NamedCell found = find_cell(trace, cell);
        jump(trace, cursor_, {found.record, found.cell});
    }
    check_head(trace, head);
}

Session::Snapshot App::shown() const {
    Session::Snapshot shown = session_.shown();
    if (original_ && shown.unedited_is_alike) {
        shown.current = std::exchange(shown.unedited, nullptr);
        shown.unedited_is_alike = false;
    }
    return shown;
}

/// A blank screen covers everything until a key or a button ends it, which does nothing else.
bool App::draw_blank(Ui& ui) {
    if (!blank_) return false;
    bool ends = std::ranges::any_of(ui.input.keys, [](const KeyPress& press) { return !press.repeat; });
    for (const bool down : ui.input.went_down) ends = ends || down;
    ends = ends || gui_.taken().pressed;
    if (ends) {
        blank_.reset();
        ui.keep_awake();
    }
    const Colour cover = blank_.value_or(ui.theme.background);
    ui.painter.fill(ui.window, cover);
    return true;
}

void App::draw(Ui& ui) {
    if (draw_blank(ui)) return;
    original_ = !sheet_open() && ui.input.held(Key::z) && ui.input.modifiers == no_modifiers;
    if (const Session::Snapshot now = session_.shown(); now.unopened && now.current) keep_what_is_shown(now.error);
    const std::string text_note = keep_or_replace_text();
    remember_loss_target();
    if (!TrainedSteps::step_of(session_.inputs().model)) lasting_ = session_.inputs();
    const Session::Snapshot shown = this->shown();
    targets_.places.clear();
    ViewContext context{ui, session_, shown, cursor_, preferences_, targets_, notice_};
    context.presented = presenter_;
    context.original = original_ && shown.current != session_.shown().current;
    context.can_undo = enabled(Command::undo, shown);
    context.can_redo = enabled(Command::redo, shown);
    // A lesson's own picture says nothing of lessons.
    if (!presenter_ && (!lesson_.is_open() || lesson_.left))
        context.lesson_steps = [this](const std::string& record) { return lesson_steps_of(record); };
    const std::string notice_before = std::move(notice_), view_before = preferences_.view;
    notice_ = copied_.empty() ? text_note : std::exchange(copied_, {});
    if (restored_ && shown.current) {
        restored_ = false;
        notice_ = hint(texts::program::restored, Command::undo);
    }
    gui_.set_longest_sleep(longest_sleep_ = std::numeric_limits<double>::infinity());
    if (shown.current && shown.current->generation() != tokens_of_) {
        if (tokens_of_ != 0) carry_cursor(tokens_, *shown.current, cursor_);
        tokens_of_ = shown.current->generation();
        tokens_ = tokens_of_run(*shown.current);
        warn_of_run(*shown.current);
    }
    if (pending_session_ && session_.inputs() != pending_session_->inputs) pending_session_.reset();
    if (pending_session_ && shown.current && shown.current->inputs() == pending_session_->inputs) {
        cursor_ = pending_session_->cursor;
        places_.clear();
        loss_targets_ = pending_session_->loss_targets;
        remember_loss_target();
        load_views(*pending_session_);  // what was shown until now had cells and heads of its own
        gui_.set_scrolled(pending_session_->scrolled);
        pending_session_.reset();
    }

    follow_lesson(ui, shown);
    follow_example(shown);
    if (shown.current && !(first_cell_.empty() && first_stage_.empty() && first_head_ < 0)) {
        try {
            enter_first_cursor(shown.current->trace());
        } catch (const Error& error) {
            message_ = error.what();
        }
    }
    end_message(shown);
    log_warnings(shown);
    look_at_weights(shown, ui.now);
    open_dropped(ui.input.dropped);
    if (shown.current) keep_valid(shown.current->trace(), cursor_);  // a key may come with the first frame of a new one
    run_shortcuts(context);
    if (blank_) return;

    Rect rest = ui.window;
    const Rect bar = presenter_ ? Rect{} : rest.take_top(std::round(TopBar::height(ui)));
    if (!crash_copy_.empty() && !presenter_) restore_bar(ui, rest);
    if (!message_.empty()) message_bar(ui, rest, message_);
    if (!shown.error.empty() && shown.error != dismissed_) message_bar(ui, rest, shown.error);
    if (shown.error.empty()) dismissed_.clear();
    if (!presenter_) away_bar(ui, rest);
    try_bar(context, rest);
    target_error_.clear();
    Rect rail = presenter_ ? Rect{} : rest.take_left(rail_width(ui));
    const Rect sign = locked_keys_ ? rail.take_bottom(std::round(1.8F * ui.em)) : Rect{};
    const Rect held = preferences_.limits.any() ? rail.take_bottom(limits_sign_height(ui)) : Rect{};
    Rect column;  // of the changes, in place of the explanation
    if (changes_open_ && shown.current) column = rest.take_right(ChangesSheet::column(ui));
    const Rect lesson = lesson_.is_open() ? take_lesson_panel(ui, rest, presenter_) : Rect{};
    if (!view().scrubs_training() && !preferences_.alone) draw_training_bar(context, rest, *trained_steps_);
    view_area_ = rest;
    const bool looks = lecture_->spotlight.on() && shown.current && targets_.wanted.empty();
    if (looks) targets_.wanted = lecture_->spotlight.look_for(lit_cells(*shown.current));
    try {
        const PanelHidden hidden(preferences_.panel, column.w > 0);
        draw_view(context, rest);
    } catch (const Error& error) {
        if (targets_.wanted.empty()) throw;
        target_error_ = error.what();  // a script asked for a cell that is not there
        targets_.wanted.clear();
    }
    if (looks) {
        lecture_->spotlight.found(targets_);
        targets_.wanted.clear();
        target_error_.clear();
    }
    if (column.w > 0) changes_.draw(context, changes_open_, column, models_);
    if (lesson.w > 0) draw_lesson(context, lesson);
    if (shown.current) places_.drawn(std::string(view().row().name), cursor_);
    if (const auto clicked = presenter_ ? std::nullopt : draw_rail(context, rail, views_))
        static_cast<void>(run(*clicked, context));
    if (held.h > 0 && held.w > 0) limits_sign(context, held.snapped());
    if (sign.h > 0) lock_sign(context, sign.snapped());
    if (const auto clicked = presenter_ ? std::nullopt : top_bar_.draw(context, bar, known_models_, !still_))
        static_cast<void>(run(*clicked, context));
    draw_lecture(context);
    draw_sheets(context);
    pending_export_ = export_.draw(context, view_area_);
    keep_copy(ui.now, static_cast<bool>(shown.current));
    lesson_export_sign(context, rest);
    progress_bar(context, rest);
    put_title();
    if (context.request) static_cast<void>(run(*context.request, context));
    if (!context.open.empty()) open_path(context.open);
    if (context.compare_with && change_view(open_view("compare"))) {
        view().load({{"b", to_text(*context.compare_with)}});
        ui.keep_awake();
    }

    note_limits();
    if (!notice_.empty()) {
        notice_until_ = ui.now + notice_seconds;
        log_.add(notice_, false);
    } else if (preferences_.view == view_before) {
        notice_ = notice_before;  // what was said in another view is not of this one
    }
    if (shown.error != logged_error_) log_.add(logged_error_ = shown.error, true);
    if (message_ != logged_message_) log_.add(logged_message_ = message_, true);
    Rect clear = rest;
    if (context.notice_above) clear.h = std::clamp(*context.notice_above - rest.y, 0.0F, rest.h);
    show_notice(ui, clear);
    draw_tool(ui);
}

/// Wakes for another frame then, where nothing happens before.
void App::sleep_at_most(double seconds) { gui_.set_longest_sleep(longest_sleep_ = std::min(longest_sleep_, seconds)); }

/// At the lower end of the area: names, titles and pages of a view stand at its upper end.
/// Frames are drawn where it comes, fades and goes; while it stands still the window sleeps.
void App::show_notice(Ui& ui, const Rect& area) {
    if (notice_.empty()) return;
    const double left = notice_until_ - ui.now, fade = preferences_.moves() ? notice_fade_seconds : 0;
    if (left <= 0) {
        notice_.clear();
        return;
    }
    if (left > fade)
        sleep_at_most(left - fade);
    else
        ui.keep_awake();
    const float ink = left < fade ? static_cast<float>(left / fade) : 1;
    const float em = ui.em;
    const TextStyle style{.colour = ui.theme.background.faded(ink), .size = em::body};
    const float words = std::ceil(ui.painter.measure(notice_, style.size).width) + 1;
    const float wide = std::max(1.0F, std::min({words, area.w - 3 * em, longest_notice * em}));
    const float high = paragraph(ui.painter, {0, 0, wide, 1e4F}, notice_, style, false);
    const Rect box =
        Rect{area.centre().x - wide / 2 - em, area.bottom() - high - 1.7F * em, wide + 2 * em, high + 0.9F * em}
            .snapped();
    targets_.put("notice", box);
    ui.painter.fill(box, ui.theme.text.faded(ink), 1.1F * em);
    paragraph(ui.painter, {box.x + em, box.y + 0.45F * em, wide, high}, notice_, style);
}

void check_head(const Trace& trace, int head) {
    const int heads = head_count(trace);
    if (head >= heads)
        throw Error(heads == 1 ? fmt::format(texts::program::no_head_one, head)
                               : fmt::format(texts::program::no_head, head, heads));
}

}  // namespace glassformer
