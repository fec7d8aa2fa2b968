// Cross-attention as a map of words: a row for each word that the decoder wrote, a column for each word of the source.
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

/// Draws it inside the rectangle; returns where the cells lie.
Rect draw_alignment(Painter& painter, const Rect& rect, const AlignmentMap& map);

}  // namespace glassformer
