// A frame of the window: what arrived meanwhile, the keys, and everything that is drawn, from the view to the notice.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/bars/rail.h"
#include "app/bars/training_bar.h"
#include "app/lessons/lesson_sizes.h"
#include "app/lessons/marked_picture.h"
#include "app/paint/covering_painter.h"
#include "app/program/app.h"
#include "app/program/narrator.h"
#include "app/views/shared/empty_state.h"
#include "app/widgets/controls.h"
#include "app/widgets/interaction.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/train/live/trained_steps.h"

namespace glassformer {

namespace {

/// The explanation is hidden while this lives, whatever ends that; a view that changes it meanwhile is not heard.
class PanelHidden {
public:
    PanelHidden(bool& shown, bool hide) : panel_shown_(hide ? &shown : nullptr), before_(shown) {
        if (hide) shown = false;
    }
    ~PanelHidden() {
        if (panel_shown_ != nullptr) *panel_shown_ = before_;
    }
    PanelHidden(const PanelHidden&) = delete;
    PanelHidden& operator=(const PanelHidden&) = delete;

private:
    bool* panel_shown_;
    bool before_;
};

/// Of a view that is not shown.
std::optional<TrainingBeside> training_beside(const Workspace& workspace, const Ui& ui) {
    for (const std::unique_ptr<AppView>& view : workspace.views())
        if (auto* const trains = dynamic_cast<TrainsBeside*>(view.get()); trains && view.get() != &workspace.view())
            return trains->training_beside(ui);
    return {};
}

}  // namespace

void App::draw(Ui& ui) {
    if (screen_.draw_blank(ui, gui_.taken())) return;
    if (!course_.cover().any()) return draw_uncovered(ui, nullptr);
    CoveringPainter covering(ui.painter);
    Input input = ui.input;  // nothing is pointed at through a plate
    if (std::ranges::any_of(plates_, [&](const Rect& plate) { return plate.contains(input.mouse); }))
        input.mouse = outside;
    Ui covered{covering,         input,    ui.theme, ui.platform, ui.window, ui.em,          ui.now,    ui.elapsed,
               ui.frame_seconds, ui.awake, ui.caret, ui.streams,  ui.cursor, ui.interaction, ui.surface};
    draw_uncovered(covered, &covering);
    covering_ = nullptr;
}

/// `covering`: its painter, where something of the picture is covered.
void App::draw_uncovered(Ui& ui, CoveringPainter* covering) {
    covering_ = covering;
    plates_.clear();
    workspace_.hold_original(!sheets_.any_open() && ui.input.held(Key::z) && ui.input.modifiers == no_modifiers);
    begin_frame();
    const Session::Snapshot shown = workspace_.shown();
    ViewContext context{ui,       workspace_.session(), shown, workspace_.cursor(), workspace_.preferences(),
                        targets_, messages_.notice()};
    context.presented = course_.presents();
    context.original = workspace_.holds_original() && shown.current != workspace_.session().shown().current;
    context.can_undo = can_undo();
    context.can_redo = can_redo();
    // A lesson's own picture says nothing of lessons.
    if (!course_.presents() && (!course_.is_open() || course_.player().left))
        context.lesson_steps = [this](const std::string& record) { return course_.steps_of(record); };
    follow(context);
    key_acts_ = false;
    run_shortcuts(context);
    if (screen_.is_blank()) return;
    draw_window(context);
    if (course_.is_unseen(ui)) gui_.pass_frame();
    const Preferences& preferences = workspace_.preferences();
    // While a text is typed its answers pass too fast to be heard; what is refused is said.
    if (!ui.input.typing || !shown.error.empty())
        narrator_->follow({workspace_.view(), shown, workspace_.cursor(), picture_rules().asked}, preferences.says,
                          preferences.speaks);
    constexpr double look_again = 0.05;  // seconds
    if (narrator_->waits()) gui_.sleep_at_most(look_again);
    if (std::string problem = narrator_->take_problem(); !problem.empty()) messages_.say(std::move(problem));
}

/// What the session did meanwhile, before the frame sees it.
void App::begin_frame() {
    if (const Session::Snapshot now = workspace_.session().shown(); now.unopened && now.current)
        give_up_model(now.error);
    const std::string text_note = arrival_.settle_text();
    workspace_.note_inputs();
    targets_.places.clear();
    const bool there = static_cast<bool>(workspace_.session().shown().current);
    messages_.begin_frame(text_note, there ? first_steps_.take_greeting() : std::string());
    gui_.set_longest_sleep(std::numeric_limits<double>::infinity());
}

/// The model, of a training its run, and the lesson's step.
std::string App::subject_shown(const Session::Snapshot& shown) const {
    std::string subject = shown.current ? shown.current->inputs().model : "";
    if (const auto step = TrainedSteps::step_of(subject)) subject = step->run;
    return subject + " " + std::to_string(course_.page());
}

/// A model that cannot be read leaves everything as it was, and is not offered again.
void App::give_up_model(const std::string& problem) {
    document_.forget(workspace_.session().inputs().model);
    if (arrival_.brings_session()) document_.close();
    arrival_.give_up();
    if (workspace_.session().cancel()) messages_.say(problem);
}

/// What waited for the run that is shown, and what is to be said of it.
void App::follow(ViewContext& context) {
    const Session::Snapshot& shown = context.shown;
    const bool typing = text_field_focused(context.ui, "text") || text_field_focused(context.ui, "target");
    if (shown.current && workspace_.carry_cursor_to(*shown.current, typing, shown.stale))
        warnings_.warn_of(*shown.current);
    arrival_.follow(shown);
    course_.follow(context);
    // What comes under the mouse with another model, or another step of a lesson, is not what it was moved to.
    if (const std::string subject = subject_shown(shown); std::exchange(subject_, subject) != subject)
        let_mouse_rest(context.ui);
    context.rules = picture_rules();  // the lesson may show another step now
    warnings_.follow(shown, gui_, context.ui.now);
    open_dropped(context.ui.input.dropped);
    // A key may come with the first frame of a new run.
    if (shown.current) keep_valid(shown.current->trace(), context.cursor);
}

void App::draw_window(ViewContext& context) {
    Ui& ui = context.ui;
    const Session::Snapshot& shown = context.shown;
    const bool presented = course_.presents();
    Rect rest = ui.window;
    const bool sentence = sentence_is_shown();
    const Rect bar = presented ? sentence ? rest.take_top(std::round(TopBar::sentence_height(ui))) : Rect{}
                               : rest.take_top(std::round(TopBar::height(context)));
    draw_bars(context, rest);
    Rect rail = presented ? Rect{} : rest.take_left(rail_width(ui));
    const Rect locked = keyboard_.locked() ? rail.take_bottom(std::round(1.8F * ui.em)) : Rect{};
    const Rect held = context.preferences.limits.any() ? rail.take_bottom(limits_.sign_height(ui)) : Rect{};
    Rect column;  // of the changes, in place of the explanation
    if (changes_.is_open() && shown.current) column = rest.take_right(ChangesSheet::column(ui));
    const bool words_alone = course_.words_alone() && column.w <= 0;
    const Rect lesson = words_alone ? rest : course_.is_open() ? take_lesson_panel(ui, rest, presented) : Rect{};
    const std::optional<TrainingBeside> beside = training_beside(workspace_, ui);
    if (!workspace_.view().scrubs_training() && !context.rules.alone && !words_alone)
        draw_training_bar(context, rest, workspace_.trained_steps(), presented ? std::nullopt : beside);
    const Rect welcome = first_steps_.take_welcome_column(ui, rest);
    view_area_ = rest;
    if (!words_alone) draw_view(context, rest, column.w > 0);
    if (column.w > 0) changes_.draw(context, column, workspace_.models());
    if (lesson.w > 0) course_.draw(context, lesson);
    first_steps_.draw_welcome(context, welcome, rest, key_acts_);
    if (shown.current) workspace_.places().drawn(std::string(workspace_.view().row().name), context.cursor);
    if (const auto clicked = presented ? std::nullopt : draw_rail(context, rail, workspace_.views()))
        static_cast<void>(run(*clicked, context));
    draw_signs(context, held, locked);
    if (sentence) top_bar_.draw_sentence(context, bar);
    if (const auto clicked =
            presented ? std::nullopt : top_bar_.draw(context, bar, workspace_.known_models(), !workspace_.still()))
        static_cast<void>(run(*clicked, context));
    lecture_.draw(ui, targets_, gui_.taken(), view_area_, course_.page(), tool_is_held(), context.preferences.moves());
    speaker_.draw_sheet(context, view_area_);
    sheets_.draw(context);
    document_.keep_copy(gui_, ui.now, static_cast<bool>(shown.current));
    if (!presented) exports_.draw_lesson_sign(context, rest);
    if (!workspace_.still()) progress_.draw(context, gui_, rest);
    document_.put_title();
    carry_out_requests(context);
    limits_.note_change();
    messages_.end_frame(shown, ui.now);
    draw_notice(context, rest, lesson);
    if (tool_is_held()) lecture_.draw_dot(ui, gui_.taken());
}

/// Above the controls at the view's lower end; before a class at the edge of the window or of the lesson, beside what
/// the model answers.
void App::draw_notice(ViewContext& context, const Rect& view, const Rect& lesson) {
    Rect area = view;
    if (course_.presents()) {
        area = lesson.w > 0 ? lesson : context.ui.window;
        if (const auto answer = targets_.places.find("answer"); sentence_is_shown() && answer != targets_.places.end())
            area.w = answer->second.x - area.x;
    } else if (context.notice_above) {
        area.h = std::clamp(*context.notice_above - view.y, 0.0F, view.h);
    }
    messages_.draw_notice(context, gui_, area, course_.presents());
}

void App::draw_bars(ViewContext& context, Rect& rest) {
    const bool presented = course_.presents();
    if (document_.offers_copy() && !presented) document_.draw_restore_bar(context, rest);
    messages_.draw_bars(context, rest);
    if (!presented) course_.draw_away_bar(context, rest);
    if (!presented) first_steps_.draw_suggestion(context, rest);
}

void App::draw_covered(Ui& ui, const Rect& area, const std::function<void()>& draw) {
    if (covering_ == nullptr) return draw();
    const PictureCover cover = course_.cover();
    covering_->begin(cover.cells, cover.written, cover.picture);
    try {
        draw();
    } catch (...) {
        static_cast<void>(covering_->end());
        throw;
    }
    plates_ = covering_->end();
    if (!cover.hides_all(!plates_.empty())) return;
    draw_plate(ui, area, cover.texts, texts::window::picture_covered);
    plates_ = {area};
}

/// `hides_panel`: something else stands in place of the explanation.
void App::draw_view(ViewContext& context, const Rect& area, bool hides_panel) {
    target_error_.clear();
    if (context.shown.current && course_.picture_to_come())
        return draw_sentence(context.ui, area, texts::window::step_to_come);
    if (course_.draw_image(context.ui.painter, area)) {
        targets_.put("image", area);
        if (course_.cover().picture)
            draw_plate(context.ui, area, course_.cover().texts, texts::window::picture_covered);
        return;
    }
    const bool looks = lecture_.spotlight.on() && context.shown.current && targets_.wanted.empty();
    if (looks) targets_.wanted = lecture_.spotlight.look_for(course_.spoken_cells(*context.shown.current));
    try {
        const PanelHidden hidden(context.preferences.panel, hides_panel);
        limits_.with_legends(context, [&] {
            draw_covered(context.ui, area, [&] {
                draw_marked(context, area, [&](ViewContext& inside) {
                    Rect rest = area;
                    course_.draw_beside(inside.ui.painter, rest);
                    workspace_.view().draw(inside, rest);
                });
            });
        });
    } catch (const Error& error) {
        if (targets_.wanted.empty()) throw;
        target_error_ = error.what();  // a script asked for a cell that is not there
        targets_.wanted.clear();
    }
    if (!looks) return;
    lecture_.spotlight.found(targets_);
    targets_.wanted.clear();
    target_error_.clear();
}

/// At the lower end of the rail: limits that are held, and letters that do nothing; a click changes that.
void App::draw_signs(ViewContext& context, const Rect& held, const Rect& locked) {
    if (held.h > 0 && held.w > 0) limits_.draw_sign(context, held.snapped());
    if (locked.h <= 0) return;
    Ui& ui = context.ui;
    const Rect place = locked.snapped();
    const Region touched = region(ui, "keys locked", place, true);
    context.targets.put("keys locked", place);
    ui.painter.fill(place, ui.theme.accent);
    text_in(ui.painter, place, texts::window::lock_sign,
            {.colour = ui.theme.background, .size = em::small, .face = Face::bold, .align = Align::centre});
    if (touched.hovered) tooltip(ui, place, hint(texts::window::keys_locked, Command::lock_keys));
    if (touched.clicked || touched.activated) static_cast<void>(run(Command::lock_keys, context));
}

/// What the view asked for while it was drawn.
void App::carry_out_requests(ViewContext& context) {
    if (context.request) static_cast<void>(run(*context.request, context));
    if (!context.open.empty()) open_path(context.open);
    if (context.compare_with && workspace_.change_view(open_view("compare"))) {
        workspace_.view().set_run_b({.exists = true, .own = *context.compare_with});
        context.ui.keep_awake();
    }
}

PictureRules App::picture_rules() const {
    const auto run = workspace_.session().shown().current;
    return {.alone = picture_alone_ || course_.hides_controls() || (course_.presents() && !course_.is_open()),
            .asked = course_.waits_for_answer(),
            .asks_prediction = course_.asks_prediction(),
            .covers_caption = course_.cover().caption,
            .phase = phase_,
            .marks = run ? course_.marks(*run) : std::vector<CellMark>()};
}

bool App::tool_is_held() const { return lecture_.hand.held() && !sheets_.any_open(); }

bool App::frame() {
    const bool open = gui_.frame([this](Ui& ui) { draw(ui); });
    const Preferences& preferences = workspace_.preferences();
    if (const Theme& theme = with_palette(*preferences.theme, preferences.palette); &theme != &gui_.theme())
        gui_.set_theme(theme);
    if (preferences.limits != gui_.limits()) gui_.set_limits(preferences.limits);
    if (preferences.text_scale != gui_.text_scale()) gui_.set_text_scale(preferences.text_scale);
    const float least = course_.presents() ? last_row_text(static_cast<float>(platform_.size().height)) : 0;
    if (least != gui_.least_text()) gui_.set_least_text(least);
    exports_.carry_out();
    gui_.take_mouse(tool_is_held() || gui_.frozen());
    speaker_.follow_window();
    return open && !closing_;
}

}  // namespace glassformer
