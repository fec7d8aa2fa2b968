// Editing the attention mask on the stages that show its effect: masked scores and weights. With Shift held the mouse
// toggles the cell it presses, and sets the cells it is dragged over to the same state; a key toggles the locked cell.
#pragma once

#include <optional>

#include "app/pictures/board/picture.h"
#include "app/views/shared/context.h"

namespace glassformer {

struct Region;

/// Record of the mask [query, key] that applies to a record: an operand of masked scores, an operand's operand of
/// weights, or the mask itself. −1 where there is none.
int mask_of(const Trace& trace, int record);

/// Cell of the mask for the query and key of this cell; empty where there is none.
CellRef mask_cell(const Trace& trace, int record, const CellRef& cell);

/// Inputs after painting, without edits that have no effect any more.
Inputs painted(const Inputs& inputs, const Trace& trace, const CellRef& mask_cell, bool sees);
/// State of a mask cell in these inputs: true where the query can attend to the key.
bool sees(const Inputs& inputs, const Trace& trace, const CellRef& mask_cell);

/// Toggles whether a cell's query can attend to its key; the notice says so, or why not.
void toggle_mask(ViewContext& context, const CellRef& cell);

/// Inputs without the edits that affect the cell: its own, its head's, and that of its mask.
Inputs without_edits_of(const Inputs& inputs, const Trace& trace, const CellRef& cell);

class MaskBrush {
public:
    /// True while the mouse paints and must do nothing else on the canvas.
    bool holds(const ViewContext& context, int record) const;
    /// Paints with the mouse; to be called once per frame with the picture's record and the cell under the mouse.
    void draw(ViewContext& context, int record, const Region& touched, const std::optional<Hit>& hit);

private:
    CellRef last_;  // last painted cell, while the button is down
    bool down_ = false, sees_ = false, changed_ = false;
};

}  // namespace glassformer
