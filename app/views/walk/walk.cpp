#include "app/views/walk/walk.h"

#include <fmt/core.h>

#include <utility>

#include "app/pictures/charts/stage_page.h"
#include "app/views/shared/wording.h"
#include "app/views/walk/header.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"

namespace glassformer {

namespace {
constexpr float lines_of_large_text = 34;  // em: the height of a window whose text is large
constexpr std::array<double, 3> step_seconds{stage_seconds, 0.5, 0.08};  // stage, row, cell; at speed 1
constexpr PageText gradient_chart_text{texts::walk::chart_title, texts::walk::chart_formula,
                                       texts::walk::chart_sentence, texts::walk::chart_look, PageStage::none};
}  // namespace

void WalkView::draw(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    Rect rest = area;
    if (context.shown.current) keep_valid(context.shown.current->trace(), context.cursor);
    if (context.shown.current && !context.shown.stale && std::exchange(follow_again_, false) && context.cursor.locked)
        follow_cell(context);
    state_.differs = &differences_.of(context.shown);
    if (!differences_.done()) ui.keep_awake();
    play(context);

    // Going on to another stage leads back to the pictures.
    const bool back = context.shown.current && context.shown.current->has_gradients();
    // Another model keeps the chart: the two are compared.
    const void* const model = context.shown.current ? &context.shown.current->model() : nullptr;
    if (!back || (context.cursor.record != charted_ && model == charted_model_)) state_.gradient_chart = false;
    charted_ = context.cursor.record;
    charted_model_ = model;
    if (back && std::exchange(chart_wanted_, false)) state_.gradient_chart = true;
    context.targets.places.erase("gradient chart");
    const bool alone = context.rules.alone;
    if (alone) state_.scrubbed.reset();  // there is no timeline to drag
    Rect above = rest;
    const Rect below = above.take_bottom(alone ? 0 : std::round(timeline_height(ui)));
    state_.overview = context.preferences.architecture ? Zoom::architecture : Zoom::story;
    if (std::exchange(overview_wanted_, false)) state_.zoom = state_.overview;
    drawn_of_ = context.shown.current ? context.shown.current->generation() : 0;
    WalkPage* in_place = nullptr;  // of the canvas
    for (WalkPage* const page : pages())
        if (page->shows(context, above, rest, state_)) in_place = page;
    if (in_place != nullptr) {
        const bool all = in_place->takes_all() || alone;
        context.notice_above = all ? rest.bottom() : below.y;
        in_place->draw(context, all ? rest : above, state_);
        canvas_.stale_badge(context, all ? rest : above, state_);
        if (all)
            context.targets.places.erase("timeline");
        else if (const auto clicked = draw_timeline(context, below, state_))
            run(*clicked, context);
        return;
    }
    const PageText* const page = state_.gradient_chart ? &gradient_chart_text : nullptr;
    rest = panel_.draw_beside(context, rest, state_.focus, narrow_, page);
    if (back && !narrow_) chart_button(context);
    state_.alone = narrow_ || !context.preferences.panel;
    const auto [chips, line] = around_picture(context, rest, alone);
    const Rect timeline = rest.take_bottom(line);
    context.notice_above = timeline.y;
    if (narrow_ && context.preferences.panel_instead) {
        panel_.draw(context, rest, state_.focus, page);
    } else {
        if (chips > 0) tokens_.draw(context, rest.take_top(chips));
        canvas_.draw(context, rest, state_);
    }
    if (line <= 0)
        context.targets.places.erase("timeline");
    else if (const auto clicked = draw_timeline(context, timeline, state_))
        run(*clicked, context);
}

/// Heights of the tokens above the picture and of the timeline below it. Where the text is so large that the panel gave
/// way, the timeline is next, then the tokens, until the picture has its share of the window. The keys step as ever.
std::pair<float, float> WalkView::around_picture(ViewContext& context, const Rect& area, bool alone) const {
    if (alone) return {0, 0};
    const Ui& ui = context.ui;
    const float line = std::round(timeline_height(ui));
    const float chips = area.h - line > 14 * ui.em ? TokenStrip::height(context, area) : 0;
    const auto small = [&](float taken) {
        const float wide = area.w - 2.4F * ui.em, high = area.h - taken - (header_height + 0.6F) * ui.em;
        return narrow_ && context.preferences.text_scale > 1 && ui.window.h < lines_of_large_text * ui.em &&
               wide * high < picture_share * ui.window.w * ui.window.h;
    };
    if (!small(line + chips)) return {chips, line};
    return {small(chips) ? 0 : chips, 0};
}

/// In the place that the panel leaves for it beside the small strips of the same numbers.
void WalkView::chart_button(ViewContext& context) {
    Ui& ui = context.ui;
    const auto slot = context.targets.places.find("gradient chart"), panel = context.targets.places.find("panel");
    if (slot == context.targets.places.end() || panel == context.targets.places.end()) return;
    const Rect place = slot->second.inset(0, 0.1F * ui.em).snapped();
    if (place.y < panel->second.y || place.bottom() > panel->second.bottom()) return;  // scrolled out of sight
    const char* label = state_.gradient_chart ? texts::walk::hide_chart : texts::walk::show_chart;
    if (button(ui, "gradient chart", place, label, {.size = em::small, .hint = texts::walk::chart_hint}))
        state_.gradient_chart = !state_.gradient_chart;
}

bool WalkView::step_once(ViewContext& context, int direction) {
    state_.focus.hovered = {};
    if (is_overview(state_.zoom)) {  // from the whole to the stage that was left, or to the first one
        state_.zoom = Zoom::stage;
        return true;
    }
    return step(context.shown.current->trace(), context.cursor, state_.by, direction);
}

void WalkView::play(ViewContext& context) {
    if (!state_.playing) return;
    if (!context.shown.current) {
        state_.playing = false;
        return;
    }
    context.ui.keep_awake();
    next_step_ -= context.ui.elapsed;
    if (next_step_ > 0) return;
    next_step_ +=
        step_seconds[static_cast<std::size_t>(state_.by)] / static_cast<double>(play_speeds[state_.speed].factor);
    if (next_step_ < 0) next_step_ = 0;
    // In the backward pass it plays from the loss to the tokens.
    if (!step_once(context, context.shown.current->has_gradients() ? -1 : 1)) state_.playing = false;
    const Trace& trace = context.shown.current->trace();
    const Record& at = trace.record(record_at(trace, context.cursor));
    const CellRef cell = locked_cell(trace, context.cursor);
    for (const Breakpoint& point : state_.focus.watch.breakpoints) {
        const bool stops = state_.by != StepBy::stage && cell ? stops_at(point, at, cell.cell) : stops_at(point, at);
        if (!stops) continue;
        state_.playing = false;
        // A step by stages stops at the row that is asked for.
        if (state_.by == StepBy::stage && (point.head >= 0 || point.row >= 0))
            jump(trace, context.cursor, {at.id, first_stop(point, at)});
    }
}

ViewValues WalkView::save() const {
    ViewValues values{{"by", std::to_string(static_cast<int>(state_.by))},
                      {"speed", std::to_string(state_.speed)},
                      {"zoom", std::to_string(static_cast<int>(state_.zoom))},
                      {"mini_map", canvas_.shows_mini_map() ? "true" : "false"},
                      {"followed", state_.focus.path.hops.empty() ? "false" : "true"},
                      {"watch", to_text(state_.focus.watch)}};
    // At other zooms the cursor and the zoom place the camera.
    if (state_.zoom == Zoom::free) values.emplace("camera", "\"" + canvas_.camera_text() + "\"");
    return values;
}

void WalkView::load(const ViewValues& values) {
    const auto number = [&](const char* name, int otherwise, int count) {
        const auto found = values.find(name);
        float read = 0;
        if (found == values.end() || !parse_number(found->second, read)) return otherwise;
        return read >= 0 && read < static_cast<float>(count) ? static_cast<int>(read) : otherwise;
    };
    state_.by = static_cast<StepBy>(number("by", static_cast<int>(state_.by), 3));
    state_.speed = number("speed", state_.speed, static_cast<int>(std::size(play_speeds)));
    state_.zoom =
        static_cast<Zoom>(number("zoom", static_cast<int>(state_.zoom), static_cast<int>(std::size(zoom_names))));
    if (const auto camera = values.find("camera"); camera != values.end() && state_.zoom == Zoom::free)
        if (!canvas_.place_camera(camera->second)) state_.zoom = Zoom::stage;
    const auto yes = [&](const char* name) {
        const auto found = values.find(name);
        return found != values.end() && found->second == "true";
    };
    for (WalkPage* const page : pages()) page->forget();
    canvas_.show_mini_map(yes("mini_map"));
    follow_again_ = yes("followed");
    if (const auto watch = values.find("watch"); watch != values.end()) try {
            state_.focus.watch = watch_from_text(watch->second);
        } catch (const Error&) {
            // Written by another version: the watch list stays as it is.
        }
    state_.playing = false;
}

bool WalkView::draw_page(Painter& painter, const Rect& page, const Session::Snapshot& shown,
                         const Cursor& cursor) const {
    if (!shown.current || record_at(shown.current->trace(), cursor) < 0) return false;
    for (const WalkPage* const one : pages())
        if (one->zoom() == state_.zoom && one->draw_page(painter, page, *shown.current, cursor)) return true;
    const bool map = state_.zoom == Zoom::model || state_.zoom == Zoom::block || state_.zoom == Zoom::part;
    if (map || (state_.gradient_chart && !is_overview(state_.zoom))) return false;  // the view as it is
    const Trace& trace = shown.current->trace();
    PictureMemory memory;
    draw_stage_page(painter, page,
                    {.evaluation = *shown.current,
                     .unedited = shown.unedited.get(),
                     .record = record_at(trace, cursor),
                     .head = cursor.head,
                     .selected = locked_cell(trace, cursor),
                     .gradients = shown.current->has_gradients(),
                     .row_limit = cursor.limit,
                     .memory = &memory});
    return true;
}

void WalkView::describe(State& state, const Session::Snapshot& shown) const {
    state.add("hovered", state_.focus.hovered_name(shown));
    state.add("example", state_.focus.example_name(shown));
    state.add("playing", state_.playing);
    state.add("editing", canvas_.editing());
    state.add("backward", shown.current && shown.current->has_gradients());
    state.add("path", std::to_string(state_.focus.path.hops.size()));
    state.add("gradient_chart", state_.gradient_chart);
    state.add("gradient_axis", canvas_.gradient_axis());
    state.add("path_end", state_.focus.path.end);
    state.add("watched", std::to_string(state_.focus.watch.cells.size()));
    state.add("breakpoints", std::to_string(state_.focus.watch.breakpoints.size()));
    std::string listed;
    for (const Breakpoint& point : state_.focus.watch.breakpoints)
        listed += (listed.empty() ? "" : "; ") + to_text(point);
    state.add("breakpoint_list", listed);
    constexpr const char* phases[] = {"none", "running", "done", "failed"};
    state.add("check", phases[static_cast<std::size_t>(panel_.checked().phase)]);
    state.add("editing_token", tokens_.editing());
    state.add("differing", std::to_string(differences_.stages()));
    state.add("token_path_says", token_page_.tooltip_text());
    state.add("token_path_sorted", token_page_.sorted());
    cached_page_.describe(state);
    state.add("camera", canvas_.camera_text());
    state.add("phase", fmt::format("{:.2f}", state_.scrubbed.value_or(canvas_.phase())));
    state.add("story_row", std::to_string(story_.pointed()));
    state.add("story_says", story_.tooltip_text());
    state.add("story_cell", story_.selected_name());
    state.add("architecture_box", architecture_.selected_name());
    state.add("architecture_says", architecture_.tooltip_text());
    state.add("zoom", zoom_names[static_cast<std::size_t>(state_.zoom)]);
}

}  // namespace glassformer
