// Says over the view that a model is being opened or computed, how far that is, and cancels it.
#pragma once

#include "app/views/shared/context.h"
#include "app/widgets/gui.h"

namespace glassformer {

class ProgressSign {
public:
    /// Nothing for work that takes a moment only.
    void draw(ViewContext& context, Gui& gui, const Rect& area);

private:
    double busy_since_ = -1;  // seconds; −1: idle
};

}  // namespace glassformer
