// State that the parts of the inspector share beside the cursor: list and filter, scroll offsets, options of copying.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "app/views/explanation/statistics.h"
#include "app/views/inspect/record_list.h"
#include "app/views/inspect/scroller.h"
#include "app/views/shared/focus.h"
#include "core/io/tensor_text.h"

namespace glassformer {

/// How much a copy takes, and the names of these in scripts and in the described state.
enum class CopyScope : std::uint8_t { cell, row, slice, tensor };
inline constexpr std::array<std::string_view, 4> copy_scope_names{"Cell", "Row", "Slice", "Tensor"};

struct InspectState {
    std::string filter;
    RecordList list;
    std::uint64_t listed_of = 0;  // the evaluation's generation
    std::vector<int> kept;        // indices in list.records that pass the filter
    Scroller list_scroll, table_scroll;
    bool show_in_list = true, show_cell = true;  // scroll until it is seen
    float list_em = 0;                           // size of text at which the list was drawn
    struct Place {
        std::string record;
        Scroller list, table;
    };
    std::optional<Place> awaited;  // from a session file: scroll offsets to set once its record is shown

    bool back = false;   // gradients in place of values, after a backward pass
    int plane = 0;       // along a leading axis that is not of heads
    std::string record;  // shown in the last frame
    Grid grid;           // … and its slice
    int first_row = 0, last_row = -1, first_column = 0, last_column = -1;  // seen

    int letters = 8;  // of its longest number; found anew for another evaluation, record or slice
    std::uint64_t letters_of = 0;
    int letters_record = -1;
    bool letters_gradient = false;
    std::size_t letters_offset = 0;
    float words = -1, words_em = 0;  // of the labels of its rows, in pixels at that size of text

    std::string go_to;  // written in the field
    CopyScope scope = CopyScope::slice;
    TextForm form = TextForm::tabs;
    int decimals = 3;
    StatisticsMemory statistics;
    Focus focus;
};

/// True where the gradient of the loss with respect to this record is shown, not its values.
bool shows_gradient(const Evaluation& evaluation, const Record& record, const InspectState& state);
/// One number of a record, or of its gradient.
float inspected_number(const Record& record, bool gradient, const Cell& cell);

/// Slice of a record that is shown: of the cursor's head, or of the plane of another leading axis.
Grid inspected_grid(const Trace& trace, int record, const Cursor& cursor, int plane);
/// Number of the first row or column of an axis on the screen: positions of a text are counted from 1, all else from 0.
int first_number(const Record& record, int dimension);
/// Selected cell of that slice; empty while none is selected.
CellRef inspected_cell(const Trace& trace, const Cursor& cursor, int plane);
/// Goes to another slice of the record: of the first query head that reads it, or another plane.
void choose_slice(const Trace& trace, int record, int slice, Cursor& cursor, int& plane);

/// The numbers that a copy takes, of the record or of its gradient. Throws Error where no cell is selected for it, or
/// the form refuses so many.
Numbers copied_numbers(const Trace& trace, int record, const Grid& grid, const CellRef& cell, CopyScope scope,
                       TextForm form, bool gradient = false);

/// Row and column of "12, 5", "12", "tired" or "12, cat": numbers count from 0, words are searched among the labels; a
/// part that is left out keeps its value. Throws Error naming a row or column that does not exist.
CellAt cell_named(const Evaluation& evaluation, int record, const Grid& grid, const std::string& written,
                  const CellAt& now);

}  // namespace glassformer
