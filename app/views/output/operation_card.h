// Card with the picture of an output stage as Walk draws it, in the room that the candidates leave free. Its cells can
// be hovered over and clicked.
#pragma once

#include <string>

#include "app/pictures/board/memory.h"
#include "app/views/output/state.h"

namespace glassformer {

class OperationCard {
public:
    /// em: nothing is drawn below the minimum because the picture's text would be unreadable; from `whole_height` the
    /// picture has full size.
    static constexpr float min_width = 29, min_height = 20, whole_height = 23.7F;

    /// Draws nothing if the record is −1 or the area is below the minimum.
    void draw(ViewContext& context, const Rect& area, OutputState& state, int record);

private:
    PictureMemory memory_;
};

}  // namespace glassformer
