// The walk through a forward pass: a stage at a time on the canvas, explained at the right, the whole way below. Lays
// the parts out and carries out commands; the parts are in files of their own.
#pragma once

#include "app/views/walk_canvas.h"
#include "app/views/walk_panel.h"
#include "app/views/walk_timeline.h"

namespace glassformer {

class WalkView {
public:
    void draw(ViewContext& context, const Rect& area);
    /// Carries a command out; false where it is not one of this view's.
    bool run(Command command, ViewContext& context);

    const WalkState& state() const { return state_; }
    bool editing() const { return canvas_.editing(); }

private:
    bool step_once(ViewContext& context, int direction);
    void move_cell(ViewContext& context, int rows, int columns);
    bool change_edits(ViewContext& context, Command command);
    void play(ViewContext& context);

    WalkState state_;
    bool narrow_ = false;  // no room for picture and panel side by side
    WalkCanvas canvas_;
    WalkPanel panel_;
    double next_step_ = 0;  // seconds until the next step of playing
};

}  // namespace glassformer
