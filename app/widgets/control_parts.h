// Parts that controls share: announcing themselves, the focus ring. For the files that define controls only.
#pragma once

#include "app/widgets/interaction.h"
#include "app/widgets/ui.h"

namespace glassformer::parts {

struct State {
    bool hot = false, pressed = false, held = false, clicked = false;
    bool focused = false;  // and marked
};
State item(Ui& ui, ItemId id, const Rect& rect, Wants wants, CursorShape cursor = CursorShape::hand);
void focus_ring(Ui& ui, const Rect& rect, float radius);
float radius(const Ui& ui);

}  // namespace glassformer::parts
