// Painting the mask where its effect is seen: on the stages of masked scores and of weights. With Shift held the mouse
// switches the cell it presses on, and gives the cells it is dragged over the same state; a key does it for the locked
// cell.
#pragma once

#include <optional>

#include "app/pictures/board/picture.h"
#include "app/views/shared/context.h"

namespace glassformer {

struct Region;

/// The mask [query, key] that decides over the cells of a record: an operand of the masked scores, the operand's for
/// the weights, the mask itself. −1 where there is none.
int mask_of(const Trace& trace, int record);

/// The cells of the mask that say whether this cell's query sees its key; empty where none does.
CellRef mask_cell(const Trace& trace, int record, const CellRef& cell);

/// The inputs after painting, without edits that no longer say anything.
Inputs painted(const Inputs& inputs, const Trace& trace, const CellRef& mask_cell, bool sees);
/// What the newest inputs say.
bool sees(const Inputs& inputs, const Trace& trace, const CellRef& mask_cell);

/// Switches what a cell's query sees; says so where there is nothing to switch.
void toggle_mask(ViewContext& context, const CellRef& cell);

/// The inputs without the edits that select the cell: its own, its head's, and the painted cell of its mask.
Inputs without_edits_of(const Inputs& inputs, const Trace& trace, const CellRef& cell);

class MaskBrush {
public:
    /// The mouse paints: what else it would do on the canvas stays undone.
    bool holds(const ViewContext& context, int record) const;
    /// Once a frame on the picture of `record`, with the cell under the mouse.
    void draw(ViewContext& context, int record, const Region& touched, const std::optional<Hit>& hit);

private:
    CellRef last_;  // painted last, while the button is down
    bool down_ = false, sees_ = false, changed_ = false;
};

}  // namespace glassformer
