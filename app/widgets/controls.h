// Calm controls, drawn by hand and placed by the caller: every control takes a stable id (unique among what is drawn in
// its window or scroll area) and a rectangle. All can be reached with Tab and worked with Space, Enter and the arrow
// keys.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/widgets/ui.h"

namespace glassformer {

enum class Icon : std::uint8_t {
    none,
    first,
    previous,
    step_back,
    play,
    pause,
    step,
    last,
    sliders,
    sun,
    moon,
    keyboard,
    menu,
    close,
    plus,
    minus,
    folder,
    save,
    undo,
    redo,
    chevron_down,
    chevron_right,
};
struct IconPen;  // icon_pen.h
using IconDrawing = void (*)(const IconPen& pen);
/// Draws the icon centred, `size` pixels wide, from lines and triangles.
void icon(Painter& painter, Icon which, Vec2 centre, float size, Colour colour);
void icon(Painter& painter, IconDrawing drawing, Vec2 centre, float size, Colour colour);

struct ButtonStyle {
    Icon icon = Icon::none;
    bool framed = true;     // false: no box until the mouse is over it
    bool selected = false;  // accent colour
    bool enabled = true;
    float size = em::body;
    std::string_view detail = {};  // muted small text after the label: "84 µs"
    std::string_view hint = {};    // tooltip: "Play (Space)"
};
/// True in the frame of the click.
bool button(Ui& ui, std::string_view id, const Rect& rect, std::string_view label, const ButtonStyle& style = {});
float button_width(Ui& ui, std::string_view label, const ButtonStyle& style = {});

/// Two states; true in the frame it changed. `colour` marks it while on (default: accent).
bool toggle(Ui& ui, std::string_view id, const Rect& rect, std::string_view label, bool& on,
            std::optional<Colour> colour = {}, std::string_view hint = {});
float toggle_width(Ui& ui, std::string_view label);

/// One of several, side by side; true when `selected` changed.
bool segmented(Ui& ui, std::string_view id, const Rect& rect, std::span<const std::string> labels, int& selected);
float segmented_width(Ui& ui, std::span<const std::string> labels);

/// A list that opens below (or above) its box; true when `selected` changed. `details` may be empty or as long as
/// `labels`.
bool dropdown(Ui& ui, std::string_view id, const Rect& rect, std::span<const std::string> labels, int& selected,
              std::span<const std::string> details = {}, std::string_view prefix = {});

enum class TextEvent : std::uint8_t { none, changed, submitted, cancelled };
/// A line of text. `changed` while typing, `submitted` on Enter, `cancelled` on Escape.
struct TextFieldStyle {
    /// Completion of the text before the caret by Tab: a path. Empty: Tab goes to the next control.
    std::function<std::string(const std::string&)> complete = {};
    /// Bytes [begin, end) of its text that are underlined in two tones in turn, so that their borders are seen, while
    /// it is not edited.
    std::vector<std::pair<std::size_t, std::size_t>> parts = {};
    bool caret_at_end = false;  // when it gets the keyboard; otherwise all is selected
    float reserved = 0;         // pixels at its right end that the text leaves free
    float size = em::body;
};
TextEvent text_field(Ui& ui, std::string_view id, const Rect& rect, std::string& text,
                     std::string_view placeholder = {}, const TextFieldStyle& style = {});
/// Line that a field without the keyboard shows: its text, cut in the middle with "…", with ↵ for line breaks.
std::string line_of(std::string_view text);
/// Gives the text field of that id the keyboard in its next frame; asked from outside the scroll area that it is in,
/// with the area's id.
void focus_text_field(Ui& ui, std::string_view id, std::string_view area = {});
/// True where the field has the keyboard; may be asked before it is drawn.
bool text_field_focused(const Ui& ui, std::string_view id);

struct SliderStyle {
    bool logarithmic = false;
    float step = 0;             // > 0: values are multiples of it above `low`
    Colour colour{0, 0, 0, 0};  // of the filled part; transparent: the accent
};
/// A knob on a line; true while the value changes. Arrow keys step by `step`, or 1 % of the range.
bool slider(Ui& ui, std::string_view id, const Rect& rect, float& value, float low, float high,
            const SliderStyle& style = {});
bool slider(Ui& ui, std::string_view id, const Rect& rect, int& value, int low, int high);
/// The timeline: points 0 … count−1 at equal distances, those up to `value` in the accent; true while `value` changes.
/// Returns through `point_x` (if given) where a point lies, for labels below it.
bool scrubber(Ui& ui, std::string_view id, const Rect& rect, int count, int& value);
float scrubber_x(const Rect& rect, int count, int index, float em);

/// A part of a picture that reacts to the mouse; nothing is drawn (but the keyboard focus). Draw the picture after it.
struct Region {
    bool hovered = false;  // the mouse is over it and nothing covers it
    bool pressed = false, clicked = false, double_clicked = false, right_clicked = false;
    bool dragging = false;   // left or middle button, started inside
    bool focused = false;    // has the keyboard
    bool activated = false;  // Enter while focused
    Vec2 dragged;            // movement in this frame while dragging
    Vec2 wheel;              // only while hovered
    Vec2 mouse;              // window coordinates
};
Region region(Ui& ui, std::string_view id, const Rect& rect, bool focusable = false);
/// What stands under the mouse is about to change: from the next frame on it points at nothing until it is used again.
void let_mouse_rest(Ui& ui);

/// Dragged along its length: changes `position` (the x or y of the split) within the limits; true while it moves.
bool splitter_vertical(Ui& ui, std::string_view id, float& x, float low, float high, float top, float bottom);

/// A scroll area: everything until end_scroll() is drawn inside `rect`, moved by what was scrolled. Returns where the
/// content starts (its width leaves room for the bar). Tell end_scroll() how far down the content went.
Rect begin_scroll(Ui& ui, std::string_view id, const Rect& rect);
void end_scroll(Ui& ui, float content_bottom);
/// Between the two: moves the area so that what lies from `top` to `bottom` is seen in the next frame.
void reveal(Ui& ui, float top, float bottom);

/// A small box next to `covered` (the hovered cell), never over it and never outside the window.
/// `draw` is called with the place for the content. `beside`: right or left of it first, where what stands below it
/// belongs to it.
enum class TooltipPlace : std::uint8_t { below, beside };
void tooltip(Ui& ui, const Rect& covered, Vec2 content_size, const std::function<void(Painter&, const Rect&)>& draw,
             TooltipPlace place = TooltipPlace::below);
void tooltip(Ui& ui, const Rect& covered, std::string_view text,
             TooltipPlace place = TooltipPlace::below);  // lines separated by '\n'

/// A box over everything with a dimmed background (list of keys, open file, about). Draw between begin and end only
/// when begin returns true; Escape or a click outside closes it. Returns the inner rectangle in `inner`.
bool begin_modal(Ui& ui, std::string_view id, bool& open, Vec2 size, Rect& inner);
void end_modal(Ui& ui);

/// A menu at a point, above everything, as far as it fits into the window: arrow keys and Enter, or the mouse. Returns
/// the line that is chosen and closes; Escape or a click beside it closes it.
struct MenuLine {
    std::string text, detail;  // "edit this cell", "E"
    bool enabled = true;
};
std::optional<std::size_t> popup_menu(Ui& ui, std::string_view id, Vec2 at, std::span<const MenuLine> lines,
                                      bool& open);

/// A card: the rounded box of the right panel; returns its inside.
Rect card(Painter& painter, const Rect& rect);

}  // namespace glassformer
