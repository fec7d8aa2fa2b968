// The training and the loss surfaces of a lesson's later step are made while an earlier one is shown, and are the same
// as if they were made there.
// ctest: alone 12 s
#include <doctest/doctest.h>

#include <string>

#include "core/base/file.h"
#include "tests/support/lesson_pictures.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/texts_on_wall.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

AppOptions lesson_options(const TemporaryFolder& folder, const std::string& text) {
    write_file(folder / "l.md", "---\ntitle: Ahead\n---\n" + text);
    AppOptions options = shipped_options("coreference-full", wall);
    options.lesson = folder / "l.md";
    options.still = true;
    return options;
}

/// As many as it takes to show a step whose numbers are all there, and no more.
void draw_few_frames(const Program& program) {
    program.app->session().wait();
    for (int i = 0; i < 8; ++i) program.app->frame();
}

constexpr const char* walk = "model: coreference-full\nview: walk\n";
constexpr const char* surfaces =
    "## The surface\n\n```scene\nview: train\npage: surface\ntrain.task: \"sort\"\ntrain.layers: 1\ntrain.step: 10\n"
    "train.surface_plane: \"random\"\ntrain.surface_points: 11\ntrain.surface: true\n"
    "train.surface_without_residual: true\n```\n\nText.\n\n";

}  // namespace

TEST_SUITE_BEGIN("train_ahead");

TEST_CASE("before a class the loss surfaces of a later step are made while the first one is shown") {
    const std::string text = std::string("## Now\n\n```scene\n") + walk +
                             "```\n\nText.\n\n## Then\n\n```scene\nview: "
                             "attention\n```\n\nText.\n\n" +
                             surfaces;
    const TemporaryFolder folder;
    const AppOptions options = lesson_options(folder, text);
    const SettledProgram program(options);
    if (!program) return;
    App& app = *program.app;
    CHECK(program.state("lesson_prepared") == "no");
    const auto before = app.session_now().views;
    program.run("key F5");
    REQUIRE(comes_true([&] {
        next_frame(program);
        return program.state("lesson_prepared") == "yes";
    }));
    CHECK(program.state("view") == "walk");
    CHECK(app.session_now().views == before);
    app.lesson().go(2);
    draw_few_frames(program);
    CHECK(program.state("train_step") == "10");
    CHECK(program.state("train_surface") == "fine");
    CHECK(program.state("train_surface_points") == "121");
    CHECK(program.state("train_surface_without") != "");
    const std::string centre = program.state("train_surface_center"), without = program.state("train_surface_without");
    app.settle_whole();
    const Image prepared = program.pixels();
    // Who jumps there at once sees the same.
    const SettledProgram jumped(options);
    if (!jumped) return;
    jumped.app->lesson().go(2);
    jumped.run("key F5");
    jumped.app->settle_whole();
    CHECK(jumped.state("train_surface") == "fine");
    CHECK(jumped.state("train_surface_center") == centre);
    CHECK(jumped.state("train_surface_without") == without);
    CHECK(different_pixels(prepared, jumped.pixels()) == 0);
}

TEST_CASE("a step that is gone to while it is prepared is finished there, and what nobody wants any more is let go") {
    const TemporaryFolder folder;
    const SettledProgram program(lesson_options(folder, std::string("## Now\n\n```scene\n") + walk +
                                                            "```\n\nText.\n\n" + surfaces + "## End\n\n```scene\n" +
                                                            walk + "```\n\nText.\n"));
    if (!program) return;
    App& app = *program.app;
    program.run("key F5");
    for (int i = 0; i < 3; ++i) next_frame(program);
    app.lesson().go(1);
    draw_few_frames(program);
    CHECK(program.state("train_prepared") == "0");  // it is the one that is shown now
    app.settle_whole();
    CHECK(program.state("train_surface") == "fine");
    CHECK(program.state("train_surface_without") != "");
    app.lesson().go(2);
    app.settle_whole();
    CHECK(program.state("lesson_prepared") == "yes");  // there is nothing behind it
    app.lesson().go(1);
    draw_few_frames(program);
    CHECK(program.state("train_surface") == "fine");
    program.run("key F6\nwait-idle");
    CHECK(program.state("error").empty());
}

TEST_SUITE_END();
