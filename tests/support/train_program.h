// Scripts for tests of what trains: work beside the frames has a low priority, and other tests may have the processor.
#pragma once

#include <sstream>
#include <string>

#include "tests/support/laboratory.h"
#include "tests/support/window_program.h"

namespace glassformer::test {

/// Runs the script; where it waits until nothing moves, as long as that takes, a minute at most.
inline void run_settled(const Program& program, const std::string& script) {
    std::istringstream lines(script);
    std::string part;
    for (std::string line; std::getline(lines, line);) {
        part += line + "\n";
        if (line != "wait-idle") continue;
        program.run(part);
        part.clear();
        static_cast<void>(comes_true([&] {
            program.app->settle(20);
            return !program.app->needs_frame();
        }));
    }
    if (!part.empty()) program.run(part);
}

}  // namespace glassformer::test
