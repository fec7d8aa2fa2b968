// Names below the timeline: always that of the stage that is shown, and of the parts of the model that have room.
// ctest: alone 4 s
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/shipped_program.h"

using namespace glassformer;

TEST_SUITE_BEGIN("walk");

TEST_CASE("below the timeline stand the stage that is shown and the parts that have room, none over another") {
    for (const std::string model :
         {"coreference-full", "translate-fr-en", "sentiment-but", "recall-lstm", "characters"})
        for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{1920, 1080}}) {
            CAPTURE(model);
            const test::SettledProgram program(test::shipped_options(model, size));
            if (!program) return;
            for (const char* const keys : {"key Home", "key End", "key Left\nkey Left\nkey Left"}) {
                program.run(std::string(keys) + "\nwait-idle");
                const Record& shown = program.trace().record(program.trace().find(program.state("stage")));
                std::vector<Rect> places;
                int here = 0, parts = 0;
                const Rect line = program.target("timeline");
                for (const auto& [name, place] : program.app->targets()) {
                    if (!name.starts_with("label of ") && !name.starts_with("part label ")) continue;
                    places.push_back(place);
                    here += name == std::string("label of ") + shown.stage->label;
                    parts += name.starts_with("part label ");
                    CHECK(place.x >= line.x - 20);
                    CHECK(place.right() <= line.right() + 20);
                }
                CHECK(here == 1);
                CHECK((parts >= 1 || model == "recall-lstm"));  // whose steps are named above the line
                std::ranges::sort(places, {}, &Rect::x);
                for (std::size_t i = 0; i + 1 < places.size(); ++i) CHECK(places[i].right() < places[i + 1].x);
            }
        }
}

TEST_SUITE_END();
