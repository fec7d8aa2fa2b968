// A slice of a record as a table of numbers: words or numbers in front of its rows and above its columns, a number in
// every cell on the colour of its value. Only what can be seen is read and drawn, so that a table of any size scrolls.
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

/// Where its parts lie, and which rows and columns can be seen.
struct TablePlace {
    Rect corner, columns, rows, cells;
    float cell_w = 1, cell_h = 1;
    double width = 0, height = 0;  // of all cells
    int first_row = 0, last_row = -1, first_column = 0, last_column = -1;
    double x = 0, y = 0;  // as scrolled

    /// Of any cell, seen or not.
    Rect cell(int row, int column) const;
    /// The cell under a point of `cells`.
    CellAt at(Vec2 point) const;
    /// The same, scrolled to other pixels.
    void scroll_to(double left, double above);

    int table_rows = 0, table_columns = 0;
};
TablePlace place_table(Painter& painter, const Rect& area, const Table& table);
/// True where a cell that is seen differs from the run without edits: such cells are underlined.
bool draw_table(Painter& painter, const TablePlace& place, const Table& table);

/// What stands in a cell: three digits that mean something, whole numbers whole.
std::string table_number(float value, Range range);
/// Letters of the longest number in the slice, which the columns have room for.
int letters_of(const Evaluation& evaluation, int record, const Grid& grid, bool gradient = false);
/// Pixels of the widest word in front of the first rows; 0 where they have numbers alone.
float words_of_rows(Painter& painter, const Table& table);
/// An axis has words in front of its lines, not their numbers alone; decided once for all of its lines, for a word may
/// be the number of its place.
bool has_words(const Table& table, int dimension);
/// The colours of a record's numbers: probabilities from 0 to 1, all else symmetric around 0 up to `largest`.
HeatStyle table_style(const Record& record, float largest, bool gradient = false);

}  // namespace glassformer
