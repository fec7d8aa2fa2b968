// The walk: one stage at a time on the canvas, its explanation at the right, all stages on the timeline below. Lays the
// parts out and carries out commands; the parts are in files of their own.
#pragma once

#include "app/views/explanation/panel.h"
#include "app/views/shared/changed_stages.h"
#include "app/views/shared/view.h"
#include "app/views/walk/canvas.h"
#include "app/views/walk/texts.h"
#include "app/views/walk/timeline.h"
#include "app/views/walk/tokens.h"

namespace glassformer {

inline constexpr ViewRow walk_row{"walk", texts::walk::title, texts::walk::summary, Icon::view_walk,
                                  Command::open_walk};

class WalkView final : public AppView {
public:
    WalkView() : AppView(walk_row) {}
    void draw(ViewContext& context, const Rect& area) override;
    bool run(Command command, ViewContext& context) override;
    void describe(State& state, const Session::Snapshot& shown) const override;
    /// Draws the stage's picture alone, without the window around it.
    bool draw_page(Painter& painter, const Rect& page, const Session::Snapshot& shown,
                   const Cursor& cursor) const override;
    ViewValues save() const override;
    void load(const ViewValues& values) override;
    void leave() override { state_.playing = false; }

private:
    bool step_once(ViewContext& context, int direction);
    void move_cell(ViewContext& context, int rows, int columns);
    bool change_edits(ViewContext& context, Command command);
    void play(ViewContext& context);
    void toggle_backward(ViewContext& context) const;
    void follow_cell(ViewContext& context);
    void toggle_watch(ViewContext& context);
    void toggle_breakpoint(ViewContext& context);

    WalkState state_;
    StageDifferences differences_;
    bool narrow_ = false;  // no room for picture and panel side by side
    TokenStrip tokens_;
    WalkCanvas canvas_;
    ExplanationPanel panel_{true};
    bool follow_again_ = false;  // a session file asks to trace its cell back once shown
    double next_step_ = 0;       // seconds until the next step of playing
};

}  // namespace glassformer
