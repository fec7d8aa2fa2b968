// All settings of a training beside its knobs, as rows: the architecture's switches, each of which a model can be
// trained with, and the optimizer's. A row says what it may be set to, and what the settings are then.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/views/shared/architecture_switches.h"
#include "app/views/train/run/state.h"
#include "core/train/memory.h"

namespace glassformer {

struct SetupRow {
    std::string id;  // of targets: "train mask.kind"
    const char* title;
    const char* sentence;
    ArchitectureSwitch::Kind kind;
    std::string value, usual;           // now, and what the task has
    std::vector<SwitchOption> options;  // of a choice
    double low = 0, high = 0;
    std::function<TrainState(TrainState, const std::string& value)> with;
};
/// Of the architecture, those that its config has a use for; then of the optimizer.
struct SetupRows {
    std::vector<SetupRow> model, training;
};
SetupRows setup_rows(const TrainState& state);

/// What is known before the first step.
struct SetupFigures {
    struct Part {
        std::string title;
        std::size_t parameters = 0;
    };
    std::vector<Part> parts;
    std::size_t parameters = 0;
    TrainingMemory memory;  // of a step
};
SetupFigures figures_of(const TrainState& state);

}  // namespace glassformer
