// Trainings that are over soon, shown in the window from a session file.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "app/files/session_file.h"
#include "app/views/train/run/run.h"
#include "app/views/train/training/setup.h"
#include "core/base/file.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"

namespace glassformer::test {

/// Few steps, so that a build with sanitizers ends soon.
inline TrainState short_run(const std::string& task = "coreference", int steps = 12) {
    TrainState state = settings_of_task(task);
    state.steps = steps;
    state.batch = 4;
    return state;
}

/// Shows the Train view with these settings.
inline void show_training(const Program& program, const TrainState& state) {
    SessionFile session = program.app->session_now();
    session.view = "train";
    session.views["train"] = saved_values(state);
    const TemporaryFolder folder;
    write_file(folder / "a.glassformer", to_text(session));
    REQUIRE(program.app->open_path(folder / "a.glassformer"));
    run_settled(program, "wait-idle");
    REQUIRE(program.state("view") == "train");
}

}  // namespace glassformer::test
