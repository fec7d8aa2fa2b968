// Numbers of the experiments' charts open the run that they are of: at its stage, with the same number, and undo goes
// back to the run of before.
// ctest: alone 5 s
#include <doctest/doctest.h>

#include "core/analysis/measures.h"
#include "core/base/file.h"
#include "core/experiments/depth.h"
#include "core/model/untrained_model.h"
#include "app/files/session_file.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

SettledProgram page_of_runs(const std::string& page) {
    AppOptions options = window_options(decoder, {1280, 720});
    options.view = "experiments";
    options.view_values["mode"] = '"' + page + '"';
    SettledProgram program(options);
    if (program) run_settled(program, "wait-idle");
    return program;
}

double number_of(const Program& program, const std::string& name) { return std::stod(program.state(name)); }

/// The record at the Walk's cursor.
const Record& record_open(const Program& program) {
    const auto current = program.app->session().shown().current;
    REQUIRE(current);
    CHECK(current->inputs().model == program.app->session().inputs().model);
    const int id = current->trace().find(program.state("stage"));
    REQUIRE(id >= 0);
    return current->trace().record(id);
}

void back_by_undo(const Program& program) {
    run_settled(program, "key Ctrl+Z\nwait-idle");
    CHECK(program.app->session().inputs().model == decoder);
    run_settled(program, "key Ctrl+Y\nwait-idle");
    CHECK(untrained_title(program.app->session().inputs().model));
}

}  // namespace

TEST_SUITE_BEGIN("experiments_runs_page");

TEST_CASE("a point of the depth page's curves opens its stack after its block, with the number of the page") {
    const SettledProgram program = page_of_runs("depth");
    if (!program) return;
    const double similar = number_of(program, "depth_similarity_both"), apart = number_of(program, "depth_residual_both");
    run_settled(program, "click @run depth residual 3 12\nwait-idle");
    CHECK(program.state("view") == "walk");
    CHECK(program.state("stage") == "blocks.11.resid_post");
    const ConstView rows = record_open(program).view();
    CHECK(token_similarity(rows) == doctest::Approx(similar));
    CHECK(rank_one_residual(rows) == doctest::Approx(apart));
    back_by_undo(program);
    run_settled(program, "key 8\nwait-idle\nclick @experiments walk\nwait-idle");  // the chosen point is still that
    CHECK(program.state("stage") == "blocks.11.resid_post");
    // A session file has it, and another window opens it.
    const TemporaryFolder folder;
    write_file(folder / "a.glassformer", to_text(program.app->session_now()));
    const SettledProgram again(window_options(decoder, {1280, 720}));
    REQUIRE(again.app->open_path(folder / "a.glassformer"));
    run_settled(again, "wait-idle");
    CHECK(again.state("error").empty());
    CHECK(rank_one_residual(record_open(again).view()) == doctest::Approx(apart));
}

TEST_CASE("a point of the gradients opens its order with the gradients of the first draw") {
    const SettledProgram program = page_of_runs("depth");
    if (!program) return;
    run_settled(program, "click @experiment show gradients\nwait-idle\nclick @run depth stream 1 0\nwait-idle");
    CHECK(program.state("stage") == "blocks.11.resid_post");
    const Record& record = record_open(program);
    const auto current = program.app->session().shown().current;
    REQUIRE(current->has_gradients());
    const DeepStack first = stack_of_draw({.layers = 12, .d_model = 32}, 0);
    const DepthGradients expected = depth_gradients(first, BlockOrder::post_norm);
    const std::vector<LayerGradient> layers = gradient_by_layer(current->trace());
    CHECK(layers.at(11).output == doctest::Approx(expected.stream.at(11)));
    CHECK(layers.at(0).parameters == doctest::Approx(expected.parameters.at(0)));
    CHECK(record.name == "blocks.11.resid_post");
    back_by_undo(program);
}

TEST_CASE("each of three architectures opens with its words and the numbers of its last layer") {
    for (const std::string mixer : {"recurrent", "convolution", "attention"}) {
        CAPTURE(mixer);
        const SettledProgram program = page_of_runs("architectures");
        if (!program) return;
        const int index = mixer == "recurrent" ? 0 : mixer == "convolution" ? 1 : 2;
        const double last = number_of(program, "architectures_last_" + mixer);
        run_settled(program, "move @architectures " + std::to_string(index) + " token 4\nwait-idle\nclick @architectures " +
                                 std::to_string(index) + " open\nwait-idle");
        CHECK(program.state("view") == "walk");
        CHECK(program.state("stage") == (index == 0 ? "rnn.2.hidden" : index == 1 ? "conv.2.out" : "blocks.2.resid_post"));
        const ConstView rows = record_open(program).view();
        CHECK(static_cast<double>(rows.data[rows.shape.count() - 1]) == doctest::Approx(last));
        CHECK(program.app->session().inputs().text == "the cat sat on the mat because it was");
        back_by_undo(program);
    }
}

TEST_CASE("the gradient at a position opens the first of the texts that it is the mean of") {
    const SettledProgram program = page_of_runs("architectures");
    if (!program) return;
    run_settled(program, "click @experiment show gradients\nwait-idle\nclick @run architectures gradients 3 20\nwait-idle");
    CHECK(program.state("view") == "walk");
    CHECK(program.state("stage") == "embed");
    CHECK(program.app->session().shown().current->has_gradients());
    back_by_undo(program);
}

TEST_SUITE_END();
