// Slice of a record as a table of numbers: words or indices before its rows and above its columns, every number on the
// colour of its value. Only visible cells are read and drawn, so that a table of any size scrolls.
#pragma once

#include <string>

#include "app/paint/painter.h"
#include "app/views/shared/cursor.h"

namespace glassformer {

struct Table {
    const Evaluation& evaluation;
    const Evaluation* unedited = nullptr;  // for marking what differs; null without edits
    int record = -1;
    Grid grid;
    bool gradient = false;  // of the loss by the record, in place of its values
    HeatStyle style{};
    bool coloured = true;       // false: whole numbers, whose size means nothing
    int row = -1, column = -1;  // the selected cell; −1: none
    double x = 0, y = 0;        // pixels scrolled
    int letters = 8;            // of the longest number, see letters_of()
    float words = -1;           // pixels of the widest word in front of a row, see words_of_rows(); −1: found anew
    const Record& at() const { return evaluation.trace().record(record); }
    int row_dimension() const { return grid.rank >= 2 ? grid.rank - 2 : -1; }
    int column_dimension() const { return grid.rank >= 1 ? grid.rank - 1 : -1; }
};

/// Places of its parts, and the visible rows and columns.
struct TablePlace {
    Rect corner, columns, rows, cells;
    float cell_w = 1, cell_h = 1;
    double width = 0, height = 0;  // of all cells
    int first_row = 0, last_row = -1, first_column = 0, last_column = -1;
    double x = 0, y = 0;  // as scrolled

    /// Place of any cell, visible or not.
    Rect cell(int row, int column) const;
    /// The cell under a point of `cells`.
    CellAt at(Vec2 point) const;
    /// Scrolls to these offsets, in pixels.
    void scroll_to(double left, double above);

    int table_rows = 0, table_columns = 0;
};
TablePlace place_table(Painter& painter, const Rect& area, const Table& table);
/// Draws the table; true where a visible cell differs from the run without edits: such cells are underlined.
bool draw_table(Painter& painter, const TablePlace& place, const Table& table);

/// Text of a cell: three significant digits, integers whole.
std::string table_number(float value, Range range);
/// Length of the longest number in the slice, in characters; the columns have room for it.
int letters_of(const Evaluation& evaluation, int record, const Grid& grid, bool gradient = false);
/// Width of the widest word before the first rows, in pixels; 0 where rows have indices alone.
float words_of_rows(Painter& painter, const Table& table);
/// True where an axis is labelled with words, not with indices alone; decided for the whole axis, because a word may
/// look like an index.
bool has_words(const Table& table, int dimension);
/// Colour scale of a record's numbers: attention weights from 0 to the end that all of the run share, other
/// probabilities from 0 to 1, all others symmetric around 0 up to `largest`.
HeatStyle table_style(const Record& record, float largest, float weights_end, bool gradient = false);

}  // namespace glassformer
