// A page of the walk: what stands in place of the canvas with the stage's picture. Which one is shown is the state's
// zoom.
#pragma once

#include "app/views/shared/view_page.h"
#include "app/views/walk/state.h"

namespace glassformer {

class WalkPage : public ViewPage {
public:
    /// The state wants it, the run has it and there is room for it; else the state's zoom is brought to what is shown
    /// instead. Called once a frame. `area`: above the timeline; `whole`: where that gives way.
    virtual bool shows(ViewContext& context, const Rect& area, const Rect& whole, WalkState& state) = 0;
    /// Draws it; a click leads to the stage behind what was clicked.
    virtual void draw(ViewContext& context, const Rect& area, WalkState& state) = 0;
    /// The timeline gave way.
    virtual bool takes_all() const { return false; }
    /// Keys that mean something here in place of what they mean on the canvas.
    virtual bool takes(Command command) const = 0;
    virtual void run(Command command, ViewContext& context, WalkState& state) = 0;
    /// The picture alone, for a file; false where there is none.
    virtual bool draw_page(Painter& painter, const Rect& page, const Evaluation& evaluation,
                           const Cursor& cursor) const = 0;
    /// Another state is shown: where its cursor is was not reached by a step from here.
    virtual void forget() {}

    Zoom zoom() const { return zoom_; }
    /// It is what was drawn in the last frame.
    bool shown() const { return visible_; }

protected:
    explicit WalkPage(Zoom zoom) : zoom_(zoom) {}
    bool visible_ = false;

private:
    Zoom zoom_;
};

/// Up, down, and what opens a row.
constexpr bool moves_rows(Command command) {
    return command == Command::row_up || command == Command::row_down || command == Command::edit;
}

}  // namespace glassformer
