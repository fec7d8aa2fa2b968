// Tensors side by side with signs between them, on one row of the board: for sums, masks, norms and softmax.
#pragma once

#include "app/pictures/board/layout.h"

namespace glassformer {

class RowOfPanels {
public:
    explicit RowOfPanels(Page& page) : RowOfPanels(page, page.area) {}
    RowOfPanels(Page& page, const Rect& area);

    Board& board() { return board_; }
    int rows() const { return rows_; }

    /// Adds an operand (its index) or the stage itself (−1) after a sign.
    HeatPanel& tensor(int operand, const std::string& sign = "");
    HeatPanel& panel(HeatPanel panel, const std::string& sign = "");
    /// Adds a free strip of this width in pixels; returns its column.
    int strip(float width, const std::string& sign = "");

    /// Gives all tensors the same colour scale, so that their sizes compare.
    void share_scale();
    void solve_and_draw();

    /// Dashed lines from the lit cell's sources in the panel left of each to the cell itself.
    HeatPanel& result() { return *panels_.back(); }

private:
    Page& page_;
    Board board_;
    int rows_;
    std::vector<HeatPanel*> panels_;
};

}  // namespace glassformer
