#include "app/views/walk/canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "app/views/explanation/arithmetic.h"
#include "app/views/walk/header.h"
#include "app/views/walk/map_drawing.h"
#include "app/views/wording.h"
#include "app/widgets/controls.h"
#include "core/cell_name.h"
#include "core/formula_text.h"

namespace glassformer {

namespace {

constexpr Vec2 nowhere{-1e6F, -1e6F};
constexpr double patience = 0.15;     // seconds before a slow evaluation is announced
constexpr float map_aspect = 1.75F;   // of the whole model: that of a canvas beside its panel
constexpr float picture_from = 0.6F;  // nearness at which a stage shows its picture; 1: it fills the canvas
constexpr float neighbourhood = 6;    // stages in a row that are seen where there is no part to fit
constexpr float nearest = 8;          // nearness that nothing is nearer than
constexpr float click_slack = 4;      // pixels the mouse may move in a click
constexpr float wheel_step = 1.2F, key_step = 1.6F;

/// "S[it, animal] = 4.33 (was 4.20)", in plain text.
std::string cell_text(const ViewContext& context, const CellRef& cell) {
    const Evaluation& evaluation = *context.shown.current;
    std::string text;
    for (const ArithmeticPiece& piece : cell_name(evaluation, cell))
        text += piece.markup ? plain_formula(piece.text) : piece.text;
    const float value = evaluation.trace().value(cell.record, cell.cell);
    text += " = " + number_text(static_cast<double>(value));
    if (context.shown.unedited) {
        const float before = context.shown.unedited->trace().value(cell.record, cell.cell);
        if (before != value) text += " (was " + number_text(static_cast<double>(before)) + ")";
    }
    return text;
}

}  // namespace

void WalkCanvas::draw(ViewContext& context, const Rect& area, WalkState& state) {
    Ui& ui = context.ui;
    if (!context.shown.current) {
        const bool failed = !context.shown.error.empty();
        text_in(ui.painter, area, failed ? "There is nothing to show yet." : "Computing …",
                {.colour = ui.theme.muted, .size = em::large, .align = Align::centre});
        if (!failed) old_mark(context, area, state);
        return;
    }
    Rect rest = area.inset(1.2F * ui.em, 0);
    rest.h -= 0.6F * ui.em;
    draw_header(context, rest, state);
    if (nearness(canvas_, flight_.camera()) >= picture_from && !flight_.moving()) stage_list(context, rest, state);
    scene(context, rest, state);
    old_mark(context, area, state);
}

/// The stages of the block, one below the other, where the canvas is wide: what comes before and after.
void WalkCanvas::stage_list(ViewContext& context, Rect& area, WalkState& state) {
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
        text_in(ui.painter, {box.x + 1.3F * em, box.y, box.w - 1.5F * em, box.h}, stage.stage->label,
                {.colour = here ? ui.theme.text : ui.theme.muted,
                 .size = em::small,
                 .face = here ? Face::bold : Face::sans});
        if (touched.clicked || touched.activated) {
            go_to(trace, context.cursor, id);
            state.zoom = Zoom::stage;
        }
        y += row;
    }
}

/// 1 where a stage's box fills the canvas.
float WalkCanvas::nearness(const Rect& canvas, const Camera& camera) const {
    return camera.scale * map_pitch.x / std::max(1.0F, canvas.w);
}

Camera WalkCanvas::at(Zoom zoom, const Rect& canvas, int node) const {
    if (node < 0 || zoom == Zoom::model) return fitted(canvas, map_.bounds);
    const MapNode& of = map_.nodes[static_cast<std::size_t>(node)];
    if (zoom == Zoom::stage) return {of.rect.centre(), canvas.w / map_pitch.x};
    if (zoom == Zoom::part) {
        const int part = map_.group_of(node, MapGroup::Kind::part);
        if (part >= 0) return fitted(canvas, map_.groups[static_cast<std::size_t>(part)].rect);
        Camera around{of.rect.centre(), canvas.w / (neighbourhood * map_pitch.x)};
        const auto inside = [](float at, float low, float high, float half) {
            return low + half > high - half ? (low + high) / 2 : std::clamp(at, low + half, high - half);
        };
        const Rect& all = map_.bounds;
        around.centre = {inside(around.centre.x, all.x, all.right(), 0.5F * canvas.w / around.scale),
                         inside(around.centre.y, all.y, all.bottom(), 0.5F * canvas.h / around.scale)};
        return around;
    }
    const int block = map_.group_of(node, MapGroup::Kind::block);
    return fitted(canvas, block >= 0 ? map_.groups[static_cast<std::size_t>(block)].rect : map_.bounds);
}

