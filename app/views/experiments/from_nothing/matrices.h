// Small matrices side by side with their numbers in the cells: a line of them shares the size of its cells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "app/widgets/ui.h"
#include "core/tensor/tensor.h"

namespace glassformer {

struct LinkedMatrix {
    std::string id;             // of its target: "from_nothing scores"
    std::string symbol, brief;  // markup; `brief` where the symbol is wider than the matrix
    ConstMatrix numbers{};
    HeatStyle style{};
    std::vector<std::string> row_labels{}, col_labels{};  // empty: none
    int marked_row = -1, marked_col = -1;                 // outlined
    Rect cells{};                                         // found by place_line()
};

/// The last two axes of a tensor; `transposed` the other way round.
ConstMatrix matrix_of(const Tensor& tensor);
/// From −limit to limit, of its largest number; of weights from 0 to 1.
HeatStyle style_of(const ConstMatrix& numbers, Meaning meaning);

/// Finds the places of matrices in lines, from the left top of the area: cells of all lines have one size, and their
/// first columns stand below each other. Returns the height used.
float place_lines(Ui& ui, const Rect& area, std::vector<std::vector<LinkedMatrix>>& lines);
/// Draws one, outlines what is marked, and returns the cell under the mouse; `clicked` where it was clicked.
struct LinkedCell {
    int row = -1, col = -1;
    bool clicked = false;
};
std::optional<LinkedCell> draw_linked(Ui& ui, const LinkedMatrix& matrix);

/// "−0.40".
std::string cell_number(double value, int decimals = 2);

}  // namespace glassformer
