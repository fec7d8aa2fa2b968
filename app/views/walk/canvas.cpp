#include "app/views/walk/canvas.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/views/explanation/arithmetic.h"
#include "app/views/explanation/loss_summary.h"
#include "app/views/shared/changed_stages.h"
#include "app/views/shared/empty_state.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/wording.h"
#include "app/views/walk/header.h"
#include "app/views/walk/mini_map.h"
#include "app/views/walk/texts.h"
#include "app/widgets/controls.h"
#include "core/tape/cell_name.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

constexpr double spinner_delay_seconds = 0.15;  // seconds before a slow evaluation is announced

/// "S[it, animal] = 4.33 (was 4.20)", in plain text.
std::string cell_text(const ViewContext& context, const CellRef& cell) {
    const Evaluation& evaluation = *context.shown.current;
    const float value = evaluation.trace().value(cell.record, cell.cell);
    const std::string name = plain_name(evaluation, cell), number = number_text(static_cast<double>(value));
    // Before a class a lesson says what was, where it matters.
    if (const auto before = value_before(context.shown, cell); !context.presented && before && *before != value)
        return fmt::format(texts::walk::cell_value_was, name, number, number_text(static_cast<double>(*before)));
    return fmt::format(texts::walk::cell_value, name, number);
}

}  // namespace

void WalkCanvas::draw(ViewContext& context, const Rect& area, WalkState& state) {
    Ui& ui = context.ui;
    context.targets.places.erase("cell tag");
    if (!context.shown.current) {
        draw_empty_state(context, area);
        if (context.shown.error.empty()) stale_badge(context, area, state);
        return;
    }
    Rect rest = area.inset(1.2F * ui.em, 0);
    rest.h -= 0.6F * ui.em;
    const CellRef chosen = locked_cell(context.shown.current->trace(), context.cursor);
    draw_header(context, rest, state, state.alone && chosen ? cell_text(context, chosen) : "");
    if (state.gradient_chart) {
        gradient_chart(context, rest, state);
        return stale_badge(context, area, state);
    }
    Rect beside;
    const bool near = nearness(canvas_, flight_.camera()) >= picture_from, moving = flight_.moving();
    if (near && map_open_) {  // a column of its own: a picture has no place to spare
        beside = rest.take_right(std::round(std::min(12 * ui.em, 0.25F * rest.w)));
        rest.take_right(ui.em);
    }
    // From stage to stage it stays, so that the picture's place is the same before and after the flight.
    if (state.zoom == Zoom::stage || (near && !moving)) stage_list(context, rest, state);
    scene(context, rest, beside, state);
    if (moving && !flight_.moving()) ui.keep_awake();  // what is left out on the way comes back
    stale_badge(context, area, state);
}