Rect WalkCanvas::picture_area(const Rect& canvas, const Camera& camera, int node) const {
    const float near = nearness(canvas, camera);
    const Vec2 centre = camera.to_screen(canvas, map_.nodes[static_cast<std::size_t>(node)].rect.centre());
    const Vec2 size = canvas.size() * near;
    return Rect{centre.x - size.x / 2, centre.y - size.y / 2, size.x, size.y}.snapped();
}

/// Sends the camera where the cursor and the level of zoom want it.
void WalkCanvas::aim(ViewContext& context, const Rect& canvas, WalkState& state) {
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    const bool again = map_of_ != evaluation.generation();
    if (again) {
        map_ = map_of(trace, map_aspect);
        map_of_ = evaluation.generation();
        from_ = -1;
    }
    const int node = map_.node_of(trace, record_at(trace, context.cursor));
    const std::string& record = context.cursor.record;
    const bool moved = !aimed_at_.empty() && record != aimed_at_, zoomed = state.zoom != aimed_zoom_;
    const Camera before = flight_.camera();
    if (!placed_ || (state.zoom != Zoom::free && (again || canvas != canvas_) && !flight_.moving())) {
        flight_.jump(at(state.zoom, canvas, node));
        placed_ = true;
    } else if (state.zoom != Zoom::free && (moved || zoomed || canvas != canvas_)) {
        flight_.fly(at(state.zoom, canvas, node), context.preferences.moves());
    } else if (state.zoom == Zoom::free && moved && node >= 0) {
        // The hand chose how near: the stage is brought into sight, no more.
        const Rect place = before.to_screen(canvas, map_.nodes[static_cast<std::size_t>(node)].rect);
        const bool near = nearness(canvas, before) >= picture_from;
        const Vec2 middle = place.centre();
        if (near || !canvas.contains(middle))
            flight_.fly({map_.nodes[static_cast<std::size_t>(node)].rect.centre(), before.scale},
                        context.preferences.moves());
    }
    if (moved && !again) {
        const int left = trace.find(aimed_at_);
        from_ = left >= 0 ? map_.node_of(trace, left) : -1;
    }
    if (!flight_.moving()) from_ = -1;
    aimed_at_ = record;
    aimed_zoom_ = state.zoom;
    canvas_ = canvas;
    flight_.advance(canvas, context.ui.elapsed);
    if (flight_.moving()) context.ui.keep_awake();
}

