// The pages that a lecture shows, in a window of 1920 by 1080 with the lesson beside them: no text of theirs is cut.
// ctest: alone 3 s, optimised instead
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "app/views/walk/state.h"
#include "tests/support/shipped_program.h"
#include "tests/support/texts_on_wall.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// Pages that lay their words out themselves. Maps shorten the names of tokens.
bool is_page(const LessonScene& scene) {
    const std::string& view = scene.session.view;
    if (view == "positions" || view == "experiments") return true;
    const auto walk = scene.session.views.find("walk");
    return view == "walk" && walk != scene.session.views.end() && walk->second.contains("zoom") &&
           walk->second.at("zoom") == std::to_string(static_cast<int>(Zoom::story));
}

}  // namespace

TEST_SUITE_BEGIN("lessons");

TEST_CASE("no text of the pages that a lecture shows is cut") {
    AppOptions options = shipped_options("coreference-full", wall);
    options.lesson = std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets/lessons/cs52570.md";
    options.still = true;
    const SettledProgram program(options);
    if (!program) return;
    LessonPlayer& lesson = program.app->lesson();
    constexpr float below_bar = 60;
    int pages = 0;
    for (int step = 0; step < lesson.steps(); ++step) {
        lesson.go(step);
        if (!is_page(lesson.scene())) continue;
        program.app->settle_whole();
        CAPTURE(step + 1);
        for (const WallText& text : texts_on_wall(*program.app)) {
            CAPTURE(text.words);
            // The three dots of a formula stand alone.
            const bool of_formula = text.words == "…" || text.words.ends_with(" …");
            if (text.box.y > below_bar && !of_formula) CHECK_FALSE(text.words.ends_with("…"));
        }
        ++pages;
    }
    CHECK(pages >= 15);
}

TEST_SUITE_END();
