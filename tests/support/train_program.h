// Scripts for tests of what trains: work beside the frames has a low priority, and other tests may have the processor.
#pragma once

#include <sstream>
#include <string>

#include "tests/support/trainings.h"
#include "tests/support/window_program.h"

namespace glassformer::test {

/// A frame once something wakes the window, or after a moment. Work beside the frames has a low priority: frames that
/// follow at once while they wait for it take the processor away from it.
inline void next_frame(const Program& program) {
    constexpr double moment = 0.01;  // seconds
    program.platform->make_current();
    program.platform->begin_frame(moment);
    program.app->frame();
}

/// Frames until nothing moves and nothing is computed, a minute at most.
inline void rest(const Program& program) {
    constexpr int at_once = 8;  // what was laid out and what fades settles in a few
    program.app->session().wait();
    program.platform->wake();
    int frames = 0;
    const bool rests = comes_true([&] {
        if (frames++ < at_once)
            program.app->frame();
        else
            next_frame(program);
        const Session::Snapshot shown = program.app->session().shown();
        const bool evaluates = shown.stale && shown.error.empty();
        if (evaluates) program.app->session().wait();
        return !evaluates && !program.app->needs_frame();
    });
    CHECK_MESSAGE(rests, "something moves or is computed after a minute");
}

/// Frames until a page says that it has computed what its controls want: "yes" is the value of this state.
inline void rest_until_done(const Program& program, const char* done) {
    rest(program);
    const bool computed = comes_true([&] {
        if (program.state(done) == "yes") return true;
        next_frame(program);
        rest(program);
        return false;
    });
    CHECK_MESSAGE(computed, done, " is not yes after a minute");
}

/// Runs the script; where it waits until nothing moves, as long as that takes.
inline void run_settled(const Program& program, const std::string& script) {
    std::istringstream lines(script);
    std::string part;
    for (std::string line; std::getline(lines, line);) {
        if (line != "wait-idle") {
            part += line + "\n";
            continue;
        }
        if (!part.empty()) program.run(part);
        part.clear();
        rest(program);
    }
    if (!part.empty()) program.run(part);
}

}  // namespace glassformer::test