/// True while the canvas is dragged.
bool WalkCanvas::move_by_hand(ViewContext& context, const Rect& canvas, WalkState& state, const Region& touched) {
    const Camera before = flight_.camera();
    Camera after = before;
    if (!touched.pressed && !touched.dragging) dragged_ = 0;
    if (touched.dragging && (touched.dragged.x != 0 || touched.dragged.y != 0)) {
        dragged_ += std::abs(touched.dragged.x) + std::abs(touched.dragged.y);
        if (dragged_ > click_slack) after.centre = after.centre - touched.dragged * (1 / after.scale);
    }
    const bool dragging = touched.dragging && dragged_ > click_slack;
    if (dragging) *context.ui.cursor = CursorShape::hand;
    float factor = touched.wheel.y != 0 ? std::pow(wheel_step, touched.wheel.y) : 1;
    Vec2 about = touched.hovered && touched.wheel.y != 0 ? touched.mouse : canvas.centre();
    if (closer_ != 0) {
        factor *= std::pow(key_step, closer_);
        if (const auto place = context.targets.places.find("locked cell"); place != context.targets.places.end())
            about = place->second.centre();
        closer_ = 0;
    }
    if (factor != 1) {
        const Vec2 kept = after.to_map(canvas, about);
        const float fit = at(Zoom::model, canvas, -1).scale;
        const float most = nearest * before.scale / std::max(1e-6F, nearness(canvas, before));
        after.scale = std::clamp(after.scale * factor, std::min(fit, most), most);
        after.centre = kept - (about - canvas.centre()) * (1 / after.scale);
    }
    if (after == before) return dragging;
    // Never further out than the model.
    const Rect& bounds = map_.bounds;
    after.centre = {std::clamp(after.centre.x, bounds.x, bounds.right()),
                    std::clamp(after.centre.y, bounds.y, bounds.bottom())};
    flight_.jump(after);
    state.zoom = aimed_zoom_ = Zoom::free;
    if (nearness(canvas, after) < picture_from) return dragging;
    // Near enough for a picture: the cursor goes to the stage in the middle.
    for (const MapNode& node : map_.nodes)
        if (after.to_screen(canvas, node.rect).contains(canvas.centre())) {
            const std::string before_name = context.cursor.record;
            const Trace& trace = context.shown.current->trace();
            if (trace.record(node.record).name != before_name &&
                map_.node_of(trace, record_at(trace, context.cursor)) != static_cast<int>(&node - map_.nodes.data())) {
                go_to(trace, context.cursor, node.record);
                aimed_at_ = context.cursor.record;
            }
            break;
        }
    return dragging;
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
                      .hovered = !here                 ? CellRef{}
                                 : state.focus.pointed ? state.focus.pointed
                                                       : state.focus.hovered,
                      .gradients = evaluation.has_gradients(),
                      .row_limit = here ? context.cursor.limit : -1,
                      .memory = here ? &memory_ : &from_memory_};
    const Picture& shown = picture_of(scene);
    const float near = nearness(canvas, flight_.camera());
    ui.painter.fill(area, ui.theme.background, near < 0.97F ? 0.5F * ui.em : 0);
    if (near < 0.97F) ui.painter.stroke(area, ui.theme.border, 1, 0.5F * ui.em);
    const std::optional<Hit> hit = shown.draw(ui.painter, near < 0.97F ? area.inset(0.5F * ui.em) : area, scene,
                                              canvas.contains(mouse) ? mouse : nowhere);
    if (!here) return {};
    state.focus.hovered = hit ? hit->cell : CellRef{};
    if (hit && !editing()) tooltip(ui, hit->rect, cell_text(context, hit->cell));
    if (const std::string& wanted = context.targets.wanted; wanted.starts_with("cell:")) {
        const NamedCell cell = find_cell(trace, std::string_view(wanted).substr(5));
        if (const auto place = rect_of(ui.painter, area, scene, {cell.record, cell.cell}))
            context.targets.put(wanted, *place);
    }
    if (locked)
        if (const auto place = rect_of(ui.painter, area, scene, locked)) context.targets.put("locked cell", *place);
    if (editing()) editor_.draw(context, canvas, locked, rect_of(ui.painter, area, scene, editor_.cell()));
    return hit;
}

void WalkCanvas::scene(ViewContext& context, const Rect& canvas, WalkState& state) {
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
        .also_without = near ? from_ : -1,
        .memory = memory_,
        .gradients = context.shown.current->has_gradients(),
        .path = state.focus.path_of == context.shown.current->generation() ? &state.focus.path : nullptr};
    if (!filled) on_map = draw_map(ui.painter, canvas, flight_.camera(), seen, mouse);
    if (near) {
        if (from_ >= 0 && from_ != node) static_cast<void>(picture(context, canvas, state, from_, nowhere));
        if (node >= 0) hit = picture(context, canvas, state, node, mouse);
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

    if ((!near || map_open_) && state.zoom != Zoom::model) {
        const float wide = std::min(13 * ui.em, 0.25F * canvas.w), high = wide / map_aspect;
        const Rect place = Rect{canvas.right() - wide, canvas.bottom() - high, wide, high}.snapped();
        context.targets.put("mini-map", place);
        const Region on_mini = region(ui, "mini-map", place);
        const auto there = draw_mini_map(ui.painter, place, canvas, flight_.camera(), seen,
                                         on_mini.hovered || on_mini.dragging ? on_mini.mouse : nowhere);
        if (there && (on_mini.clicked || on_mini.dragging)) {
            flight_.fly({*there, flight_.camera().scale}, context.preferences.moves() && !on_mini.dragging);
            state.zoom = aimed_zoom_ = Zoom::free;
        }
        if (on_mini.hovered || on_mini.dragging) return;
    }
    if (on_map.node >= 0 && !by_hand) {
        const Record& under = trace.record(map_.nodes[static_cast<std::size_t>(on_map.node)].record);
        *ui.cursor = CursorShape::hand;
        tooltip(ui, flight_.camera().to_screen(canvas, map_.nodes[static_cast<std::size_t>(on_map.node)].rect),
                std::string(under.stage->title) + "\n" + under.name + "   " + shape_text(under));
    }
    if (painting)
        brush_.draw(context, record_at(trace, context.cursor), touched, hit);
    else if (dragged_ <= click_slack)
        click(context, state, touched, on_map, hit);
}