/// The stages of the block, one below the other, where the canvas is wide: what comes before and after.
void WalkCanvas::stage_list(ViewContext& context, Rect& area, WalkState& state) {
    if (context.rules.printed) return;
    Ui& ui = context.ui;
    const float em = ui.em;
    const Trace& trace = context.shown.current->trace();
    const int record = record_at(trace, context.cursor);
    const Record& at = trace.record(record);
    if (area.w < 66 * em || at.kind != Record::Kind::computed) return;
    std::vector<int> ids;
    for (const int id : trace.stages()) {
        const Record& other = trace.record(id);
        if (other.site.block == at.site.block && other.site.stack == at.site.stack && other.site.step == at.site.step)
            ids.push_back(id);
    }
    const float row = 1.75F * em;
    const float height = row * static_cast<float>(ids.size());
    if (ids.size() < 4 || height > area.h - em) return;
    Rect column = area.take_right(10 * em);
    area.take_right(1.5F * em);
    float y = column.y + (column.h - height) / 2;
    for (const int id : ids) {
        const Record& stage = trace.record(id);
        const Rect box = Rect{column.x, y, column.w, row - 0.3F * em}.snapped();
        const Colour tone = colour(ui.theme, stage.stage->meaning);
        const Region touched = region(ui, "stage " + stage.name, box, true);
        const bool here = id == record;
        if (here)
            ui.painter.fill(box, tone.faded(0.28F), 0.3F * em);
        else if (touched.hovered)
            ui.painter.fill(box, ui.theme.control_hot, 0.3F * em);
        ui.painter.stroke(box, here ? tone : ui.theme.border, here ? 1.5F : 1, 0.3F * em);
        ui.painter.circle({box.x + 0.75F * em, box.y + box.h / 2}, 0.18F * em, tone);
        text_in(ui.painter, {box.x + 1.3F * em, box.y, box.w - 1.5F * em, box.h}, stage_label(trace, stage),
                {.colour = here ? ui.theme.text : ui.theme.muted,
                 .size = em::small,
                 .face = here ? Face::bold : Face::sans});
        if (touched.clicked || touched.activated || touched.right_clicked) {
            go_to(trace, context.cursor, id);
            state.zoom = Zoom::stage;
        }
        if (touched.right_clicked) open_stage_menu(context, touched.mouse);
        y += row;
    }
}

std::optional<Hit> WalkCanvas::picture(ViewContext& context, const Rect& canvas, WalkState& state, int node,
                                       Vec2 mouse) {
    Ui& ui = context.ui;
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    const int shown_record = record_at(trace, context.cursor);
    const bool here = node == map_.node_of(trace, shown_record);
    const int record = here ? shown_record : map_.nodes[static_cast<std::size_t>(node)].record;
    const Rect area = picture_area(canvas, flight_.camera(), node);
    if (area.intersect(canvas).w <= 0 || area.intersect(canvas).h <= 0) return {};
    const CellRef locked = here ? locked_cell(trace, context.cursor) : CellRef{};
    const Scene scene{.evaluation = evaluation,
                      .unedited = context.shown.unedited.get(),
                      .record = record,
                      .head = context.cursor.head,
                      .selected = locked,
                      .hovered = !here                           ? CellRef{}
                                 : state.focus.pointed           ? state.focus.pointed
                                 : state.focus.hovered || locked ? state.focus.hovered
                                                                 : state.focus.example,
                      .example = here && !state.focus.pointed && !state.focus.hovered && !locked,
                      .gradients = evaluation.has_gradients(),
                      .row_limit = here ? context.cursor.limit : -1,
                      .phase = !here                 ? 1.0F
                               : context.rules.phase ? *context.rules.phase
                               : state.scrubbed      ? *state.scrubbed
                                                     : motion_.phase(),
                      .memory = here ? &memory_ : &from_memory_};
    const Picture& shown = picture_of(scene);
    const float near = nearness(canvas, flight_.camera());
    ui.painter.fill(area, ui.theme.background, near < 0.97F ? 0.5F * ui.em : 0);
    if (near < 0.97F) ui.painter.stroke(area, ui.theme.border, 1, 0.5F * ui.em);
    std::optional<Hit> hit = shown.draw(ui.painter, near < 0.97F ? area.inset(0.5F * ui.em) : area, scene,
                                        canvas.contains(mouse) ? mouse : nowhere);
    if (!here) return {};
    state.focus.hovered = hit ? hit->cell : CellRef{};
    if (hit && !editing()) {
        const std::string made = hit->derived.empty() ? ""
                                                      : fmt::format(texts::walk::cell_value, hit->derived,
                                                                    number_text(static_cast<double>(hit->number))) +
                                                            "\n";
        tooltip(ui, hit->rect, made + cell_text(context, hit->cell));
    }
    if (const std::string& wanted = context.targets.wanted; wanted.starts_with("cell:")) {
        const NamedCell cell = find_cell(trace, std::string_view(wanted).substr(5));
        if (const auto place = rect_of(ui.painter, area, scene, {cell.record, cell.cell}))
            context.targets.put(wanted, *place);
    }
    if (locked) {
        const auto place = rect_of(ui.painter, area, scene, locked);
        if (place) context.targets.put("locked cell", *place);
        if (place) state.menu_at = Vec2{place->x, place->bottom()};
        const bool at_rest = !flight_.moving() && !motion_.moving() && !state.scrubbed && scene.phase >= 1;
        if (place && at_rest && near >= 0.97F && !editing())
            tag_.draw(context, area.intersect(canvas), scene, *place, area);
        if (!flight_.moving() && seek(canvas, locked, place, state)) ui.keep_awake();
    }
    if (editing()) editor_.draw(context, canvas, locked, rect_of(ui.painter, area, scene, editor_.cell()));
    return hit;
}

