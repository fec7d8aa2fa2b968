// Field over a cell, in which its value is edited.
#pragma once

#include <optional>
#include <string>

#include "app/views/shared/focus.h"

namespace glassformer {

class CellEditor {
public:
    /// Opens at the locked cell, or locks the cell under the mouse first.
    void start(ViewContext& context, const Focus& focus);
    /// Opens at a cell of the picture, which keeps its stage: a weight beside what is computed with it.
    void start_at(ViewContext& context, const CellRef& cell);
    /// Draws the field over the cell, or in the middle of the area where the cell is not in view; closes when another
    /// cell is locked than at its start.
    void draw(ViewContext& context, const Rect& area, const CellRef& locked, const std::optional<Rect>& place);
    bool editing() const { return static_cast<bool>(cell_); }
    const CellRef& cell() const { return cell_; }

private:
    void field(ViewContext& context, const Rect& area, const Rect& cell);

    CellRef cell_, locked_;
    std::string text_, error_;
};

/// Copies of the inputs with this cell set, and without its edit.
Inputs with_edit(Inputs inputs, const std::string& record, const Cell& cell, float value);
Inputs without_edit(Inputs inputs, const std::string& record, const Cell& cell);

}  // namespace glassformer