void WalkCanvas::click(ViewContext& context, WalkState& state, const Region& touched, const MapHit& on_map,
                       const std::optional<Hit>& hit) {
    const Trace& trace = context.shown.current->trace();
    Cursor& cursor = context.cursor;
    if (on_map.node >= 0) {
        const int record = map_.nodes[static_cast<std::size_t>(on_map.node)].record;
        if (touched.clicked || touched.double_clicked) {
            go_to(trace, cursor, record);
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
    if (touched.double_clicked && hit && hit->cell.record == record_at(trace, cursor)) {
        jump(trace, cursor, hit->cell);
        editor_.start(context, state.focus);
    } else if (touched.clicked && !editing()) {
        if (!hit)
            cursor.locked = false;
        else if (hit->cell.record == record_at(trace, cursor)) {
            const int limit = cursor.limit;
            jump(trace, cursor, hit->cell);
            cursor.limit = limit;
        } else
            state.focus.jump_to(trace, cursor, hit->cell);
    }
}

bool WalkCanvas::place_camera(std::string_view text) {
    std::string plain(text);
    std::erase(plain, '"');
    std::istringstream words(plain);
    std::array<float, 3> numbers{};
    for (float& number : numbers) {
        std::string word;
        if (!(words >> word) || !parse_number(word, number) || !std::isfinite(number)) return false;
    }
    if (numbers[2] <= 0) return false;
    flight_.jump({{numbers[0], numbers[1]}, numbers[2]});
    placed_ = true;
    aimed_zoom_ = Zoom::free;
    aimed_at_.clear();
    return true;
}

std::string WalkCanvas::camera_text() const {
    const Camera& camera = flight_.camera();
    return exact_text(camera.centre.x) + " " + exact_text(camera.centre.y) + " " + exact_text(camera.scale);
}

bool WalkCanvas::run(Command command, ViewContext& context, WalkState& state) {
    switch (command) {
        case Command::zoom_in:
            if (state.zoom < Zoom::stage)
                state.zoom = static_cast<Zoom>(static_cast<int>(state.zoom) + 1);
            else
                closer_ += 1;
            return true;
        case Command::zoom_out: {
            const float near = nearness(canvas_, flight_.camera());
            if (state.zoom == Zoom::free)
                state.zoom = near > 1.01F ? Zoom::stage : near >= picture_from ? Zoom::part : Zoom::model;
            else if (state.zoom != Zoom::model)
                state.zoom = static_cast<Zoom>(static_cast<int>(state.zoom) - 1);
            return true;
        }
        case Command::fit_stage: state.zoom = Zoom::stage; return true;
        case Command::whole_model: state.zoom = Zoom::model; return true;
        case Command::mini_map: map_open_ = !map_open_; return true;
        case Command::edit: editor_.start(context, state.focus); return true;
        default: return false;
    }
}

void WalkCanvas::old_mark(ViewContext& context, const Rect& area, WalkState& state) const {
    Ui& ui = context.ui;
    const bool failed = !context.shown.error.empty();
    if (!context.shown.old && context.shown.current) {
        state.old_since = -1;
        return;
    }
    if (state.old_since < 0) state.old_since = ui.now;
    if (!failed) ui.keep_awake();  // the bar moves
    if (!failed && ui.now - state.old_since < patience) return;
    const float em = ui.em;
    if (context.shown.current) ui.painter.fill(area, ui.theme.background.faded(0.4F));
    std::string text = failed ? "old: the last text that could be computed" : "old: computing the new values";
    if (!failed) {
        const float done = std::clamp(context.shown.progress, 0.0F, 1.0F);
        ui.painter.fill({area.x, area.y, area.w, 3}, ui.theme.faint);
        ui.painter.fill({area.x, area.y, area.w * done, 3}, ui.theme.accent);
        text += ", " + std::to_string(static_cast<int>(std::lround(100 * done))) + " %";
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
