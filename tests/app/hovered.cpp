// What the mouse is over, from frame to frame: the evaluation below it may change while it rests.
#include <doctest/doctest.h>

#include <string>

#include "tests/app/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_CASE("what the mouse rests on is forgotten where another model or text has no such cell") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.run("wait-idle\nkey End\nkey F\nwait 3");
    const auto hovered = [&] {
        const auto places = program.app->targets();                            // a copy: frames make them anew
        for (auto place = places.rbegin(); place != places.rend(); ++place) {  // a late row
            if (!place->first.starts_with("cell:")) continue;
            const Vec2 at = place->second.centre();
            program.run("move " + std::to_string(static_cast<int>(at.x)) + " " +
                        std::to_string(static_cast<int>(at.y)) + "\nwait 3");
            if (program.state("hovered") != "") return true;
        }
        return false;
    };
    REQUIRE(hovered());
    // Under the address sanitizer, a read beyond the shorter run's records or rows ends the test here.
    program.run("key Ctrl+L\nkey Ctrl+A\ntype the cat\nkey Esc\nwait-idle");
    CHECK(program.state("error") == "");
    REQUIRE(hovered());
    Inputs other = program.app->session().inputs();
    other.model = "convolution";
    other.text = model_named(other.model).text;
    program.app->session().set(other);
    program.run("wait-idle");
    CHECK(program.state("error") == "");
}
