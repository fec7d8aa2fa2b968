// Controls side by side, and below one another where the width is at its end.
#pragma once

#include <algorithm>

#include "app/platform/geometry.h"

namespace glassformer {

class FlowRows {
public:
    /// Takes rows of that height from the top of `area`; all in pixels. `gap`: between two in a row.
    FlowRows(Rect& area, float height, float gap) : area_(area), height_(height), gap_(gap) {}
    /// Room for the next one, as wide as asked for but not wider than the area.
    Rect place(float width) {
        width = std::min(width, area_.w);
        if (!row_started_ || x_ + width > area_.right() + 0.5F) {
            line_ = area_.take_top(height_);
            x_ = area_.x;
            row_started_ = true;
        }
        const Rect at{x_, line_.y, width, line_.h};
        x_ += width + gap_;
        return at;
    }
    /// The next one begins a row.
    void next() { row_started_ = false; }

private:
    Rect& area_;
    Rect line_;
    float height_, gap_, x_ = 0;
    bool row_started_ = false;
};

}  // namespace glassformer
