// The maps of all heads side by side, as large as they fit: square cells, and words at the sides where they change.
#pragma once

#include <vector>

#include "app/paint/painter.h"
#include "app/views/train/film/head_frame.h"

namespace glassformer {

struct HeadGridPlace {
    std::vector<Rect> cells, titles;  // of each map
    std::vector<bool> rows, columns;  // its words are written
    float cell = 0;                   // side of a cell in pixels; 0: no room
    float size = 0;                   // of the words
    float beside = 0, above = 0;      // em that words may have at most
    Rect scale;                       // of the colors
};

/// Heads of one attention are in one line where that costs the cells little.
HeadGridPlace place_head_grid(Painter& painter, const Rect& area, const std::vector<TrainedHeadMap>& maps);

/// `chosen`: its title and border are in the accent; −1: none. `marked`: of each head, whether it has the mark of
/// those that have found the answer; may be empty.
void draw_head_grid(Painter& painter, const HeadGridPlace& place, const HeadFrame& frame, int chosen,
                    const std::vector<bool>& marked);

/// The mark: a bar below the cells of a map. And what it stands for, right-aligned in a line.
void draw_focus_bar(Painter& painter, const Rect& cells);
void draw_focus_legend(Painter& painter, const Rect& line);
float focus_legend_width(Painter& painter);

}  // namespace glassformer
