// A map with axes, as every column of the positions view draws it: what is under the mouse is answered in the numbers
// of the axes, so that all columns can mark it.
#pragma once

#include <span>
#include <string>

#include "app/views/shared/touched_matrix.h"

namespace glassformer {

struct MapPlot {
    std::string id;  // of the region and the target: "score map 0"
    ConstMatrix values;
    HeatStyle style;
    std::string across, down;              // names of the axes: "key", "query"
    int first_across = 0, first_down = 0;  // numbers of the first column and row
    int marked_row = -1, marked_column = -1;
    bool numbers = true;  // the ends of the axes and the legend; a small map has no room for them
};
/// The cells with the ends of both axes beside them and the legend below; the marked row is framed.
TouchedMatrix draw_map(ViewContext& context, const Rect& area, const MapPlot& plot);

/// Least and largest number of a matrix as the ends of a scale; never the same.
HeatStyle spectrum_of(std::span<const float> values);

}  // namespace glassformer
