// Values of the sheet of changes that need other weights than the model's: they say why, to the mouse and the keyboard.
// Where EGL surfaceless is missing, the tests are skipped.
#include <doctest/doctest.h>

#include <string>

#include "tests/support/shipped_program.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("changes");

TEST_CASE("changes: a value that needs other weights says why when it is clicked, and when Enter is pressed on it") {
    const SettledProgram program(shipped_options("coreference-full", {600, 900}));  // the sheet is over everything
    if (!program) return;
    const auto refused = [&] { return program.state("refused").find("trained position vectors") != std::string::npos; };
    program.run("wait-idle\nkey A\nwait 2\nexpect refused=\nclick @switch positional.kind learned\nwait 2");
    CHECK(refused());
    CHECK(program.state("changes") == "0");
    program.run("click @switch positional.kind sinusoidal\nwait-idle\nexpect changes=1\nexpect refused=");
    // By Tab past the button that closes the sheet, through the values.
    program.run("key Tab\nwait 2");
    for (int tab = 0; tab < 16 && !refused(); ++tab) program.run("key Tab\nwait 2\nkey Enter\nwait-idle");
    CHECK(refused());
    CHECK(program.app->session().inputs().architecture.find("learned") == std::string::npos);
}

TEST_SUITE_END();
