// The way of every link on the map: level and upright lines between the boxes, through none of them. What comes from a
// row further up enters a box from above, as the second operand of a product stands above it.
#pragma once

#include "app/views/walk/map.h"

namespace glassformer {

/// Finds `way` for each link; nodes and rows are there.
void route_links(ModelMap& map);

}  // namespace glassformer
