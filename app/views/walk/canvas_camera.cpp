// Camera of the canvas: its targets, moving it by mouse and wheel, and its place as text.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/views/shared/wording.h"
#include "app/views/walk/canvas.h"
#include "app/widgets/controls.h"
#include "core/base/words.h"

namespace glassformer {

namespace {
constexpr float neighbourhood = 6;  // stages in a row that are seen where there is no part to fit
constexpr float nearest_zoom = 8;   // nearness that nothing is nearer than
constexpr float wheel_step = 1.2F, key_step = 1.6F;

/// A class sees one picture, then the next.
bool flies(const ViewContext& context) { return context.preferences.moves() && !context.presented; }
}  // namespace

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
        const std::size_t stages = map_.nodes.size();
        const Rect bounds = map_.bounds;
        map_ = map_of(trace, map_aspect);
        // A place chosen by hand is one of the map before: on another map nothing may be there.
        const bool other = stages > 0 && (map_.nodes.size() != stages || map_.bounds != bounds);
        if (other && state.zoom == Zoom::free && !opened_camera_) state.zoom = Zoom::stage;
        opened_camera_ = false;
        map_of_ = evaluation.generation();
        departure_node_ = -1;
    }
    const int node = map_.node_of(trace, record_at(trace, context.cursor));
    const std::string& record = context.cursor.record;
    const bool moved = !aimed_at_.empty() && record != aimed_at_, zoomed = state.zoom != aimed_zoom_;
    const Camera before = flight_.camera();
    if (!placed_ || (state.zoom != Zoom::free && (again || canvas != canvas_) && !flight_.moving())) {
        flight_.jump(at(state.zoom, canvas, node));
        placed_ = true;
    } else if (state.zoom != Zoom::free && (moved || zoomed || canvas != canvas_)) {
        flight_.fly(at(state.zoom, canvas, node), flies(context));
    } else if (state.zoom == Zoom::free && moved && node >= 0) {
        // The hand chose how near: the stage is brought into sight, no more.
        const Rect place = before.to_screen(canvas, map_.nodes[static_cast<std::size_t>(node)].rect);
        const bool near = nearness(canvas, before) >= picture_from;
        const Vec2 middle = place.centre();
        if (near || !canvas.contains(middle))
            flight_.fly({map_.nodes[static_cast<std::size_t>(node)].rect.centre(), before.scale}, flies(context));
    }
    move_on(context, state, moved && !again, again ? std::string() : aimed_at_);
    if (moved && !again) {
        const int left = trace.find(aimed_at_);
        departure_node_ = left >= 0 ? map_.node_of(trace, left) : -1;
    }
    if (!flight_.moving()) departure_node_ = -1;
    aimed_at_ = record;
    aimed_zoom_ = state.zoom;
    canvas_ = canvas;
    flight_.advance(canvas, context.ui.elapsed);
    if (flight_.moving() || motion_.moving()) context.ui.keep_awake();
}

/// Starts or ends the moment in which a stage computes itself: it does so after a step to the next stage, when the
/// camera has arrived; the next key or click ends it and acts at once, and a key held down shows no more than the
/// steps.
void WalkCanvas::move_on(ViewContext& context, const WalkState& state, bool moved, const std::string& left) {
    const Input& input = context.ui.input;
    const bool held = std::ranges::any_of(input.keys, &KeyPress::repeat);
    const bool touched = !input.keys.empty() || input.pressed(Button::left) || input.pressed(Button::right);
    if (moved || touched || left.empty() || state.zoom != Zoom::stage || state.scrubbed) motion_.stop();
    if (!flight_.moving()) motion_.advance(context.ui.elapsed);
    const Trace& trace = context.shown.current->trace();
    const int from = moved ? trace.find(left) : -1, to = record_at(trace, context.cursor);
    const bool held_before = std::exchange(key_held_, held);
    const bool quiet = held || held_before || state.scrubbed || !context.preferences.moves();
    if (from < 0 || to < 0 || quiet || state.zoom != Zoom::stage || context.cursor.limit >= 0) return;
    const bool stages = trace.record(from).operation != nullptr && trace.record(to).operation != nullptr;
    if (!stages || stage_index(trace, to) != stage_index(trace, from) + 1) return;
    const double interval = stage_seconds / static_cast<double>(play_speeds[state.speed].factor);
    if (computes_itself(
            {.evaluation = *context.shown.current, .record = to, .gradients = context.shown.current->has_gradients()}))
        motion_.start(state.playing ? playing_motion_seconds(interval) : step_motion_seconds);
}

/// Nearer than its picture fits, the chosen cell stays in sight where keys move it or come closer: pictures lay
/// themselves out anew at every size, so where it is is known only once it was drawn. Clear of labels at the edges.
/// True where the camera was moved.
bool WalkCanvas::seek(const Rect& canvas, const CellRef& locked, const std::optional<Rect>& place, WalkState& state) {
    const bool wanted = seeks_cell_ || !(last_selected_ == locked);
    last_selected_ = locked;
    seeks_cell_ = false;
    if (!wanted || !place || state.zoom != Zoom::free || nearness(canvas, flight_.camera()) <= 1) return false;
    const Rect inner = canvas.inset(0.16F * canvas.w, 0.16F * canvas.h);
    const auto off = [](float low, float high, float from, float to) {
        if (to - from > high - low) return (from + to - low - high) / 2;
        return std::min(0.0F, from - low) + std::max(0.0F, to - high);
    };
    const Vec2 by{off(inner.x, inner.right(), place->x, place->right()),
                  off(inner.y, inner.bottom(), place->y, place->bottom())};
    if (by.x == 0 && by.y == 0) return false;
    Camera there = flight_.camera();
    there.centre = there.centre + by * (1 / there.scale);
    flight_.jump(there);
    return true;
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
    if (pending_zoom_ != 0) {
        factor *= std::pow(key_step, pending_zoom_);
        if (const auto place = context.targets.places.find("locked cell"); place != context.targets.places.end())
            about = place->second.centre();
        pending_zoom_ = 0;
        seeks_cell_ = true;
    }
    if (factor != 1) {
        const Vec2 kept = after.to_map(canvas, about);
        const float fit = at(Zoom::model, canvas, -1).scale;
        const float most = nearest_zoom * before.scale / std::max(1e-6F, nearness(canvas, before));
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

bool WalkCanvas::place_camera(std::string_view text) {
    std::string plain(text);
    std::erase(plain, '"');
    std::string_view words = plain;
    std::array<float, 3> numbers{};
    for (float& number : numbers)
        if (!parse_number(take_word(words), number) || !std::isfinite(number)) return false;
    if (numbers[2] <= 0) return false;
    flight_.jump({{numbers[0], numbers[1]}, numbers[2]});
    placed_ = opened_camera_ = true;
    aimed_zoom_ = Zoom::free;
    aimed_at_.clear();
    return true;
}

std::string WalkCanvas::camera_text() const {
    const Camera& camera = flight_.camera();
    return exact_text(camera.centre.x) + " " + exact_text(camera.centre.y) + " " + exact_text(camera.scale);
}

}  // namespace glassformer
