// What is read from the last row: in presenter mode each text of the window is large enough and stands out, and none
// runs into another, in every step of the lessons that are spoken.
// ctest: alone 17 s
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "app/lessons/scene.h"
#include "core/base/file.h"
#include "core/lesson/read_lesson.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/texts_on_wall.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("lesson_presented");

TEST_CASE("on a wall of 1920 x 1080 no text is smaller than 28 pixels, its contrast is 7 to 1, none covers another") {
    const std::filesystem::path lessons = std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "lessons";
    for (const char* name : {"tour.md", "self-attention.md"}) {
        AppOptions options = shipped_options("coreference-full", wall);
        options.lesson = lessons / name;
        options.theme = "contrast";
        options.still = true;
        const SettledProgram program(options);
        if (!program) return;
        program.run("key F5\nwait-idle");
        App& app = *program.app;
        const Theme& theme = app.theme();
        for (int step = 0; step < app.lesson().steps(); ++step) {
            app.lesson().go(step);
            app.lesson().show_all_parts();
            app.settle();
            const std::vector<WallText> texts = texts_on_wall(app);
            CHECK(texts.size() > 12);
            CAPTURE(name);
            CAPTURE(step + 1);
            for (const WallText& text : texts) {
                CAPTURE(text.words);
                CHECK(text.pixels >= 27.9F);
                CHECK_FALSE((text.words.ends_with("…") && text.words.size() > 40));          // a sentence is not cut
                if (text.colour == theme.on_accent || text.colour == theme.faint) continue;  // on a button; disabled
                if (contrast(text.colour, theme.background) < 1.2F) continue;  // on a dark cell, in the paper's colour
                CHECK(std::max(contrast(text.colour, theme.background), contrast(text.colour, theme.panel)) >= 7);
            }
            check_apart(texts);
        }
    }
}

TEST_CASE("before a class a page has no controls, and stands where its step says") {
    const std::string text =
        "---\ntitle: Pages\n---\n"
        "## Joined\n\n```scene\nmodel: coreference-full\nview: positions\npage: joined\n```\n\nText.\n\n"
        "## Circles\n\n```scene\npage: circles\n```\n\nText.\n\n"
        "## Training\n\n```scene\nview: train\npage: training\ntrain.task: \"reverse\"\n```\n\nText.\n\n"
        "## Next word\n\n```scene\nmodel: agreement-causal\nview: output\npage: choice\n```\n\nText.\n\n"
        "## Below\n\n```scene\nscroll: bottom\n```\n\nText.\n\n"
        "## The map\n\n```scene\npage: lens\n```\n\nText.\n";
    const TemporaryFolder folder;
    write_file(folder / "pages.md", text);
    AppOptions options = shipped_options("coreference-full", wall);
    options.lesson = folder / "pages.md";
    options.still = true;
    const SettledProgram program(options);
    if (!program) return;
    program.run("key F5\nwait-idle");
    const std::vector<std::vector<std::string>> controls{{"start query", "combine", "positions modes"},
                                                         {"query", "add column", "positions modes"},
                                                         {"train start", "train settings", "train page step"},
                                                         {"temperature", "mode lens", "greedy"}};
    const std::vector<std::string> instead{"positions presented", "positions presented", "train presented", "sampling"};
    for (std::size_t step = 0; step < controls.size(); ++step) {
        program.app->lesson().go(static_cast<int>(step));
        program.app->settle();
        CAPTURE(step + 1);
        CHECK(program.app->targets().contains(instead[step]));
        for (const std::string& control : controls[step]) {
            CAPTURE(control);
            CHECK_FALSE(program.app->targets().contains(control));
        }
    }
    const float top = program.target("sampling").y;
    program.app->lesson().go(4);
    program.app->settle();
    const float scrolled = program.target("sampling").y;
    CHECK(scrolled <= top);
    const std::map<std::string, float> areas = program.app->session_now().scrolled;
    if (scrolled < top) CHECK(std::abs(areas.at("output page") - (top - scrolled)) <= 0.5F);  // drawn at whole pixels
    // The page after it begins at its top, and with the bars the controls are there again.
    program.app->lesson().go(5);
    program.app->settle();
    CHECK_FALSE(program.app->session_now().scrolled.contains("output page"));
    program.run("key F5\nwait-idle");
    program.app->lesson().go(3);
    program.app->settle();
    CHECK(program.app->targets().contains("temperature"));
    CHECK_THROWS_WITH_AS(scenes_of(read_lesson_text(text + "\n## Wrong\n\n```scene\nscroll: middle\n```\n\nText.\n",
                                                    folder / "wrong.md"),
                                   [](const std::string& name) {
                                       Inputs inputs;
                                       inputs.model = name;
                                       return inputs;
                                   }),
                         doctest::Contains("scroll is top, bottom or a percentage such as 40%, not \"middle\""), Error);
}

TEST_CASE("before a class a column of positions has one figure below it, the score; elsewhere all of them") {
    const TemporaryFolder folder;
    write_file(folder / "figures.md",
               "---\ntitle: Figures\n---\n## Similar\n\n```scene\nmodel: coreference-full\nview: positions\n"
               "page: similarity\npositions.columns: \"sinusoidal\"\n```\n\nText.\n");
    AppOptions options = shipped_options("coreference-full", wall);
    options.lesson = folder / "figures.md";
    options.still = true;
    const SettledProgram program(options);
    if (!program) return;
    program.app->settle();
    const float all = program.target("figures 1").h;
    program.run("key F5\nwait-idle");
    const float alone = program.target("figures 1").h;
    CHECK(alone > 20);  // a line of large text
    CHECK(alone < 0.7F * all);
}

