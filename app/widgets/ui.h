// Input of a view for one frame: the surface, the theme, the user's input. Plain references, valid for that frame.
#pragma once

#include "app/paint/painter.h"
#include "app/platform/window.h"

namespace glassformer {

class ImGuiPainter;
class Interaction;

inline constexpr float smallest_text = 0.8F, largest_text = 3;  // scales of the text

struct Ui {
    Painter& painter;
    const Input& input;
    const Theme& theme;
    Platform& platform;        // clipboard, title, wake
    Rect window;               // the whole window
    float em;                  // body text size in logical pixels
    double now;                // seconds, for animation
    double elapsed;            // since the last frame, at most 0.1
    double frame_seconds;      // that frames take of late, with their pixels
    bool* awake;               // see keep_awake()
    bool* caret;               // a text field shows its caret
    bool* streams;             // see draw_news_once()
    CursorShape* cursor;       // the pointer's shape in this frame: *ui.cursor = CursorShape::hand
    Interaction& interaction;  // for controls, not for views
    ImGuiPainter& surface;     // for controls: the painter as what it is

    /// Requests one more frame after this one without waiting for the user: to be called while something moves.
    void keep_awake() const { *awake = true; }
    /// Draws again when the caret of a text field blinks.
    void keep_awake_for_caret() const { *caret = true; }
    /// News come so often that a frame is drawn for each, and none for what settles: that is done with the next. To be
    /// called in every frame while they come.
    void draw_news_once() const { *streams = true; }
};

}  // namespace glassformer
