// The mouse over a matrix (labelled_matrix.h): its target for scripts, what happens to it, and the cell.
#pragma once

#include <string>

#include "app/pictures/board/labelled_matrix.h"
#include "app/views/shared/context.h"
#include "app/widgets/controls.h"

namespace glassformer {

struct TouchedMatrix {
    Region region{};
    CellAt at{};  // under the mouse that is over the matrix or drags from it
    Rect cell{};
    explicit operator bool() const { return static_cast<bool>(at); }
    bool chosen() const { return at && (region.clicked || region.dragging); }
};
inline TouchedMatrix touch_matrix(ViewContext& context, const std::string& id, const MatrixPlace& place) {
    context.targets.put(id, place.cells);
    TouchedMatrix touched{.region = region(context.ui, id, place.cells)};
    if (touched.region.hovered || touched.region.dragging || touched.region.clicked)
        touched.at = place.hit(touched.region.mouse);
    if (touched.at) touched.cell = place.cell(touched.at);
    return touched;
}

}  // namespace glassformer
