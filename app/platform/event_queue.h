// Events on their way from the window system or a script to the frames. At most one press or release of a button or key
// goes into a frame: an interface drawn once a frame would otherwise lose a click whose press and release fall in one.
#pragma once

#include <deque>
#include <string>
#include <variant>

#include "app/platform/input.h"

namespace glassformer {

struct MouseMove {
    Vec2 position;
    bool by_hand = true;  // false: the window came under a mouse that lies still
};
struct MousePress {
    Button button;
};
struct MouseRelease {
    Button button;
};
struct MouseWheel {
    Vec2 notches;
};
struct KeyDown {
    Key key;
    Modifiers modifiers;
    bool repeat = false;
};
struct KeyUp {
    Key key;
    Modifiers modifiers;
};
struct Character {
    char32_t code_point;
};
struct Resize {};
struct DropFiles {
    std::vector<std::string> paths;
};
struct Redraw {};  // the window was uncovered, or wake() was called; later events wait for the next frame
struct Close {};
using Event = std::variant<MouseMove, MousePress, MouseRelease, MouseWheel, KeyDown, KeyUp, Character, Resize,
                           DropFiles, Redraw, Close>;

class EventQueue {
public:
    void push(Event event);
    /// From now on keys, characters and files that are dropped go to another queue, which outlives this one.
    void hand_keys_to(EventQueue& other) { keys_to_ = &other; }
    bool empty() const { return waiting_.empty(); }
    /// Nothing waits but news that are to be seen: nobody touched anything.
    bool redraws_only() const;

    /// The input of the next frame. `typing`: a text field has the keyboard, so text may come several letters a frame.
    /// `now` in seconds, for double clicks.
    const Input& next_frame(bool typing, double now);

    // Events of a user's hand, for scripts and tests.
    void click(Vec2 at, Button button = Button::left);
    void double_click(Vec2 at);
    void drag(Vec2 from, Vec2 to, int steps = 8, Button button = Button::left);
    void key(Key key, Modifiers modifiers = {});
    void type(std::string_view utf8);

private:
    bool fits(const Event& event, bool typing) const;
    void apply(const Event& event, double now);

    std::deque<Event> waiting_;
    EventQueue* keys_to_ = nullptr;
    Input input_;
    std::array<bool, static_cast<std::size_t>(Key::count)> key_touched_{};
    std::array<bool, 3> button_touched_{};
    bool character_seen_ = false, editing_key_seen_ = false, redraw_seen_ = false;
    double last_click_ = -1;
    Vec2 last_click_at_;
};

}  // namespace glassformer
