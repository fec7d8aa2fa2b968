// Labels of the timeline: as many as do not touch each other, and always that of the stage that is shown.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/shipped_program.h"

using namespace glassformer;

TEST_SUITE_BEGIN("walk");

TEST_CASE("labels of a long timeline leave room for each other, and the current stage always has its own") {
    for (const std::string model : {"coreference-full", "translate-fr-en", "sentiment-but"}) {
        CAPTURE(model);
        const test::SettledProgram program(test::shipped_options(model, {1280, 720}));
        if (!program) return;
        program.run("key End\nwait-idle\nkey Left\nkey Left\nkey Left\nwait-idle");
        const std::string shown = program.state("stage");
        CHECK(program.app->find_target("label of " + shown).has_value());
        std::vector<Rect> labels;
        for (const auto& [name, place] : program.app->targets())
            if (name.starts_with("label of ")) labels.push_back(place);
        REQUIRE(labels.size() > 8);
        std::ranges::sort(labels, {}, &Rect::x);
        // Turned by 45 degrees, neighbors are nearer than their points on the line.
        for (std::size_t i = 0; i + 1 < labels.size(); ++i)
            CHECK((labels[i + 1].x - labels[i].x) * 0.7071F >= 0.9F * labels[i].h);
    }
}

TEST_SUITE_END();
