// The search: goes to any stage, learned matrix, input or token by what it is called. Names come from the trace that is
// shown, so that every model has its own.
#pragma once

#include <string>
#include <vector>

#include "app/sheets/chooser.h"

namespace glassformer {

struct SearchHit {
    ChooserRow row;
    int record = -1;
    int row_index = -1, column_index = -1;  // of a token: the row or the column of the cursor's record
};

/// Everything that answers to the query, by groups (tokens of the record under the cursor, stages, weights, inputs),
/// the best first. "b1 scores": the first block's; "W^Q": the symbol of a matrix; a full name: that record before
/// others.
std::vector<SearchHit> search(const Evaluation& evaluation, const Cursor& cursor, const std::string& query);
/// Moves the cursor to what was found.
void go_to(const Trace& trace, Cursor& cursor, const SearchHit& hit);

class SearchSheet {
public:
    Chooser chooser;
    void draw(ViewContext& context);
};

}  // namespace glassformer
