// A step of a lesson is the same picture, whichever way it was reached.
// ctest: alone 7 s
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <vector>

#include "tests/support/lesson_pictures.h"
#include "tests/support/played_lessons.h"
#include "tests/support/shipped_program.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("lesson_jumps");

TEST_CASE("each step of every shipped lesson is the same picture, whichever way it was reached") {
    std::mt19937 random(7);
    for (const std::filesystem::path& file : played_lessons(std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets")) {
        CAPTURE(file.filename().string());
        AppOptions options = shipped_options("coreference-full");
        options.still = true;
        options.lesson = file;
        const SettledProgram program(options);
        if (!program) return;
        REQUIRE(program.app->message() == "");
        LessonPlayer& lesson = program.app->lesson();
        std::vector<Image> forwards;
        for (int step = 0; step < lesson.steps(); ++step) {
            lesson.go(step);
            forwards.push_back(picture_without_history(program));
            CAPTURE(step + 1);
            CHECK(program.state("lesson_left") == "no");
            CHECK(program.state("error") == "");
            CHECK(program.app->message() == "");
        }
        std::vector<int> jumps;
        for (int step = lesson.steps() - 1; step >= 0; --step) jumps.push_back(step);
        const auto begin = static_cast<std::ptrdiff_t>(jumps.size());
        jumps.insert(jumps.end(), jumps.begin(), jumps.begin() + begin);
        std::shuffle(jumps.begin() + begin, jumps.end(), random);
        for (const int step : jumps) {
            CAPTURE(step + 1);
            lesson.go(step);
            CHECK(different_pixels(forwards[static_cast<std::size_t>(step)], picture_without_history(program)) == 0);
        }
    }
}

TEST_SUITE_END();
