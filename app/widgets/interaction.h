// State of the controls: which one is under the mouse, which one it holds, which one has the keyboard. Controls
// announce themselves in the order they are drawn; the last one under the mouse in the topmost layer is hot in the next
// frame. Controls use this class; views do not.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/platform/input.h"

namespace glassformer {

using ItemId = std::uint32_t;  // 0: none

/// Keys a focused control keeps for itself.
enum class Wants : std::uint8_t { nothing, activation, arrows, text, completed_text, list, moving, options };
/// A to H choose one of several options.
constexpr bool is_letter_of_option(Key key) { return key >= Key::a && key <= Key::h; }
constexpr bool is_text(Wants wants) { return wants == Wants::text || wants == Wants::completed_text; }

class Interaction {
public:
    /// Finds the hot control, moves the focus with Tab, and takes the keys of the focused control out of `input`.
    void begin_frame(Input& input);
    /// Lets go of a control that is no longer drawn.
    void end_frame();

    ItemId id(std::string_view name) const;  // within the scopes around it
    void push_scope(std::string_view name);
    void pop_scope();

    /// Announces a control; rect is its visible part. `wants` nothing: Tab passes it by. `hidden`: nothing can be
    /// seen of it until its scroll area is scrolled, which Tab does.
    void announce(ItemId item, const Rect& rect, Wants wants, bool hidden = false);
    /// What is announced from now on: Tab comes to it after everything else, wherever it is drawn.
    void tab_last(bool last) { tab_last_ = last; }
    bool hot(ItemId item) const { return hot_ == item && (active_ == 0 || active_ == item); }
    bool active(ItemId item) const { return active_ == item; }  // holds the mouse button
    bool focused(ItemId item) const { return focus_ == item; }
    bool shows_focus(ItemId item) const { return focus_ == item && focus_visible_; }
    /// The left button went down on the item in this frame; the item holds it from now on.
    bool press(ItemId item, Button button = Button::left);
    bool went_up_inside(ItemId item) const { return released_ == item && hot_ == item; }
    /// `activates` false: Space and Enter stay with the window.
    void focus(ItemId item, bool visible, bool activates = true);
    /// True once after the item got the keyboard: its scroll area is to bring it into sight.
    bool to_reveal(ItemId item);

    /// Keys taken for the focused control in this frame.
    bool took(Key key) const;
    int took_count(Key key, Modifiers modifiers = {}) const;

    /// Layers above the window's content: everything below is dead while one is open.
    void push_layer();
    void pop_layer();
    int layer() const { return layer_; }
    int top_layer() const { return top_layer_; }

    /// The scroll areas around what is drawn; pushing one gives its offset in pixels.
    float push_area(std::string_view name, const Rect& rect);
    bool in_area() const { return !areas_.empty() && areas_.back().layer == layer_; }
    const Rect& area() const { return areas_.back().rect; }  // the innermost
    float& offset() { return state(areas_.back().offset); }  // … and its offset
    void pop_area();
    /// Offsets of the areas of the lowest layer that are not at their top, by name, for a session file.
    const std::map<std::string, float>& offsets() const { return offsets_; }
    /// Takes an area there when it is drawn the next time; those without a number to their top.
    void set_offsets(const std::map<std::string, float>& offsets);

    /// Takes the pages that are taller than their place to this share of what can be scrolled, and holds them there
    /// while they grow, until somebody scrolls. The names of their areas end with "page".
    void hold_pages(float share) { held_share_ = share; }
    void let_pages_go() { held_share_ = -1; }
    /// Of the innermost area; −1: it is not held.
    float held_share() const { return !areas_.empty() && areas_.back().name.ends_with("page") ? held_share_ : -1; }
    /// A number or flag that a control keeps between frames: a scroll offset, whether its list is open.
    float& state(ItemId item) { return state_[item]; }

    bool text_under_mouse() const { return text_hot_; }
    bool nothing_under_mouse() const { return hot_ == 0; }  // no control
    /// From now until the mouse is used again it points at nothing: what lies under it is not what it was moved to.
    void let_mouse_rest();
    bool takes_rest() { return std::exchange(rests_, false); }
    /// The wheel moved something in this frame: what is around it stays where it is.
    bool wheel_used = false;
    /// What is drawn is printed: of a control stands what it says, but nothing that could be touched.
    void print() { is_printed_ = true; }
    bool printed() const { return is_printed_; }
    bool editing = false;  // a text field has the keyboard; kept by the text field

private:
    struct Item {
        ItemId id;
        Rect rect;
        int layer;
        Wants wants;
        bool hidden, tab_last;
    };
    const Item* find(ItemId item) const;
    void move_focus(int by);

    Input* input_ = nullptr;
    std::vector<Item> items_, last_;
    bool tab_last_ = false;
    std::vector<ItemId> scopes_;
    struct Area {
        std::string name;
        Rect rect;
        ItemId offset;
        int layer;
    };
    std::vector<Area> areas_;
    float held_share_ = -1;
    std::map<std::string, float> offsets_;
    std::set<std::string> drawn_;  // areas whose offset stands in offsets_ as it is; others are still to be set
    std::vector<KeyPress> taken_;
    std::unordered_map<ItemId, float> state_;
    ItemId hot_ = 0, active_ = 0, focus_ = 0, released_ = 0, reveal_ = 0;
    Button held_ = Button::left;
    bool focus_visible_ = false, activates_ = true, text_hot_ = false, rests_ = false;
    bool is_printed_ = false;
    int layer_ = 0, top_layer_ = 0, drawn_top_ = 0;
};

}  // namespace glassformer
