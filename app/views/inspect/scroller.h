// Scroll offsets of a content larger than its window, in pixels: moved by the wheel, by two bars and by show(). Draws
// the bars alone; the content draws its visible part.
#pragma once

#include <string_view>

#include "app/widgets/ui.h"

namespace glassformer {

struct Scroller {
    double x = 0, y = 0;  // of the content's corner, left of and above the window's

    /// Moves so that from … to (pixels of the content) lie within the `seen` pixels of the window.
    static void show(double& offset, double from, double to, double seen);
    /// The wheel where `hovered` (with Shift sideways), the bars at the right and lower edge of `window`; keeps the
    /// offsets within the content. `line`: pixels of a line of the content.
    void work(Ui& ui, std::string_view id, const Rect& window, double width, double height, bool hovered, float line);
};

/// Width of a bar at a window's right or lower edge, in pixels.
float scroll_bar_width(const Ui& ui);

}  // namespace glassformer
