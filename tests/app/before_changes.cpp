// Numbers beside those of the run without the changes, and the changes beside the picture that they change.
// ctest: alone 3 s
#include <doctest/doctest.h>

#include <string>

#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("before_changes");

TEST_CASE("a number has the one it was beside it, also where the stages of the changed model stand in another order") {
    const std::string stage = "blocks.0.attn.scores_scaled";
    for (const char* architecture : {R"({"norm_placement": "post"})", R"({"residual": false})"}) {
        CAPTURE(architecture);
        AppOptions options = options_for(decoder);
        options.stage = stage;
        options.cell = stage + "[0,4,1]";
        const std::string original = [&] {
            const Program plain(options);
            if (plain) plain.run("wait-idle");
            return plain ? plain.state("value") : std::string();
        }();
        options.inputs.architecture = architecture;
        options.inputs.edits = {{stage, {{0, 4, 1}}, 9.5F}};
        const Program program(options);
        if (!program) return;
        program.run("wait-idle\nexpect value≈9.5");
        CHECK(program.state("value_was") == original);
        CHECK(std::stoi(program.state("differing")) > 3);  // stages that the map marks
    }
}

TEST_CASE("a stage that the model has not without its changes has no number before") {
    AppOptions options = options_for(decoder);
    options.inputs.architecture = R"({"positional": {"kind": "rope"}})";
    const Program program(options);
    if (!program) return;
    program.run("wait-idle");
    const Trace& trace = program.trace();
    const Session::Snapshot shown = program.app->session().shown();
    REQUIRE(shown.unedited);
    int without = 0;
    for (const int id : trace.stages()) without += shown.unedited->trace().same_stage(trace.record(id)) == nullptr;
    CHECK(without > 0);
    CHECK_FALSE(shown.unedited_is_alike);
}

TEST_CASE("with large text the changes stand beside the picture too") {
    AppOptions options = options_for(decoder, {1280, 720});
    options.text_scale = 2;
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nkey End\nwait-idle\nkey A\nexpect changes_sheet=yes\nwait 2");
    const auto column = program.app->find_target("changes column"), picture = program.app->find_target("canvas");
    REQUIRE(column);
    REQUIRE(picture);
    CHECK(picture->right() <= column->x);
    CHECK(picture->w > 0.4F * 1280);
}

TEST_CASE("the changes stand beside the picture, which takes the rest and answers keys and clicks") {
    for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{1920, 1080}}) {
        const Program program(options_for(decoder, size));
        if (!program) return;
        program.run("wait-idle\nkey End\nwait-idle\nkey A\nexpect changes_sheet=yes\nwait 2");
        const auto column = program.app->find_target("switch residual"), picture = program.app->find_target("canvas");
        REQUIRE(column);
        REQUIRE(picture);
        CHECK(picture->right() <= column->x);
        CHECK(picture->w > 0.45F * static_cast<float>(size.width));
        const std::string before = program.state("stage");
        program.run("key Left\nwait 2");
        CHECK(program.state("stage") != before);
        program.run(
            "move @changes column\nwheel -40\nwait 2\nclick @switch residual\nwait-idle\nexpect changes=1\nexpect "
            "panel=yes");
        program.run("hold Z\nexpect original=yes\nrelease Z");
        // Esc closes what is on top: a sheet or a menu first, then the changes.
        for (const char* sheet :
             {"type ?\nwait 2\nexpect keys=yes", "key F1\nwait 2", "key Ctrl+E\nwait 2\nexpect export=open"})
            program.run(std::string(sheet) + "\nkey Esc\nwait 2\nexpect changes_sheet=yes");
        program.run("expect export=closed\nkey Esc\nwait 2\nexpect changes_sheet=no\nexpect changes=1");
    }
}

TEST_CASE("a title leaves out what stands in brackets before it is cut") {
    AppOptions options = options_for(decoder);
    options.models.front().title = "A small model (what does the long question that stands in brackets here ask?)";
    const std::string text = model_named(decoder).text;
    options.inputs.model = options.models.front().name;
    options.inputs.text = text + " " + text;
    const Program program(options);
    if (!program) return;
    program.run("wait-idle");
    CHECK(program.app->find_target("model title A small model"));
}

TEST_SUITE_END();
