// The page of all settings, beside the charts: what the training is made of, and what that costs.
#pragma once

#include <optional>
#include <string>

#include "app/views/shared/context.h"
#include "app/views/train/training/setup.h"

namespace glassformer {

class SetupPanel {
public:
    /// The settings as they were changed; nothing where they were not. What does not fit is refused with a sentence.
    std::optional<TrainState> draw(ViewContext& context, const Rect& area, const TrainState& state);
    const std::string& refusal() const { return refusal_; }
    /// The button beside the memory of a step was clicked, in the last draw().
    bool memory_asked() const { return memory_asked_; }

private:
    void row(ViewContext& context, Rect line, const SetupRow& row, const TrainState& state);
    void change(const SetupRow& row, const TrainState& state, const std::string& value);
    float draw_figures(ViewContext& context, Rect area, const TrainState& state);

    std::string refusal_;
    bool memory_asked_ = false;
    std::optional<TrainState> changed_;
    std::optional<TrainState> rows_of_, figures_of_;  // what the rows and the figures are of
    SetupRows rows_;
    SetupFigures figures_;
};

}  // namespace glassformer
