// A matrix of numbers with words at its rows and columns: how large its cells are, how the words above the columns
// lean, which words have room, the numbers in the cells, what is marked, and the cell under a point. Without words it
// is the plain heat map.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "app/pictures/board/words_fit.h"

namespace glassformer {

inline constexpr float words_gap = 0.4F;  // em, between words and cells

/// A row or a column whose word stands out: it is written whatever else has to give way.
struct LitLine {
    int line = -1;  // < 0: none
    Colour colour{};
    bool bold = false;
};

struct MatrixWords {
    std::vector<std::string> names{};  // one per line; empty: none
    float longest = 7;                 // em; longer ones are cut
    bool words = true;                 // false: numbers, which lie
    int first = 0;                     // of the first line, where they are numbers: those that a step divides are kept
    float most_lean = 90;              // degrees that those above columns may rise by: 0, 45 or 90
    bool cut_within = false;           // in the middle: words that differ at their ends
    float least = em::small;           // em that they may shrink to before some are left out
    std::optional<Colour> ink{};       // empty: the theme's muted text
    std::vector<LitLine> lit{};        // the first of two that collide
    std::vector<bool> unknown{};       // one per line, words that the model does not know: marked; empty: none

    /// Pixels of the longest one, as it is cut.
    float widest(Painter& painter, float size) const;
};

/// An outline around a block of cells.
struct MatrixMark {
    CellAt at{};  // outside of the matrix: none
    int rows = 1, cols = 1;
    Colour colour{};
    float width = 1.5F;
    float inset = 0;  // pixels
};

/// Where a matrix lies.
struct MatrixPlace {
    Rect cells{};  // empty: no room
    int rows = 0, cols = 0;
    float beside = 0, above = 0;                          // pixels that the words take, with what lies between
    float row_size = em::small, column_size = em::small;  // em, of the words
    float longest = 0;                                    // pixels that a word above may have
    LabelFit fit{};                                       // of the words above
    float cell_w() const { return cells.w / static_cast<float>(std::max(1, cols)); }
    float cell_h() const { return cells.h / static_cast<float>(std::max(1, rows)); }
    Rect cell(int row, int col, int row_span = 1, int col_span = 1) const {
        return cell_rect(cells, rows, cols, row, col, row_span, col_span);
    }
    Rect cell(CellAt at) const { return cell(at.row, at.col); }
    /// The cell under a point.
    CellAt hit(Vec2 point) const { return cell_at(cells, rows, cols, point); }
};

struct LabelledMatrix {
    ConstMatrix values{};
    HeatStyle style{};
    MatrixWords rows{}, columns{};
    float word_size = em::small;         // em
    float largest_w = 0, largest_h = 0;  // em that a cell may grow to; 0: any
    bool square = false;                 // its cells
    bool below = false;                  // the words of the columns are below them, and rise to their columns
    float trail = 0;                     // pixels right of its area that the last slanted word may reach into
    int all_rows = 0, all_cols = 0;      // lines that have a place, where they are more than the numbers have
    std::optional<Colour> ground{};      // below the cells
    std::optional<Colour> frame{};
    float frame_width = 1;
    /// Text of a number in its cell, drawn where all have room; empty: none. One that is not finite has its hatching.
    std::function<std::string(float)> number{};
    /// Draws what is in a cell, where it is no color of the scale; empty: nothing.
    std::function<void(CellAt, const Rect&)> cell{};
    std::vector<MatrixMark> marks{};

    /// The largest cells of whole pixels at the left top of the area, with the words in front of and above them. The
    /// words lie where all have room so, else they rise by 45 degrees, else they are upright.
    MatrixPlace place(Painter& painter, const Rect& area) const;
    /// The words around cells that lie there.
    MatrixPlace around(Painter& painter, const Rect& cells) const;
    /// True where every cell has room for its number.
    bool numbers_fit(Painter& painter, const MatrixPlace& place) const;
    void draw(Painter& painter, const MatrixPlace& place) const;
    /// In cells that lie there, with its words around them.
    MatrixPlace draw(Painter& painter, const Rect& cells) const;

private:
    MatrixPlace placed(Painter& painter, const Rect& cells, float beside, float longest) const;
    void draw_rows(Painter& painter, const MatrixPlace& place) const;
    void draw_columns(Painter& painter, const MatrixPlace& place) const;
    void draw_numbers(Painter& painter, const MatrixPlace& place) const;
};

}  // namespace glassformer
