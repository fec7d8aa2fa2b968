// Large text: the picture keeps its share of the window, what is around it gives way in an order, and its labels grow.
// ctest: alone 6 s
#include <doctest/doctest.h>

#include <string>

#include "tests/support/shipped_program.h"

using namespace glassformer;
using test::SettledProgram;

TEST_SUITE_BEGIN("large_text");

namespace {

struct Extent {
    const char* size;
    int width, height;
    float scale;
    float share = 0.6F;  // of the picture, at least
};

float share_of(const Rect& place, const Extent& window) {
    return place.w * place.h / static_cast<float>(window.width * window.height);
}

}  // namespace

TEST_CASE("with large text the walk's picture takes most of the window: panel, timeline, tokens give way") {
    for (const char* const model :
         {"coreference-full", "characters", "translate-fr-en", "sentiment-but", "recall-lstm"})
        for (const Extent& window : {Extent{"1920x1080", 1920, 1080, 2}, Extent{"1280x720", 1280, 720, 2, 0.55F},
                                     Extent{"1280x720", 1280, 720, 1.7F}}) {
            CAPTURE(std::string(model));
            CAPTURE(std::string(window.size));
            CAPTURE(window.scale);
            AppOptions options = test::shipped_options(model, {window.width, window.height});
            options.text_scale = window.scale;
            const SettledProgram program(options);
            if (!program) return;
            CHECK(share_of(program.target("canvas"), window) >= window.share);
            // The panel comes in the picture's place, and goes again.
            program.run("click @panel button\nwait-idle");
            CHECK(program.app->find_target("stage heading").has_value());
            program.run("click @panel button\nwait-idle");
            CHECK(share_of(program.target("canvas"), window) >= window.share);
            // The keys go through the stages as ever.
            const std::string before = program.state("stage");
            program.run("key Right\nkey Right\nwait-idle");
            CHECK(program.state("stage") != before);
            CHECK(share_of(program.target("canvas"), window) >= window.share);
        }
}

TEST_CASE("at the usual sizes of text tokens, timeline and panel stand around the picture") {
    for (const Extent& window : {Extent{"1280x720", 1280, 720, 1}, Extent{"1920x1080", 1920, 1080, 1},
                                 Extent{"1920x1080", 1920, 1080, 1.5F}}) {
        CAPTURE(std::string(window.size));
        CAPTURE(window.scale);
        AppOptions options = test::shipped_options("coreference-full", {window.width, window.height});
        options.text_scale = window.scale;
        const SettledProgram program(options);
        if (!program) return;
        for (const char* const name : {"timeline", "panel", "text token 0"})
            CHECK(program.app->find_target(name).has_value());
    }
}
