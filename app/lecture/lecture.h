// The tools of a lecture over the picture (spotlight, laser pointer, pen) and its clocks.
#pragma once

#include <functional>

#include "app/lecture/spotlight.h"
#include "app/lecture/strokes.h"
#include "app/lecture/timer.h"
#include "app/lecture/tools.h"
#include "app/views/shared/state.h"
#include "app/widgets/gui.h"

namespace glassformer {

class Lecture {
public:
    /// `clock`: seconds since midnight; empty: the system's.
    Lecture(Platform& platform, std::function<double()> clock) : platform_(platform), clock_(std::move(clock)) {}

    Spotlight spotlight;
    ToolInHand hand;
    Strokes strokes;
    LectureTimer timer;

    /// Seconds of the lecture's clock; of the time of day, which repeats in a program without a window.
    double now() const;
    double time_of_day() const;
    /// Until what a clock says is another.
    double until_next_tick() const;
    void toggle_timer();

    /// Over the view and the bars, below the sheets. `page`: the step that strokes belong to; `held`: a tool has the
    /// mouse.
    void draw(Ui& ui, Targets& targets, const TakenMouse& taken, const Rect& area, int page, bool held, bool moves);
    /// Above everything: the dot that the mouse is while a tool holds it.
    void draw_dot(Ui& ui, const TakenMouse& taken) const;
    void describe(State& state, int page) const;

private:
    Platform& platform_;
    std::function<double()> clock_;
};

}  // namespace glassformer
