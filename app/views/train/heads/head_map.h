// The large map of one head: its words, the names of its axes, the scale of its colors. For heads.cpp.
#pragma once

#include "app/views/train/heads/heads.h"

namespace glassformer {

HeatStyle head_style(float limit);
/// The words of a map's sides, of which all are named that have room, and those that must be in any case.
struct NamedLines {
    std::vector<int> forced;
    int every = 1;  // of the others
    bool named(int line) const;
};
/// Size of a cell that the map would have in an area.
Vec2 head_cell(Painter& painter, const Rect& area, const TrainedHeadMap& map, float limit);
void draw_large_head(ViewContext& context, const Rect& area, const ConstMatrix& matrix, const TrainedHeadMap& map,
                     float limit);

}  // namespace glassformer
