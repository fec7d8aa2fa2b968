// What the mouse is over, from frame to frame: the evaluation below it may change while it rests.
#include <doctest/doctest.h>

#include <string>

#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("hovered");

TEST_CASE("what the mouse rests on is forgotten where another model or text has no such cell") {
    AppOptions options = options_for(decoder);
    options.stage = "blocks.0.attn.weights";
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nkey F\nwait-idle");
    const auto rest_on = [&](const std::string& cell) {
        const Vec2 at = program.target("cell:" + cell).centre();
        program.run("move " + std::to_string(static_cast<int>(at.x)) + " " + std::to_string(static_cast<int>(at.y)) +
                    "\nwait 3");
        CHECK(program.state("hovered") == cell);
    };
    rest_on("blocks.0.attn.weights[0,11,2]");
    // Under the address sanitizer, a read beyond the shorter run's records or rows ends the test here.
    program.run("key Ctrl+L\nkey Ctrl+A\ntype the cat\nkey Enter\nwait-idle");
    CHECK(program.state("error") == "");
    CHECK(program.state("hovered") != "blocks.0.attn.weights[0,11,2]");
    rest_on("blocks.0.attn.weights[0,1,0]");
    Inputs other = program.app->session().inputs();
    other.model = "convolution";
    other.text = model_named(other.model).text;
    program.app->session().set(other);
    program.run("wait-idle");
    CHECK(program.state("error") == "");
}

TEST_SUITE_END();
