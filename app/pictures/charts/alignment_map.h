// Cross-attention as a map of words: one row per target word, one column per source word.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "core/analysis/alignment.h"

namespace glassformer {

struct AlignmentMap {
    const Alignment& alignment;
    std::span<const std::string> rows;  // the word that each row predicted
    std::span<const std::string> columns;
    std::uint64_t generation = 0;  // of the numbers
    int last_row = -1;             // the row whose word is not written yet; −1: none
    CellAt selected{}, hovered{};
};

/// Draws it inside the rectangle; returns the rectangle of the cells.
Rect draw_alignment(Painter& painter, const Rect& rect, const AlignmentMap& map);

}  // namespace glassformer
