// A test that cannot run here says so: it counts as skipped, and where the machine is known to have what the test needs
// (GLASSFORMER_REQUIRE in the environment, as scripts/test.sh sets it) it fails.
#pragma once

#include <cstdint>
#include <string>

namespace glassformer::test {

/// What a test needs. Names in GLASSFORMER_REQUIRE, separated by commas: "opengl,tools,fixtures".
enum class Needs : std::uint8_t {
    opengl,       // a context without a window, OpenGL 4.3 for the backend
    tools,        // programs of scripts/dependencies.sh --tests
    fixtures,     // models and tokenizers that are not part of the project
    plain_build,  // no sanitizers: they allocate, and are too slow for thousands of frames
    optional      // what only some machines have: a corpus, a font
};

/// Counts the running test case as skipped and prints one line "skipped: CASE: REASON"; a failure where the need is
/// required. The caller returns.
void skip(Needs needs, const std::string& reason);

/// Test cases skipped so far.
int skipped_cases();

}  // namespace glassformer::test
