// Logit lens as a picture: one row per layer, the last on top, one column per position; each cell has the word that the
// model would predict if it stopped after that layer, coloured by its probability.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/pictures/charts/choice.h"
#include "core/analysis/logit_lens.h"

namespace glassformer {

/// Of the probabilities that color the cells.
inline constexpr HeatStyle lens_scale{.map = HeatMap::sequential, .meaning = Meaning::output, .limit = 1};

struct LensMap {
    std::span<const LensLayer> layers;
    std::span<const std::string> names;    // of the layers
    std::span<const std::string> columns;  // of the rows of the first layer: tokens
    TokenWord word;
    std::vector<bool> grey = {};  // columns that no training asked for an answer; empty: none
    int focus = 0;                // the column that is seen where not all fit, and is marked
};

struct LensCell {
    int layer = -1, column = -1;
    Rect rect;
};
/// Draws as many columns as have room for words; returns the cells that were drawn.
std::vector<LensCell> draw_lens(Painter& painter, const Rect& rect, const LensMap& map);

}  // namespace glassformer
