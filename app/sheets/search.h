// Search that goes to any stage, learned matrix, input or token by name, to the steps of lessons and to terms of the
// glossary by their words. Names come from the current trace.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson_library.h"
#include "app/sheets/chooser.h"
#include "app/sheets/lesson_search.h"

namespace glassformer {

struct SearchHit {
    ChooserRow row;
    int record = -1;
    int row_index = -1, column_index = -1;  // of a token: row or column of the record at the cursor
};

/// All matches of the query, by groups (tokens of the record at the cursor, stages, weights, inputs), the best first.
/// "b1 scores" finds scores of the first block, "W^Q" a matrix by its symbol; a full name finds its record first.
std::vector<SearchHit> search(const Evaluation& evaluation, const Cursor& cursor, const std::string& query);
/// Moves the cursor to a hit.
void go_to(const Trace& trace, Cursor& cursor, const SearchHit& hit);

class SearchSheet {
public:
    Chooser chooser;
    /// Goes to the stage, matrix or token that was chosen; returns the step of a lesson that was chosen instead.
    std::optional<LessonStepPlace> draw(ViewContext& context, LessonLibrary& library);

private:
    LessonSearch lessons_;
};

}  // namespace glassformer
