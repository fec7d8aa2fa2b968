// Where a large content lies behind its window: offsets in pixels, moved by the wheel, by two bars and by what has to
// be seen. Draws the bars and nothing else, so that the content draws only what can be seen.
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

/// What the bars take of a window's right and lower edge.
float scroll_bar_width(const Ui& ui);

}  // namespace glassformer
