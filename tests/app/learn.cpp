// The ways in: the welcome, a card beside the picture that is gone with the first act, and "Learn" in the rail, which
// leads to tour, lessons, glossary, worksheets and search.
// ctest: alone 4 s
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "app/lessons/lesson_library.h"
#include "tests/support/program.h"
#include "tests/support/shipped_program.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

AppOptions new_user(const std::filesystem::path& folder, PixelSize size = {1280, 720}, float scale = 1) {
    AppOptions options = shipped_options("", size);
    options.settings = folder / "settings.json";
    options.motion = true;
    options.overview = true;
    options.text_scale = scale;
    options.lessons = lesson_files(source_dir() / "assets");
    return options;
}

bool within(const Rect& inner, const Rect& outer) {
    return inner.x >= outer.x - 1 && inner.y >= outer.y - 1 && inner.right() <= outer.right() + 1 &&
           inner.bottom() <= outer.bottom() + 1;
}

}  // namespace

TEST_SUITE_BEGIN("learn");

TEST_CASE("the welcome fits with its three doors and its last line, in small windows and with large text") {
    struct Window {
        PixelSize size;
        float scale;
    };
    for (const Window& window :
         {Window{{1280, 720}, 1}, Window{{1920, 1080}, 1}, Window{{1280, 720}, 2}, Window{{640, 400}, 1}}) {
        CAPTURE(window.size.width);
        CAPTURE(window.scale);
        const TemporaryFolder folder;
        const Program program(new_user(folder.path(), window.size, window.scale));
        if (!program) return;
        program.run("wait-idle\nwait 3\nexpect welcome=yes");
        const auto& targets = program.app->targets();
        const Rect card = targets.at("welcome");
        CHECK(within(card, {0, 0, static_cast<float>(window.size.width), static_cast<float>(window.size.height)}));
        for (const char* part : {"welcome tour", "welcome lessons", "welcome explore", "welcome try"}) {
            CAPTURE(part);
            CHECK(within(targets.at(part), card));
        }
        CHECK_FALSE(targets.contains("suggestion"));  // it is the card's last line
        if (window.size.width >= 1280 && window.scale == 1) CHECK(card.x >= targets.at("story area").right() - 1);
    }
}

TEST_CASE("every key works while the welcome stands, and it is gone with the first act") {
    for (const auto& [act, then] :
         {std::pair{"key 2", "expect view=attention"}, std::pair{"key Ctrl+L\nwait 1\ntype x", "expect lesson="},
          std::pair{"click @view output", "expect view=output"}, std::pair{"click @story step", "expect zoom=stage"},
          std::pair{"click @welcome lessons", "expect lesson="}}) {
        CAPTURE(act);
        const TemporaryFolder folder;
        const Program program(new_user(folder.path()));
        if (!program) return;
        program.run("wait-idle\nwait 3\nexpect welcome=yes");
        program.run("move 5 5\nwait 3\nexpect welcome=yes");  // to look is no act
        program.run(
            "key Tab\nkey Q\nkey L\nkey Shift+N\nwait 3\nexpect welcome=yes");  // nor is a key that means nothing
        program.run(std::string(act) + "\nwait 3\nexpect welcome=no\n" + then);
    }
}

TEST_CASE("with the largest text the tour keeps its picture, and its question is a click away") {
    AppOptions options = shipped_options("coreference-full", {1280, 720});
    options.lesson = source_dir() / "assets" / "lessons" / "tour.md";
    options.text_scale = 2;
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nwait 3\nexpect zoom=story");
    CHECK_FALSE(program.app->targets().contains("lesson.to question"));
    program.run(
        "key Page down\nwait-idle\nkey Page down\nwait-idle\nkey Page down\nwait-idle\nkey Page down\nwait-idle\nwait "
        "3");
    REQUIRE(program.app->targets().contains("lesson.to question"));
    program.run("click @lesson.to question\nwait 5");
    CHECK_FALSE(program.app->targets().contains("lesson.to question"));
    const Rect question = program.app->targets().at("lesson.question");
    CHECK(question.y >= 0);
    CHECK(question.y < 720 / 2);
}

TEST_CASE("Learn lists the ways in with their keys, and a worksheet is written from it") {
    const TemporaryFolder folder;
    AppOptions options = shipped_options("sort", {1280, 720});
    options.lessons = lesson_files(source_dir() / "assets");
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nclick @learn\nwait 3");
    CHECK(program.state("menu") ==
          "Take the tour (Shift+F1); Open a lesson (F4); Help and glossary (F1); Write a worksheet with its solutions "
          "(Ctrl+Shift+E); Find a stage, token or matrix (/)");
    program.run("key Esc\nwait 3\nkey Shift+F1\nwait-idle");
    CHECK(program.state("lesson").find("tour") != std::string::npos);
    program.run("key Ctrl+Shift+E\nwait 3\nexpect worksheet=open\nkey Ctrl+A\ntype " + (folder / "out").string() +
                "\nkey Enter\nwait 3\nexpect worksheet=closed");
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "out")) files.push_back(entry.path());
    CHECK(files.size() == 2);
    for (const std::filesystem::path& file : files) CHECK(text_of(file).starts_with("%PDF"));
    program.run(
        "key Ctrl+Shift+E\nwait 3\nkey Enter\nwait 3\nexpect worksheet=asks\nkey Enter\nwait 3\nexpect "
        "worksheet=closed");
}

TEST_SUITE_END();
