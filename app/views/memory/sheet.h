// The box over a view with the memory of a step of any model (panel.h).
#pragma once

#include <optional>

#include "app/views/memory/plan.h"
#include "app/views/shared/context.h"
#include "app/views/shared/state.h"

namespace glassformer {

class MemorySheet {
public:
    /// `own`: the model of the view with its step; what the box begins with, unless `others` are asked for.
    void open(std::optional<OwnStep> own, bool others = false);
    void close() { open_ = false; }
    bool is_open() const { return open_; }
    void draw(ViewContext& context);
    void describe(State& state) const;

private:
    void plan_again();

    bool open_ = false;
    std::optional<OwnStep> own_;
    StepPlan plan_;
    PlannedStep planned_;
};

}  // namespace glassformer
