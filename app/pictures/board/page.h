// Page: the surface and scene of one frame of a picture, and what it reads from the scene: the slice of a record, the
// lit cell, the operand cells it was computed from. It notes the cell under the mouse.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/pictures/board/memory.h"
#include "app/pictures/board/picture.h"

namespace glassformer {

/// Two dimensions of a record as a matrix, the others fixed. A dimension of −1 has a single line.
struct Slice {
    ConstMatrix values{};
    int record = -1;  // record of the cells; −1: derived numbers without cells
    int row_dim = -1, col_dim = -1;
    int row_first = 0, col_first = 0;  // in the record, of the slice's first line: the columns of one head
    Cell at{};

    Cell cell(int row, int col) const;
    /// {row, col} of a record's cell in the slice; {−1, −1} where it is not in it.
    CellAt find(const Cell& cell) const;
};

class Page {
public:
    Painter& painter;
    const Rect area;
    const Scene& scene;
    const Vec2 mouse;
    PictureMemory& memory;
    const Trace& trace;
    const Record& stage;
    const float em;
    const int heads;    // query heads of the model: the longest head axis of the trace
    const CellRef lit;  // the selected cell, else the stage's cell under the mouse: windows are centred on it

    /// Entries of the stage's own slice that are shown, row by row; −1: all. Fewer while it is stepped through by rows
    /// or cells, and while it computes itself.
    int known = -1;
    /// True while the stage computes itself.
    bool moving() const { return phase < 1; }
    /// Whose sources are shown: the cell that is being computed, else the lit one.
    CellRef explained;
    /// … and the first and the last one of its row, where a row is computed at once; else empty.
    CellRef explained_from{}, explained_to{};
    float phase = 1;
    /// The result is computed in this part of the motion, and what leads to it before.
    void compute_between(float from, float to);
    /// How many of `count` are done in this part of the motion; −1 at rest.
    int done_between(float from, float to, int count) const;
    /// The sources of this entry of the result are shown, which is not being computed yet.
    void explain(int entry);
    /// True where a row of the result has begun.
    bool reached(int row, int cols) const { return known < 0 || row * cols < known || row * cols == working_; }
    /// True where all of a row of the result is shown.
    bool finished(int row, int cols) const { return known < 0 || (row + 1) * cols <= known; }
    /// Index of the entry of the result being computed; −1: none.
    int working() const { return working_; }

    Page(Painter& painter, const Rect& area, const Scene& scene, Vec2 mouse, PictureMemory& memory);

    int operand(std::size_t index) const;  // record id; −1 where the operation has fewer
    std::size_t operands() const { return stage.operands.size(); }

    /// The last axis as columns, the one before as rows; of a head axis the head shown (or the key/value head it
    /// reads).
    Slice slice(int record) const { return slice(record, scene.head); }
    Slice slice(int record, int head) const;
    /// Any two dimensions (−1: none), the others at `at`.
    Slice slice(int record, int row_dim, int col_dim, const Cell& at) const;
    static Slice transposed(const Slice& slice);
    static Slice columns(const Slice& slice, int first, int count);
    /// Slice of numbers that an operation derived, kept in the memory.
    Slice derived(const std::vector<float>& values, int rows, int cols) const;

    /// Colour scale of a record's slice: by its meaning and range, ending at the largest magnitude; of attention
    /// weights the scale of all of the run.
    HeatStyle style(int record, const ConstMatrix& values) const;
    Colour colour(int record) const;
    /// label_of(); a decoder's query in cross-attention as "<bos> → le", the word it read and the word it predicts.
    std::string label(int record, int dimension, int index) const;
    /// The label's token is one that the model does not know.
    bool unknown(int record, int dimension, int index) const;
    bool foretells(int record, int dimension) const;
    /// True where this dimension has words (tokens, vocabulary, named classes), not indices.
    bool has_words(int record, int dimension) const;

    /// Cells of an operand from which the explained cells were computed, as the operation derives them.
    std::vector<Cell> sources(int operand) const;
    /// Of these the ones in the terms of the source that is pointed at; all where none is.
    std::vector<Cell> focused(int operand) const;

    void note(const Hit& hit);  // the first one counts
    void note_place(const CellRef& cell, const Rect& rect);
    const std::optional<Hit>& hit() const { return hit_; }

    CellRef wanted{};                // for rect_of(): the cell whose place is looked for
    std::optional<Rect> place;       // … and where it is
    std::optional<HeatStyle> scale;  // of the stage's own cells

private:
    std::optional<Hit> hit_;
    int working_ = -1;
};

/// "12 × 16", "32" for a single line.
std::string shape_text(const Slice& slice);

}  // namespace glassformer
