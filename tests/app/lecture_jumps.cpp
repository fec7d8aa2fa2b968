// A step of a whole lecture is the same picture, whichever steps were shown before it. Lectures have many steps: a few
// of each are drawn at random, by a seed, and only the optimised build does it.
// ctest: alone 3 s, optimised only
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>
#include <vector>

#include "tests/support/lesson_pictures.h"
#include "tests/support/played_lessons.h"
#include "tests/support/shipped_program.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("lecture_jumps");

TEST_CASE("a step of a lecture is the same picture, whichever steps were shown before") {
    constexpr std::size_t steps_of_each = 4;
    std::mt19937 random(11);
    const std::filesystem::path assets = std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets";
    const std::vector<std::filesystem::path> lectures = whole_lectures(assets);
    CHECK(lectures.size() >= 5);
    for (const std::filesystem::path& file : lectures) {
        CAPTURE(file.filename().string());
        AppOptions options = shipped_options("coreference-full");
        options.still = true;
        options.lesson = file;
        options.position_lengths = assets / "positions" / "lengths.json";
        options.ablations = assets / "ablations";
        const SettledProgram program(options);
        if (!program) return;
        REQUIRE(program.app->message() == "");
        LessonPlayer& lesson = program.app->lesson();
        std::vector<int> steps(static_cast<std::size_t>(lesson.steps()));
        std::iota(steps.begin(), steps.end(), 0);
        std::shuffle(steps.begin(), steps.end(), random);
        steps.resize(std::min(steps.size(), steps_of_each));
        const auto picture = [&](int step) {
            lesson.go(step);
            program.app->settle_whole();
            return picture_without_history(program);
        };
        std::vector<Image> first;
        for (const int step : steps) first.push_back(picture(step));
        std::vector<std::size_t> order(steps.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::reverse(order);
        for (const std::size_t i : order) {
            CAPTURE(steps[i] + 1);
            CHECK(different_pixels(first[i], picture(steps[i])) == 0);
            CHECK(program.state("error") == "");
        }
    }
}

TEST_SUITE_END();
