// Tensors of one row of the board, side by side with signs between them: what sums, masks, norms and a softmax share.
#pragma once

#include "app/pictures/board/layout.h"

namespace glassformer {

class RowOfPanels {
public:
    explicit RowOfPanels(Page& page) : RowOfPanels(page, page.area) {}
    RowOfPanels(Page& page, const Rect& area);

    Board& board() { return board_; }
    int rows() const { return rows_; }

    /// An operand (its number) or the stage itself (−1) with the sign in front of it.
    HeatPanel& tensor(int operand, const std::string& sign = "");
    HeatPanel& panel(HeatPanel panel, const std::string& sign = "");
    /// A free strip that many pixels wide; returns its column.
    int strip(float width, const std::string& sign = "");

    /// The same scale for all tensors, where their sizes are to be compared.
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
