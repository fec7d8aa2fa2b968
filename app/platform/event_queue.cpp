#include "app/platform/event_queue.h"

#include <algorithm>
#include <cmath>

#include "core/base/utf8.h"

namespace glassformer {

namespace {

constexpr double double_click_seconds = 0.4;
constexpr float double_click_distance = 6;  // logical pixels
constexpr float drag_distance = 4;

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

bool is_modifier(Key key) { return key >= Key::shift && key <= Key::super; }

/// Letters, digits and signs: in a text field their characters count, not the state of the key.
bool prints(Key key) {
    return (key >= Key::a && key <= Key::digit_9) || key == Key::space || (key >= Key::minus && key <= Key::plus);
}
bool prints(Key key, Modifiers m) { return prints(key) && !m.control && !m.alt && !m.super; }

}  // namespace

void EventQueue::push(Event event) {
    const bool of_keys = std::holds_alternative<KeyDown>(event) || std::holds_alternative<KeyUp>(event) ||
                         std::holds_alternative<Character>(event) || std::holds_alternative<DropFiles>(event);
    if (of_keys && keys_to_ != nullptr) return keys_to_->push(std::move(event));
    // Motion and wheel of one frame add up; a mouse reports far more often than the screen is drawn.
    if (!waiting_.empty()) {
        if (auto* move = std::get_if<MouseMove>(&event))
            if (auto* last = std::get_if<MouseMove>(&waiting_.back())) {
                *last = *move;
                return;
            }
        if (std::holds_alternative<Redraw>(event) && std::holds_alternative<Redraw>(waiting_.back())) return;
    }
    waiting_.push_back(std::move(event));
}

bool EventQueue::redraws_only() const {
    return std::ranges::all_of(waiting_, [](const Event& event) { return std::holds_alternative<Redraw>(event); });
}

bool EventQueue::fits(const Event& event, bool typing) const {
    if (redraw_seen_) return false;
    const bool button_seen = button_touched_[0] || button_touched_[1] || button_touched_[2];
    const auto key_fits = [&](Key key, Modifiers modifiers) {
        // A modifier that is let go must not reach the key or click it belongs to.
        if (is_modifier(key)) return input_.keys.empty() && !button_seen;
        if (typing && prints(key, modifiers)) return !editing_key_seen_;
        // A key that edits text must see the text typed before it, and no later text may overtake it.
        return !key_touched_[static_cast<std::size_t>(key)] && !character_seen_;
    };
    return std::visit(Overloaded{
                          [&](const MouseMove&) { return !button_seen; },
                          [&](const MousePress& e) { return !button_touched_[static_cast<std::size_t>(e.button)]; },
                          [&](const MouseRelease& e) { return !button_touched_[static_cast<std::size_t>(e.button)]; },
                          [&](const KeyDown& e) { return key_fits(e.key, e.modifiers); },
                          [&](const KeyUp& e) { return key_fits(e.key, e.modifiers); },
                          [&](const Character&) { return typing ? !editing_key_seen_ : true; },
                          [](const auto&) { return true; },
                      },
                      event);
}

void EventQueue::apply(const Event& event, double now) {
    const auto index = [](Button b) { return static_cast<std::size_t>(b); };
    const auto touch = [&](Key key, Modifiers modifiers) {
        key_touched_[static_cast<std::size_t>(key)] = true;
        if (!is_modifier(key) && !prints(key, modifiers)) editing_key_seen_ = true;
    };
    std::visit(
        Overloaded{
            [&](const MouseMove& e) {
                if (e.by_hand) input_.mouse_moved = input_.mouse_moved + (e.position - input_.mouse);
                input_.mouse = e.position;
                const Vec2 way = input_.mouse - input_.drag_start;
                if ((input_.down[0] || input_.down[index(Button::middle)]) && std::hypot(way.x, way.y) > drag_distance)
                    input_.dragging = true;
            },
            [&](const MousePress& e) {
                input_.down[index(e.button)] = input_.went_down[index(e.button)] = true;
                button_touched_[index(e.button)] = true;
                input_.drag_start = input_.mouse;
                if (e.button != Button::left) return;
                const Vec2 way = input_.mouse - last_click_at_;
                input_.double_click =
                    now - last_click_ < double_click_seconds && std::hypot(way.x, way.y) < double_click_distance;
                last_click_ = input_.double_click ? -1 : now;
                last_click_at_ = input_.mouse;
            },
            [&](const MouseRelease& e) {
                input_.down[index(e.button)] = false;
                input_.went_up[index(e.button)] = true;
                button_touched_[index(e.button)] = true;
            },
            [&](const MouseWheel& e) { input_.wheel = input_.wheel + e.notches; },
            [&](const KeyDown& e) {
                input_.modifiers = e.modifiers;
                input_.key_down[static_cast<std::size_t>(e.key)] = true;
                if (!is_modifier(e.key)) input_.keys.push_back({e.key, e.modifiers, e.repeat});
                touch(e.key, e.modifiers);
            },
            [&](const KeyUp& e) {
                input_.modifiers = e.modifiers;
                input_.key_down[static_cast<std::size_t>(e.key)] = false;
                touch(e.key, e.modifiers);
            },
            [&](const Character& e) {
                input_.characters.push_back(e.code_point);
                character_seen_ = true;
            },
            [&](const Resize&) { input_.resized = true; },
            [&](const DropFiles& e) { input_.dropped.insert(input_.dropped.end(), e.paths.begin(), e.paths.end()); },
            [&](const Redraw&) { redraw_seen_ = true; },
            [&](const Close&) { input_.close = true; },
        },
        event);
}

const Input& EventQueue::next_frame(bool typing, double now) {
    if (!input_.is_down(Button::left) && !input_.is_down(Button::middle)) input_.dragging = false;
    input_.mouse_moved = {};
    input_.went_down = input_.went_up = {};
    input_.double_click = input_.close = input_.resized = false;
    input_.wheel = {};
    input_.keys.clear();
    input_.characters.clear();
    input_.dropped.clear();
    key_touched_ = {};
    button_touched_ = {};
    character_seen_ = editing_key_seen_ = redraw_seen_ = false;
    input_.typing = typing;

    while (!waiting_.empty() && fits(waiting_.front(), typing)) {
        apply(waiting_.front(), now);
        waiting_.pop_front();
    }
    input_.more = !waiting_.empty();
    return input_;
}

void EventQueue::click(Vec2 at, Button button) {
    push(MouseMove{at});
    push(MousePress{button});
    push(MouseRelease{button});
}

void EventQueue::double_click(Vec2 at) {
    click(at);
    click(at);
}

void EventQueue::drag(Vec2 from, Vec2 to, int steps, Button button) {
    push(MouseMove{from});
    push(MousePress{button});
    for (int i = 1; i <= steps; ++i) {
        const float t = static_cast<float>(i) / static_cast<float>(steps);
        push(MouseMove{from + (to - from) * t});
        push(Redraw{});  // one step a frame
    }
    push(MouseRelease{button});
}

void EventQueue::key(Key key, Modifiers modifiers) {
    push(KeyDown{key, modifiers});
    push(KeyUp{key, {}});
}

void EventQueue::type(std::string_view utf8) {
    for (const char32_t c : decode_utf8(utf8)) push(Character{c});
}

}  // namespace glassformer
