// Sheet of the colour limits: both are typed here, and take effect while they are.
#pragma once

#include <array>
#include <string>

#include "app/views/shared/context.h"

namespace glassformer {

class LimitsSheet {
public:
    /// `first`: the limit whose field gets the keyboard.
    void open(const ColourLimits& limits, ScaleKind first);
    bool is_open() const { return open_; }
    /// True where the present limits are to be held, or the held ones given up.
    bool draw(ViewContext& context);

private:
    bool field(ViewContext& context, Rect& rest, ScaleKind kind);
    bool open_ = false;
    ScaleKind first_ = ScaleKind::numbers;
    bool focus_ = false;                  // in the next frame
    std::array<std::string, 2> typed_{};  // by kind
    std::array<bool, 2> refused_{};
};

}  // namespace glassformer
