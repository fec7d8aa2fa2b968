// The canvas of the walk: where one is, the head and the block, the picture of the stage, and the field in which a
// cell's value is edited. The picture itself comes from app/pictures.
#pragma once

#include <string>

#include "app/pictures/memory.h"
#include "app/views/walk/state.h"

namespace glassformer {

class WalkCanvas {
public:
    void draw(ViewContext& context, const Rect& area, WalkState& state);

    /// Opens the field at the locked cell, or locks the cell under the mouse first.
    void start_edit(ViewContext& context, WalkState& state);
    bool editing() const { return static_cast<bool>(edited_); }

private:
    void header(ViewContext& context, Rect& area, WalkState& state) const;
    void stage_list(ViewContext& context, Rect& area) const;
    void picture(ViewContext& context, const Rect& area, WalkState& state);
    void edit_field(ViewContext& context, const Rect& area, const Rect& cell);
    void old_mark(ViewContext& context, const Rect& area, WalkState& state) const;

    PictureMemory memory_;
    CellRef edited_;
    std::string edit_text_, edit_error_;
};

/// The inputs with this cell set, or with its edit taken away.
Inputs with_edit(Inputs inputs, const std::string& record, const Cell& cell, float value);
Inputs without_edit(Inputs inputs, const std::string& record, const Cell& cell);

}  // namespace glassformer
