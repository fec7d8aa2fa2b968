// Bars with words: the largest entries of one row of a record, or a few numbers of a derivation.
#pragma once

#include <vector>

#include "app/pictures/board/page.h"

namespace glassformer {

struct Bar {
    std::string label{};
    float value = 0;
    CellRef cell{};  // cell under the mouse here; empty: none
};

/// Lines of the largest entries of a row, the largest first; −∞ and NaN are left out.
std::vector<int> largest_entries(const ConstMatrix& matrix, int row, int count);

/// The row of a slice that bars stand for: the lit cell's; else the one that answer_row() of core/generate/next_token.h
/// names.
int bars_row(const Page& page, const Slice& slice);
/// Position of that row for a caption: " after “it”" where the model predicts the next token, " for “it”" where it
/// predicts at the token's own position; empty without a token.
std::string bars_place(const Page& page, const Slice& slice, int row);

/// Columns of a vocabulary to show where not all fit: the lit one, the best of each row where rows are few, and the
/// largest of that row; empty where the columns are few or not words.
std::vector<int> vocabulary_columns_shown(const Page& page, const Slice& slice);

/// The largest entries of that row, as many as the height takes.
std::vector<Bar> largest_bars(const Page& page, const Slice& slice, int row, int count);

/// Draws one bar per line from the top of the rectangle, with a caption above; notes the cell under the mouse.
void draw_bars(Page& page, const Rect& rect, const std::string& caption, const std::vector<Bar>& bars, Meaning meaning);
int bars_that_fit(const Page& page, float height);

}  // namespace glassformer
