// Search that goes to any stage, learned matrix, input or token by name, to the steps of lessons, to terms of the
// glossary, and to what the views answer, by their words. Names come from the current trace. A question is answered by
// terms and experiments first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson_library.h"
#include "app/sheets/chooser.h"
#include "app/sheets/lesson_search.h"
#include "app/sheets/term_search.h"
#include "app/sheets/topic_search.h"

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

/// What a row of the search stands for: one of these.
struct SearchChoice {
    const SearchHit* hit = nullptr;  // of the run; the search has gone there
    std::optional<LessonStepPlace> step = {};
    const GlossaryTerm* term = nullptr;
    std::optional<TopicHit> topic = {};
    std::optional<Command> command = {};
};

class SearchSheet {
public:
    Chooser chooser;
    /// Goes to the stage, matrix or token that was chosen, or explains the term, and returns what was chosen. `open`:
    /// the open lesson, whose steps come first.
    std::optional<SearchChoice> draw(ViewContext& context, LessonLibrary& library, const LibraryLesson* open);

private:
    const std::vector<ChooserRow>& rows(ViewContext& context, LessonLibrary& library, const LibraryLesson* open,
                                        const std::string& query);
    void add(ChooserRow row, SearchChoice choice);
    void add_run(const std::vector<SearchHit>& found, int least);
    void add_steps(const std::vector<LessonHit>& steps, bool own);
    void add_terms(const std::string& query, const AskedQuestion& question);
    void add_topics(const std::vector<TopicHit>& topics);
    void add_commands(const std::string& query);

    RunSearch run_;
    LessonSearch lessons_;
    std::string query_;        // that the rows are of
    std::size_t rows_of_ = 0;  // the search of the run that the rows are of; 0: there are none yet
    std::vector<ChooserRow> rows_;
    std::vector<SearchChoice> choices_;  // of the rows
};

}  // namespace glassformer
