// The small maps of the page Steps, one after the other from the scores to the weights, and any matrix that is drawn
// without words: a strip of rows with its outline, its legend and its cell under the mouse.
#pragma once

#include <string>
#include <vector>

#include "app/pictures/board/page.h"
#include "app/views/attention/modes.h"

namespace glassformer {

/// A matrix in a rectangle, all of it or the lines that are given; notes the cell under the mouse.
struct PlainMap {
    Slice slice;
    HeatStyle style{};
    Rect rect{};
};
void draw_plain(Page& page, const PlainMap& map);
/// Rectangle of one cell, or of a whole line of them.
Rect plain_cell(const PlainMap& map, int row, int col, int rows = 1, int cols = 1);

/// Sign before the i-th of the maps: how it is computed from those before it.
const char* step_sign(const Trace& trace, const std::vector<int>& maps, std::size_t i);

/// True where the step's map of a head equals the one that it was computed from, cell by cell. A large map counts as
/// changed without being read.
bool changes_nothing(const Evaluation& evaluation, int record, int head);

/// Draws the maps in the area `around` them, in a row or one below the other; `large` is framed. Returns their
/// places.
std::vector<Rect> draw_step_maps(Page& page, const Rect& around, bool column, const std::vector<int>& maps, int large,
                                 const Pair& pair, bool locked);

}  // namespace glassformer
