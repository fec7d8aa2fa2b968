// Words beside the rows and above the columns of a matrix: how they lean, and which of them have room.
#pragma once

#include <span>
#include <vector>

#include "app/paint/painter.h"

namespace glassformer {

inline constexpr float half_root = 0.7071F;  // sine of 45 degrees

/// Setting of the labels along a track: every `step`th, words slanted or upright.
struct LabelFit {
    int step = 1;
    float degrees = 0;
};

/// The smallest step at which labels `apart` pixels wide clear each other; numbers go by 1, 2, 4, 5, 10, 20, 40, 50 …
int label_step(float cell, float apart, bool words);
/// Of `count` lines, `cell` pixels each, those that are labelled: every `step`th, and those of `kept`, the most
/// important first, with whatever stands closer to one of them than `apart` pixels left out. `first`: the number of the
/// first line; those are labelled whose number the step divides.
std::vector<int> labelled(int count, float cell, int step, float apart, std::span<const int> kept, int first = 0);

/// Height that a row needs for the word before it, in pixels.
float row_label_height(Painter& painter, float size = em::small);
/// Pixels that neighbouring words above columns need, the longest of which is `widest` pixels. `size` in em.
float words_apart(Painter& painter, float widest, float degrees, float size = em::small);
/// How they are set: the easiest to read that lets all be seen.
LabelFit words_fit(Painter& painter, float cell, float widest, float size = em::small);

}  // namespace glassformer
