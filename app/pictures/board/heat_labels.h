// The labels of a matrix (heat_panel.h): tokens, words or numbers in front of its rows and above its columns, as many
// as have room, slanted or upright where they are too wide to lie.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/pictures/board/heat_panel.h"
#include "app/pictures/board/words_fit.h"

namespace glassformer {

inline constexpr float label_gap = 0.55F;  // em, between a label and its cell

/// Markup: the panel's own symbol, else its record's, in its colour.
std::string symbol_of(const Page& page, const HeatPanel& panel);

/// Places that are labelled: every `step`th of the track, and those of `kept`, the most important first, with whatever
/// stands closer to one of them than `apart` pixels left out.
std::vector<int> labelled(const Track& track, int step, float apart, std::span<const int> kept);

/// Setting of the column labels of this panel alone.
LabelFit column_fit(Page& page, const HeatPanel& panel, const Track& cols);

/// Room for the labels around a panel.
Margins label_margins(Page& page, const HeatPanel& panel, const Track& rows, const Track& cols);

/// Reach of the labels from their edge: to the left of a matrix, or up from it, in pixels.
float row_labels_width(Page& page, const HeatPanel& panel, const Track& rows);
float col_labels_height(Page& page, const HeatPanel& panel, const Track& cols);

/// Where the label of a cell ends, away from the matrix, and which way it leads there (unit length): where a line that
/// feeds the row or the column meets it. `labelled`: false at the matrix's edge, for a cell without a label.
struct LabelEnd {
    Vec2 at{}, away{};
    bool labelled = false;
};
/// One per cell of the track, after Board::solve().
std::vector<LabelEnd> row_label_ends(Page& page, const HeatPanel& panel, const Track& rows);
std::vector<LabelEnd> col_label_ends(Page& page, const HeatPanel& panel, const Track& cols);

/// Draws tokens or indices, or the symbol of a matrix of one row, left of `edge`.
void draw_row_labels(Page& page, const HeatPanel& panel, const Track& rows, float edge);
/// Draws the labels of the columns above `edge`.
void draw_col_labels(Page& page, const HeatPanel& panel, const Track& cols, float edge);

}  // namespace glassformer
