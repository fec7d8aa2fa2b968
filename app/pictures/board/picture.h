// Picture of one operation with its operands: what the canvas shows for a stage. One file per kind of picture, one row
// in the list. A picture computes nothing: it reads the trace, draws, and returns the cell under the mouse.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/paint/painter.h"
#include "core/session/session.h"

namespace glassformer {

class Page;           // page.h
class PictureMemory;  // memory.h

/// A cell of a record of the trace: of the stage shown, or of one of its operands.
struct CellRef {
    int record = -1;
    Cell cell;
    explicit operator bool() const { return record >= 0; }
    bool operator==(const CellRef&) const = default;
};

/// Input of a picture.
struct Scene {
    const Evaluation& evaluation;
    const Evaluation* unedited = nullptr;  // the same run without edits, for marking what differs; null without edits
    int record = -1;                       // the stage shown
    int head = 0;                          // the (query) head shown where there is a head axis
    CellRef selected{};                    // the locked cell, of the stage shown; its sources are lit
    CellRef hovered{};                     // the cell that was under the mouse in the last frame
    bool example = false;                  // hovered is one that nobody points at: its row and column are not outlined
    bool gradients = false;                // the stage's gradient is shown beside its values, where it has one
    int row_limit = -1;  // while stepping by rows or cells: only entries up to here are shown (row-major
                         // index in the slice shown); -1: all
    /// How far the stage has computed itself, where it is shown doing so (Page::known): 0 nothing of the result, 1 all
    /// of it, the picture at rest. Every number drawn on the way is one of the record's.
    float phase = 1;
    /// Kept by the view from frame to frame, so that scales and derivations are not found again for the same
    /// evaluation. A window must give one: heatmaps of derived numbers lie in it. Null (tests, single pictures): found
    /// anew.
    PictureMemory* memory = nullptr;
    int kept = 0;  // first rows of all keys and values that were kept from earlier steps: they are framed
    const Trace& trace() const { return evaluation.trace(); }
    const Record& stage() const { return trace().record(record); }
};

/// Cell under the mouse, and its rectangle (for the tooltip and the edit field).
struct Hit {
    CellRef cell;
    Rect rect;
    std::string derived{};  // "exp(x − max)" where not the cell's number is drawn there but another one, made from it
    float number = 0;       // … and that
};

struct Picture {
    std::string_view operation;   // Operation::name()
    void (*compose)(Page& page);  // lays out and draws; notes the cell under the mouse on the page
    bool still = false;           // does not show how it is computed step by step: drawn at rest at every phase

    /// Draws the stage inside `area` (fits itself, cells are a whole number of pixels) and returns the cell under the
    /// mouse, if any: of the stage, or of one of its operands.
    std::optional<Hit> draw(Painter& painter, const Rect& area, const Scene& scene, Vec2 mouse) const;
};

std::span<const Picture> all_pictures();          // one an operation, in no particular order
const Picture& picture_of(const Record& record);  // falls back to the plain heatmap of the result
const Picture& picture_of(const Scene& scene);    // of its stage, with or without gradients

/// True where the picture of this scene shows the stage computing itself: not where gradients are shown, which are
/// found in the other direction.
bool computes_itself(const Scene& scene);

/// Rectangle of a cell of the stage shown (for stepping, locking by keyboard, and the edit field); empty if not drawn.
std::optional<Rect> rect_of(Painter& painter, const Rect& area, const Scene& scene, const CellRef& cell);

/// Colour scale of the stage's own cells in its picture, for the statistics beside it.
std::optional<HeatStyle> scale_of(Painter& painter, const Rect& area, const Scene& scene);

/// Label of a line: "animal" along a token axis, "7" along a feature axis, the vocabulary's word along the vocab axis.
std::string label_of(const Evaluation& evaluation, const Record& record, int dimension, int index);
/// The same within the name of a cell, where it must name one line: "the₄" of a word that the text has twice, "1₂" of a
/// token that could be read as an index, "“,”" of one that is no word. Places are counted from 1, as on the screen.
std::string line_name_of(const Evaluation& evaluation, const Record& record, int dimension, int index);

}  // namespace glassformer
