// How a stage of the output came about, as the walk draws it: a card that fills what the answers leave free. Its cells
// are there to point at and to click.
#pragma once

#include <string>

#include "app/pictures/board/memory.h"
#include "app/views/output/state.h"

namespace glassformer {

class OperationCard {
public:
    /// em: in less the picture's text is too small to be read, and nothing is drawn; in `whole_height` it has full
    /// size.
    static constexpr float min_width = 29, min_height = 20, whole_height = 23.7F;

    /// Nothing where the record is −1 or the area is too small to read a picture in.
    void draw(ViewContext& context, const Rect& area, OutputState& state, int record);

private:
    PictureMemory memory_;
};

}  // namespace glassformer
