// The page on depth: its numbers are those of the core for every setting of its controls.
// ctest: alone 3 s
#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <string>
#include <vector>

#include "core/experiments/depth.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// A shallow, narrow stack: what the page says of it is said of all.
SettledProgram depth_page(const ViewValues& values, PixelSize size = {960, 540}) {
    AppOptions options = window_options(decoder, size);
    options.view = "experiments";
    options.view_values = values;
    options.view_values["mode"] = "\"depth\"";
    SettledProgram program(options);
    if (program) run_settled(program, "wait-idle");
    return program;
}

double depth_number(const Program& program, const std::string& name) {
    return std::stod(program.state("depth_" + name));
}

void check_streams(const Program& program, const DeepStack& setting) {
    CHECK(depth_number(program, "blocks") == setting.layers);
    const char* const names[] = {"attention", "mlp", "residual", "both"};
    for (int kind = 0; kind < stack_kinds; ++kind) {
        const StreamDepth expected = stream_depth(setting, static_cast<StackKind>(kind));
        const std::string name = names[kind];
        CAPTURE(name);
        CHECK(depth_number(program, "similarity_" + name) == doctest::Approx(expected.similarity.back()));
        CHECK(depth_number(program, "residual_" + name) == doctest::Approx(expected.residual.back()));
        CHECK(depth_number(program, "norm_" + name) == doctest::Approx(expected.norm.back()));
        if (!expected.dead.empty())
            CHECK(depth_number(program, "dead_" + name) == doctest::Approx(expected.dead.back()));
        if (!expected.quiet.empty())
            CHECK(depth_number(program, "quiet_" + name) == doctest::Approx(expected.quiet.back()));
    }
}

void check_gradients(const Program& program, const DeepStack& setting) {
    CHECK(depth_number(program, "blocks") == setting.layers);
    CHECK(depth_number(program, "draws") == depth_draws);
    std::vector<DepthDraw> draws;
    for (int draw = 0; draw < depth_draws; ++draw) draws.push_back(depth_draw(setting, draw, std::atomic<bool>(false)));
    const char* const names[] = {"none", "post", "pre"};
    for (int order = 0; order < block_orders; ++order) {
        const DepthGradients expected = mean_gradients(draws, static_cast<BlockOrder>(order));
        const std::string name = names[order];
        CAPTURE(name);
        CHECK(depth_number(program, "first_stream_" + name) == doctest::Approx(expected.stream.front()));
        CHECK(depth_number(program, "last_stream_" + name) == doctest::Approx(expected.stream.back()));
        CHECK(depth_number(program, "first_parameters_" + name) == doctest::Approx(expected.parameters.front()));
        CHECK(depth_number(program, "last_parameters_" + name) == doctest::Approx(expected.parameters.back()));
        CHECK(depth_number(program, "fading_" + name) == draws_that_fade(draws, static_cast<BlockOrder>(order)));
    }
}

}  // namespace

TEST_SUITE_BEGIN("experiments_depth");

TEST_CASE("tokens by depth are those of the core for each depth, width, activation and seed") {
    const SettledProgram program = depth_page({{"depth.layers", "6"}});
    if (!program) return;
    DeepStack setting{.layers = 6, .d_model = 32, .activation = "relu"};
    check_streams(program, setting);
    CHECK(depth_number(program, "residual_attention") < 1e-5);
    CHECK(depth_number(program, "residual_residual") > 0.02);
    run_settled(program, "key Down\nkey Right\nkey Shift+N\nwait-idle");
    setting.layers = 7, setting.seed = 1;
    check_streams(program, setting);
    run_settled(program, "click @experiment width 16\nwait-idle\nclick @experiment activation GELU\nwait-idle");
    setting.d_model = 16, setting.activation = "gelu";
    check_streams(program, setting);
    CHECK(depth_number(program, "dead_both") == 0);
    run_settled(program, "move @depth residual\nmove @depth quiet\nmove @depth vectors 3\nwait-idle");
    CHECK(program.state("error").empty());
    run_settled(program, "click @experiment seed\nwait-idle");
    setting.seed = static_cast<std::uint64_t>(depth_number(program, "seed"));
    CHECK(setting.seed > 1);
    check_streams(program, setting);
}

TEST_CASE("gradients by block are the mean of the core's draws, in windows of all sizes") {
    for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{640, 360}}) {
        const SettledProgram program = depth_page({{"depth.layers", "4"}, {"depth.width", "0"}}, size);
        if (!program) return;
        if (!program.app->find_target("experiment show gradients"))  // a folded head has one control
            run_settled(program, "click @experiments value show\nwait-idle");
        run_settled(program, "click @experiment show gradients\nwait-idle");
        DeepStack setting{.layers = 4, .d_model = 16};
        check_gradients(program, setting);
        CHECK(depth_number(program, "first_stream_none") < depth_number(program, "last_stream_none"));
        // What a block multiplies the norm by, of the three steps from the fourth block to the first.
        for (const std::string order : {"none", "post", "pre"})
            CHECK(std::pow(depth_number(program, "block_factor_" + order), 3) ==
                  doctest::Approx(depth_number(program, "first_stream_" + order) /
                                  depth_number(program, "last_stream_" + order)));
        run_settled(program, "key Down\nkey Left\nkey Left\nkey Shift+N\nwait-idle");
        setting.layers = 2, setting.seed = 1;
        check_gradients(program, setting);
        CHECK(program.state("error").empty());
    }
}

TEST_SUITE_END();