TEST_CASE("what a question asks of the prediction is in no picture before it is answered") {
    const std::string question = "\n```ask\ntoken: Which word?\nanswer: argmax(probs[it])\n```\n\nAnswered.\n";
    const std::string text =
        "---\ntitle: Asked\n---\n## The data flow\n\n```scene\nmodel: coreference-full\nview: walk\n"
        "zoom: story\n```\n\nText.\n" +
        question + "\n## Output\n\n```scene\nview: output\npage: choice\n```\n\nText.\n" + question +
        "\n## Diagram\n\n```scene\nview: walk\nzoom: architecture\n```\n\nText.\n" + question +
        "\n## Panel\n\n```scene\nview: walk\nzoom: stage\npanel: on\n"
        "cell: probs[it, animal]\n```\n\nText.\n" +
        question;
    const TemporaryFolder folder;
    write_file(folder / "asked.md", text);
    AppOptions options = shipped_options("coreference-full", wall);
    options.lesson = folder / "asked.md";
    options.still = true;
    const SettledProgram program(options);
    if (!program) return;
    App& app = *program.app;
    // Before a class one key shows the answer; else it is asked for twice.
    const std::string once = "key Page down\nwait-idle", twice = once + "\nexpect lesson_answer=open\n" + once;
    const auto drawn = [&] {
        std::string words;
        for (const WallText& one : texts_on_wall(app)) words += one.words + "|";
        return words;
    };
    for (const bool presented : {false, true}) {
        CAPTURE(presented);
        if (presented) program.run("key F5\nwait-idle");
        for (const int step : {0, 1, 2}) {
            CAPTURE(step);
            app.lesson().go(step);
            app.lesson().question() = {};
            app.settle();
            const std::string before = drawn();
            CHECK(before.find(step != 1 ? "|–|" : "The prediction is shown with the answer") != std::string::npos);
            program.run(presented ? once : twice);
            CHECK(program.state("lesson_answer") == "shown");
            const std::string after = drawn();
            CHECK(std::ranges::count(after, '%') > std::ranges::count(before, '%'));  // weights may have some before
            CHECK(after.find("The prediction is shown") == std::string::npos);
        }
        if (presented) break;  // a picture before a class has no panel beside it
        // The panel says what the stage is, but none of its numbers.
        app.lesson().go(3);
        app.lesson().question() = {};
        app.settle();
        CHECK(drawn().find("The prediction is shown with the answer") != std::string::npos);
        CHECK(app.targets().contains("stage sentence"));
        CHECK_FALSE(app.targets().contains("statistics"));
        CHECK_FALSE(app.targets().contains("look at"));
        program.run(presented ? once : twice);
        CHECK(program.state("lesson_answer") == "shown");
        CHECK(app.targets().contains("statistics"));
        CHECK(drawn().find("The prediction is shown") == std::string::npos);
    }
}

TEST_CASE("before a class the translations of the next step begin while the step before it is shown") {
    const std::string text =
        "---\ntitle: Ahead\n---\n## Now\n\n```scene\nmodel: coreference-full\nview: walk\n```\n\nText.\n\n"
        "## Next\n\n```scene\nview: experiments\npage: bottleneck\nexperiments.bottleneck.count: 5\n```\n\nText.\n";
    const TemporaryFolder folder;
    write_file(folder / "ahead.md", text);
    AppOptions options = shipped_options("coreference-full", wall);
    options.lesson = folder / "ahead.md";
    options.still = true;
    std::atomic<bool> asked = false;
    options.load = [load = options.load, &asked](const std::string& name) {
        if (name == "translate-bottleneck") asked = true;
        return load(name);
    };
    const SettledProgram program(options);
    if (!program) return;
    const std::string values = program.app->session_now().views["experiments"]["bottleneck.count"];
    program.run("key F5\nwait-idle");
    for (int i = 0; i < 600 && !asked; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    CHECK(asked);
    CHECK(program.state("view") == "walk");
    CHECK(program.app->session_now().views["experiments"]["bottleneck.count"] == values);
    program.app->lesson().go(1);
    program.app->settle();
    CHECK(program.state("view") == "experiments");
    CHECK(program.app->session_now().views["experiments"]["bottleneck.count"] != values);
}

TEST_CASE("before a class a loss surface never asks for a button that is not there") {
    const TemporaryFolder folder;
    write_file(folder / "surface.md",
               "---\ntitle: Surface\n---\n## S\n\n```scene\nmodel: coreference-full\nview: train\npage: "
               "surface\ntrain.task: \"sort\"\n"
               "train.layers: 1\n```\n\nText.\n\n## T\n\n```scene\ntrain.step: 2\n"
               "train.surface_plane: \"random\"\ntrain.surface_points: 11\ntrain.surface: true\n```\n\nText.\n");
    AppOptions options = shipped_options("coreference-full", wall);
    options.lesson = folder / "surface.md";
    options.still = true;
    const SettledProgram program(options);
    if (!program) return;
    const auto said = [&](const std::string& words) {
        return std::ranges::any_of(texts_on_wall(*program.app),
                                   [&](const WallText& text) { return text.words.find(words) != std::string::npos; });
    };
    program.run("wait-idle");
    CHECK(said("Compute"));
    program.run("key F5\nwait-idle");
    CHECK_FALSE(said("Compute"));
    program.run("key Page down\nwait-idle");
    CHECK(program.state("train_surface") == "fine");
    CHECK_FALSE(said("Compute"));
}

TEST_SUITE_END();