void WalkCanvas::scene(ViewContext& context, const Rect& canvas, const Rect& beside, WalkState& state) {
    Ui& ui = context.ui;
    const Trace& trace = context.shown.current->trace();
    aim(context, canvas, state);
    context.targets.put("canvas", canvas);
    const Region touched = region(ui, "picture", canvas);
    const bool painting = nearness(canvas, flight_.camera()) >= picture_from && !editing() &&
                          brush_.holds(context, record_at(trace, context.cursor));
    const bool by_hand = !painting && move_by_hand(context, canvas, state, touched);
    const int node = map_.node_of(trace, record_at(trace, context.cursor));
    const bool near = nearness(canvas, flight_.camera()) >= picture_from;
    const Vec2 mouse = touched.hovered && !by_hand && !flight_.moving() ? touched.mouse : nowhere;

    ui.painter.push_clip(canvas);
    MapHit on_map;
    std::optional<Hit> hit;
    const bool filled =
        near && nearness(canvas, flight_.camera()) >= 1 && !flight_.moving() && state.zoom == Zoom::stage;
    const MapScene seen{
        .evaluation = *context.shown.current,
        .map = map_,
        .current = node,
        .head = context.cursor.head,
        .differs = state.differs,
        .without = near ? node : -1,
        .also_without = near ? departure_node_ : -1,
        .memory = memory_,
        .gradients = context.shown.current->has_gradients(),
        .path = state.focus.path_of == context.shown.current->generation() ? &state.focus.path : nullptr};
    if (!filled) on_map = draw_map(ui.painter, canvas, flight_.camera(), seen, mouse);
    if (!near && seen.gradients) {
        scale_ = mini_map_place(canvas, {std::min(17 * ui.em, canvas.w), 3.3F * ui.em}, flight_.camera(), map_, ui.em,
                                scale_);
        const Rect scale = scale_;
        context.targets.put("gradient scale", scale);
        draw_gradient_scale(ui.painter, scale.snapped(), gradient_scale(memory_));
    }
    if (near) {
        if (departure_node_ >= 0 && departure_node_ != node)
            static_cast<void>(picture(context, canvas, state, departure_node_, nowhere));
        if (node >= 0) {
            hit = picture(context, canvas, state, node, mouse);
            // The map goes on below the picture, but nothing of it is there to be clicked.
            if (picture_area(canvas, flight_.camera(), node).contains(mouse)) on_map = {};
        }
    } else {
        state.focus.hovered = {};
    }
    ui.painter.pop_clip();
    if (context.targets.wanted.starts_with("node ")) {
        const int wanted = trace.find(std::string_view(context.targets.wanted).substr(5));
        const int found = wanted >= 0 ? map_.node_of(trace, wanted) : -1;
        if (found >= 0)
            context.targets.put(context.targets.wanted,
                                flight_.camera().to_screen(canvas, map_.nodes[static_cast<std::size_t>(found)].rect));
    }

    if ((near ? beside.w > 0 : state.zoom != Zoom::model) && mini_map(context, canvas, beside, state, seen)) return;
    if (on_map.node >= 0 && !by_hand) {
        const Record& under = trace.record(map_.nodes[static_cast<std::size_t>(on_map.node)].record);
        *ui.cursor = CursorShape::hand;
        tooltip(ui, flight_.camera().to_screen(canvas, map_.nodes[static_cast<std::size_t>(on_map.node)].rect),
                std::string(stage_text(trace, under).title) + "\n" + under.name + "   " + shape_text(under));
    }
    if (painting)
        brush_.draw(context, record_at(trace, context.cursor), touched, hit);
    else if (dragged_ <= click_slack)
        click(context, state, touched, on_map, hit);
}

