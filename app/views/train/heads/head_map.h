// The large map of one head: its words, the names of its axes, the scale of its colors. For heads.cpp.
#pragma once

#include "app/pictures/board/labelled_matrix.h"
#include "app/views/train/heads/heads.h"

namespace glassformer {

HeatStyle head_style(float limit);
/// The numbers of a head with the words of its sides, in cells that are squares.
LabelledMatrix labelled_head(const Painter& painter, const ConstMatrix& matrix, const TrainedHeadMap& map, float limit);
/// Size of a cell, which is a square, that the map would have in an area.
float head_cell(Painter& painter, const Rect& area, const TrainedHeadMap& map, float limit);
void draw_large_head(ViewContext& context, const Rect& area, const ConstMatrix& matrix, const TrainedHeadMap& map,
                     float limit);
/// The scale of the colors with its numbers, as the limits are held, if they are. `of`: what is drawn in these colors.
void draw_head_scale(Painter& painter, const Rect& rect, float limit, std::span<const ConstMatrix> of);
float head_scale_width(Painter& painter, float limit);

}  // namespace glassformer
