// What the lecturer holds in place of the arrow: a laser pointer, or a pen with its color.
#pragma once

#include <cstdint>
#include <optional>

#include "app/lecture/strokes.h"
#include "app/views/shared/context.h"

namespace glassformer {

enum class LectureTool : std::uint8_t { arrow, laser, pen };

/// The mouse while a tool holds it: nothing of the window feels it.
struct ToolMouse {
    Vec2 at = outside;
    bool pressed = false, down = false;
};

class ToolInHand {
public:
    LectureTool tool = LectureTool::arrow;
    int pen_colour = 0;  // of pen_colours()

    bool held() const { return tool != LectureTool::arrow; }
    /// Takes it, or puts it away if it is held.
    void toggle(LectureTool which) { tool = tool == which ? LectureTool::arrow : which; }
    /// Draws with the pen what the mouse did since the last frame. A click on a color of the pen's box takes that.
    void use(Ui& ui, const ToolMouse& mouse, Strokes& strokes, int page);
    /// The box with the pen's colors, which are also the keys 1 to 4.
    void draw_box(Ui& ui, Targets& targets) const;
    /// The dot at the mouse.
    void draw_dot(Ui& ui, Painter& painter, const ToolMouse& mouse) const;

private:
    Rect box(const Ui& ui) const;
    Rect colour_place(const Ui& ui, int which) const;
};

}  // namespace glassformer