bool WalkCanvas::mini_map(ViewContext& context, const Rect& canvas, const Rect& beside, WalkState& state,
                          const MapScene& seen) {
    Ui& ui = context.ui;
    const float wide = beside.w > 0 ? beside.w : std::min(13 * ui.em, 0.25F * canvas.w), high = wide / map_aspect;
    if (beside.w > 0)
        mini_ = {beside.x, beside.bottom() - high, wide, high};
    else if (!flight_.moving() || mini_.w <= 0)
        mini_ = mini_map_place(canvas, {wide, high}, flight_.camera(), map_, ui.em, mini_);
    const Rect place = mini_.snapped();
    context.targets.put("mini-map", place);
    const Region touched = region(ui, "mini-map", place);
    const auto there = draw_mini_map(ui.painter, place, canvas, flight_.camera(), seen,
                                     touched.hovered || touched.dragging ? touched.mouse : nowhere);
    if (there && (touched.clicked || touched.dragging)) {
        flight_.fly({*there, flight_.camera().scale},
                    context.preferences.moves() && !context.presented && !touched.dragging);
        state.zoom = aimed_zoom_ = Zoom::free;
    }
    return touched.hovered || touched.dragging;
}

void WalkCanvas::click(ViewContext& context, WalkState& state, const Region& touched, const MapHit& on_map,
                       const std::optional<Hit>& hit) {
    const Trace& trace = context.shown.current->trace();
    Cursor& cursor = context.cursor;
    if (touched.pressed) opened_by_click_ = touched.double_clicked && (on_map.node >= 0 || on_map.group >= 0);
    if (touched.clicked && std::exchange(opened_by_click_, false)) return;
    if (touched.right_clicked && !editing() && on_map.node < 0) {
        if (hit) jump(trace, cursor, hit->cell);
        last_selected_ = locked_cell(trace, cursor);
        return hit ? open_cell_menu(context, touched.mouse) : open_stage_menu(context, touched.mouse);
    }
    if (on_map.node >= 0) {
        const int record = map_.nodes[static_cast<std::size_t>(on_map.node)].record;
        if (touched.clicked || touched.double_clicked || touched.right_clicked) {
            go_to(trace, cursor, record);
            if (touched.right_clicked) open_stage_menu(context, touched.mouse);
            if (state.zoom != Zoom::stage) aimed_at_ = cursor.record;  // the camera stays
        }
        if (touched.double_clicked) state.zoom = Zoom::stage;
        return;
    }
    if (on_map.group >= 0) {
        if (!touched.double_clicked) return;
        go_to(trace, cursor, map_.groups[static_cast<std::size_t>(on_map.group)].first);
        state.zoom = Zoom::block;
        return;
    }
    if (touched.double_clicked && jump_target_ && jump_target_ == locked_cell(trace, cursor)) {
        // The cell of the first click, whatever is under the mouse by now; a weight is edited where it was clicked.
        const CellRef cell = std::exchange(jump_target_, {});
        if (trace.record(cell.record).kind == Record::Kind::parameter) {
            state.focus.jump_back(cursor);
            editor_.start_at(context, cell);
            aimed_at_ = cursor.record;
        } else {
            editor_.start(context, state.focus);
        }
    } else if (touched.double_clicked && hit && hit->cell.record == record_at(trace, cursor)) {
        jump(trace, cursor, hit->cell);
        editor_.start(context, state.focus);
    } else if (touched.clicked && !editing()) {
        jump_target_ = {};
        if (!hit)
            cursor.locked = false;
        else if (hit->cell.record == record_at(trace, cursor)) {
            const int limit = cursor.limit;
            jump(trace, cursor, hit->cell);
            cursor.limit = limit;
        } else {
            state.focus.jump_to(trace, cursor, hit->cell);
            jump_target_ = locked_cell(trace, cursor);
        }
        last_selected_ = locked_cell(trace, cursor);  // what was clicked stays where it is
    }
}

