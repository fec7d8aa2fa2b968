// A page of the Positions view. Most show something of each encoding below its picture, in columns side by side; two
// are about the tokens of the text. A page and its row stand in a file of their own beside this one.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/positions/parts.h"
#include "core/base/named_number.h"

namespace glassformer {

class JoinedTables;
class PositionsView;
class StartTables;
class TableLines;

/// What is special about a page whose subject is the tokens of the text, with three encodings or three ways to join.
class PositionsOfText {
public:
    virtual ~PositionsOfText() = default;
    virtual void draw(PositionsView& view, ViewContext& context, const Rect& area) const = 0;
    /// Why there are no more columns, and no fewer.
    virtual const char* fixed_columns() const = 0;
    /// That the keys and the buttons about the open model mean.
    virtual const PositionalKind& kind(const PositionsState& state) const = 0;
    virtual void change_kind(PositionsState& state, int by) const = 0;
    virtual void choose_column(PositionsState& state, int by) const = 0;
    /// Both tokens so many positions on.
    virtual void move(StartState& start, int by) const { static_cast<void>(start), static_cast<void>(by); }
    virtual void move_to_start(PositionsState& state) const = 0;
    virtual void step_pair(StartState& start, const StartTables& tables, int by) const {
        static_cast<void>(start), static_cast<void>(tables), static_cast<void>(by);
    }
    /// Opens the model that goes with what is chosen; false where the columns have one.
    virtual bool open_model(PositionsView& view, ViewContext& context) const {
        return static_cast<void>(view), static_cast<void>(context), false;
    }
    virtual void add_numbers(std::vector<NamedNumber>& all, const StartTables& tables, const JoinedTables& joined,
                             const PositionsState& state) const = 0;
    /// What it shows as a table is the joined vectors.
    virtual bool writes_joined() const { return false; }
};

/// What the columns of a page are.
enum class PositionsColumns : std::uint8_t {
    encodings,  // chosen by the user, all with the same settings
    scalings,   // of RoPE
    models,     // encodings, each with what models learned with it
};

struct PositionsPage {
    std::string_view name;      // of the state, of --page and targets: "scores"
    int place;                  // among the tabs
    std::string_view label;     // "Scores"
    std::string_view sentence;  // above the columns: what the page shows and what to look at
    /// Of a column, below the picture of its encoding; null on the pages about the text.
    void (*draw)(ColumnScene& scene, Rect area) = nullptr;
    const PositionsOfText* text = nullptr;  // null: on the pages of columns
    PositionsColumns columns = PositionsColumns::encodings;
    /// Lines of numbers below a column: only what was measured (1), or what the page is about (3), or all (5).
    int figures = 5;
    bool figures_on_demand = false;  // a switch shows them
    bool of_vectors = false;         // the first figure is p·p, not the score
    float least_column = 31;         // em; of a column that is scrolled to
    float picture = 0.36F;           // share of a column that the picture of the encoding takes …
    float picture_alone = 0.31F;     // … where there are no figures
    float least_below = 0;           // em; above 0: the picture gives way to what is below it
    bool has_source = false;         // the footer says where its numbers are from, and what the task says of them
    bool trained = false;            // its models are read, and what their heads look at
    /// Numbers of a column that this page alone shows; null: none.
    void (*compute)(EncodingColumn& column) = nullptr;
    /// As lines of a table, beside the encoding and its scores; null: none.
    void (*write)(TableLines& lines, const EncodingColumn& column) = nullptr;
};

/// All pages in the order of their tabs (cmake/rows.cmake).
std::span<const PositionsPage> positions_pages();
/// Null where there is none of that name.
const PositionsPage* positions_page(std::string_view name);

}  // namespace glassformer
