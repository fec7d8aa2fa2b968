// Board: rows and columns of cells, on which several matrices share an area. Matrices that share an axis lie on the
// same track and so line up; cells are whole pixels; an axis with more lines than pixels shows a window.
#pragma once

#include <deque>

#include "app/pictures/board/heat_panel.h"

namespace glassformer {

class Board {
public:
    Board(Page& page, const Rect& area) : page_(page), area_(area) {}

    int column(Track track);
    int row(Track track);
    HeatPanel& add(HeatPanel panel);

    /// Both tracks show the same lines: the columns of A and the rows of B in a product.
    void same_lines(int column, int row);
    void reserve_right(float pixels) { right_ = std::max(right_, pixels); }
    void reserve_bottom(float pixels) { bottom_ = std::max(bottom_, pixels); }
    float largest_cell_width = 5.6F, largest_cell_height = 5.4F;  // in em

    /// Computes the places of all panels and tracks.
    void solve();
    /// Draws all panels and signs, and notes the cell under the mouse. Labels scrolled
    /// out of view move to the edge of the visible part while their cells are in it (frozen_labels.cpp).
    void draw();

    const Track& columns(int index) const { return columns_[static_cast<std::size_t>(index)]; }
    const Track& rows(int index) const { return rows_[static_cast<std::size_t>(index)]; }
    /// The rectangle of a record's cell in a panel; empty where it is not shown.
    Rect cell(const HeatPanel& panel, int row, int col) const;
    /// A free strip of the board: of a fixed column along one row track.
    Rect strip(int column, int row) const;
    Rect bounds() const { return bounds_; }

private:
    void collect_margins();
    void allocate(std::vector<Track>& tracks, float length, float largest);
    void place(std::vector<Track>& tracks, float start, float available);
    /// From the left of a panel's cells to where its title must end: before the next title of its row.
    float title_reach(const HeatPanel& panel) const;
    /// Widens gaps after panels whose whole symbol has no room, and makes the cells smaller for it.
    void give_titles_room(float width, float widest);
    void outline_sources(HeatPanel& panel);
    void outline_lit_lines();
    void fit_labels();
    void freeze_labels();
    void draw_frozen();

    Page& page_;
    Rect area_, bounds_;
    float right_ = 0, bottom_ = 0;
    std::vector<Track> columns_, rows_;
    std::deque<HeatPanel> panels_;
    std::vector<std::pair<int, int>> same_;

    /// Labels out of view whose cells are still in view.
    struct Frozen {
        const HeatPanel* panel;
        bool of_rows;
        Rect plate;  // in sight; the labels end at its right, or at its bottom
    };
    std::vector<Frozen> frozen_;
};

/// Draws a dashed line from the edge of a cell's sources to the cell.
void connect(Page& page, Vec2 from, Vec2 to);

}  // namespace glassformer