void WalkCanvas::zoom_in(WalkState& state) {
    if (is_overview(state.zoom))
        state.zoom = Zoom::model;
    else if (state.zoom == Zoom::token || state.zoom == Zoom::cached)
        state.zoom = Zoom::stage;
    else if (state.zoom < Zoom::stage)
        state.zoom = static_cast<Zoom>(static_cast<int>(state.zoom) + 1);
    else
        pending_zoom_ += 1;
}

void WalkCanvas::zoom_out(WalkState& state) const {
    const float near = nearness(canvas_, flight_.camera());
    if (state.zoom == Zoom::free)
        state.zoom = near > 1.01F ? Zoom::stage : near >= picture_from ? Zoom::part : Zoom::model;
    else if (state.zoom == Zoom::model)
        state.zoom = state.overview;
    else if (state.zoom == Zoom::token || state.zoom == Zoom::cached)
        state.zoom = Zoom::part;
    else if (!is_overview(state.zoom))
        state.zoom = static_cast<Zoom>(static_cast<int>(state.zoom) - 1);
}

void WalkCanvas::edit(ViewContext& context, WalkState& state) {
    editor_.start(context, state.focus);
    // The field stands in the picture of the stage.
    const bool seen = state.zoom == Zoom::stage || (state.zoom == Zoom::free && canvas_.w > 0 &&
                                                    nearness(canvas_, flight_.camera()) >= picture_from);
    if (editing() && !seen) state.zoom = Zoom::stage;
    if (editing()) context.preferences.panel_instead = false;
}

void WalkCanvas::stale_badge(ViewContext& context, const Rect& area, WalkState& state) const {
    Ui& ui = context.ui;
    const bool failed = !context.shown.error.empty();
    if (!context.shown.stale && context.shown.current) {
        state.old_since = -1;
        return;
    }
    if (state.old_since < 0) state.old_since = ui.now;
    if (!failed) ui.keep_awake();  // the bar moves
    if (!failed && ui.now - state.old_since < spinner_delay_seconds) return;
    const float em = ui.em;
    if (context.shown.current) ui.painter.fill(area, ui.theme.background.faded(0.4F));
    std::string text = texts::walk::previous_result;
    if (!failed) {
        const float done = std::clamp(context.shown.progress, 0.0F, 1.0F);
        ui.painter.fill({area.x, area.y, area.w, 3}, ui.theme.faint);
        ui.painter.fill({area.x, area.y, area.w * done, 3}, ui.theme.accent);
        text = fmt::format(texts::walk::updating, std::lround(100 * done));
    }
    if (!context.shown.current) return;
    const float width = ui.painter.measure(text, em::small).width + 1.4F * em;
    const Rect chip = Rect{area.centre().x - width / 2, area.bottom() - 2.6F * em, width, 1.9F * em}.snapped();
    context.targets.put("old", chip);
    ui.painter.fill(chip, ui.theme.panel, 0.95F * em);
    ui.painter.stroke(chip, failed ? ui.theme.warning : ui.theme.accent, 1, 0.95F * em);
    text_in(ui.painter, chip, text, {.colour = ui.theme.text, .size = em::small, .align = Align::centre});
}

}  // namespace glassformer
