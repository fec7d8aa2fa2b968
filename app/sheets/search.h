// Search that goes to any stage, learned matrix, input or token by name, to the steps of lessons and to terms of the
// glossary by their words. Names come from the current trace.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson_library.h"
#include "app/sheets/chooser.h"
#include "app/sheets/lesson_search.h"
#include "app/sheets/term_search.h"

namespace glassformer {

struct SearchHit {
    ChooserRow row;
    int record = -1;
    int row_index = -1, column_index = -1;  // of a token: row or column of the record at the cursor
};

/// All matches of the query, by groups (tokens of the record at the cursor, stages, weights, inputs), the best first.
/// "b1 scores" finds scores of the first block, "W^Q" a matrix by its symbol; a full name finds its record first.
std::vector<SearchHit> search(const Evaluation& evaluation, const Cursor& cursor, const std::string& query);
/// The same for a sheet, which asks in every frame: what a run's records go by is put together once, and a query is
/// looked for once. A deep model has tens of thousands of records.
class RunSearch {
public:
    const std::vector<SearchHit>& find(const Evaluation& evaluation, const Cursor& cursor, const std::string& query);
    /// Queries that were looked for; what was found is the same as long as this is.
    std::size_t searches() const { return searches_; }

    /// What a record goes by.
    struct Name {
        int record = -1;
        const char* group = "";
        std::string label, behind;  // of its row
        std::string names, words;   // in which a query is looked for
    };

private:
    std::uint64_t generation_ = 0;
    std::vector<Name> names_;
    std::optional<std::string> query_;
    std::string record_;
    std::vector<SearchHit> hits_;
    std::size_t searches_ = 0;
};

/// Moves the cursor to a hit.
void go_to(const Trace& trace, Cursor& cursor, const SearchHit& hit);

class SearchSheet {
public:
    Chooser chooser;
    /// Goes to the stage, matrix or token that was chosen; returns the step of a lesson that was chosen instead.
    /// `open`: the open lesson, whose steps come first; `went`: what was chosen is of the run.
    std::optional<LessonStepPlace> draw(ViewContext& context, LessonLibrary& library, const LibraryLesson* open,
                                        bool& went);

private:
    const std::vector<ChooserRow>& rows(ViewContext& context, LessonLibrary& library, const LibraryLesson* open,
                                        const std::string& query);

    RunSearch run_;
    LessonSearch lessons_;
    std::size_t rows_of_ = 0;  // the search that the rows are of; 0: there are none yet
    // In the order of the rows: steps of the open lesson, what the run has, other steps, terms.
    std::size_t own_ = 0;
    std::vector<const SearchHit*> hits_;
    std::vector<TermHit> terms_;
    std::vector<ChooserRow> rows_;
};

}  // namespace glassformer
