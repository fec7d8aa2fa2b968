// The page on depth: its numbers are those of the core for every setting of its controls.
#include <doctest/doctest.h>

#include "core/experiments/depth.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

SettledProgram depth_page(PixelSize size = {1280, 720}) {
    AppOptions options = window_options(decoder, size);
    options.view = "experiments";
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
    }
}

void check_gradients(const Program& program, const DeepStack& setting) {
    CHECK(depth_number(program, "blocks") == setting.layers);
    const char* const names[] = {"none", "post", "pre"};
    for (int order = 0; order < block_orders; ++order) {
        const DepthGradients expected = depth_gradients(setting, static_cast<BlockOrder>(order));
        const std::string name = names[order];
        CAPTURE(name);
        CHECK(depth_number(program, "first_stream_" + name) == doctest::Approx(expected.stream.front()));
        CHECK(depth_number(program, "last_stream_" + name) == doctest::Approx(expected.stream.back()));
        CHECK(depth_number(program, "first_parameters_" + name) == doctest::Approx(expected.parameters.front()));
        CHECK(depth_number(program, "last_parameters_" + name) == doctest::Approx(expected.parameters.back()));
    }
}

}  // namespace

TEST_SUITE_BEGIN("experiments_depth");

TEST_CASE("tokens by depth are those of the core for each depth, width, activation and seed") {
    const SettledProgram program = depth_page();
    if (!program) return;
    DeepStack setting{.layers = 12, .d_model = 32, .activation = "relu"};
    check_streams(program, setting);
    CHECK(depth_number(program, "residual_attention") < 1e-5);
    CHECK(depth_number(program, "residual_residual") > 0.02);
    run_settled(program, "key Down\nkey Down\nkey Right\nwait-idle\nkey Shift+N\nwait-idle");
    setting.layers = 13, setting.seed = 1;
    check_streams(program, setting);
    run_settled(program, "click @experiment width 64\nwait-idle\nclick @experiment activation GELU\nwait-idle");
    setting.d_model = 64, setting.activation = "gelu";
    check_streams(program, setting);
    CHECK(depth_number(program, "dead_both") == 0);
    run_settled(program, "move @depth residual\nwait-idle\nmove @depth vectors 3\nwait-idle");
    CHECK(program.state("error").empty());
    run_settled(program, "click @experiment seed\nwait-idle");
    setting.seed = static_cast<std::uint64_t>(depth_number(program, "seed"));
    CHECK(setting.seed > 1);
    check_streams(program, setting);
}

TEST_CASE("gradients by block are those of the core, in windows of all sizes") {
    for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{640, 360}}) {
        const SettledProgram program = depth_page(size);
        if (!program) return;
        run_settled(program, "click @experiment show gradients\nwait-idle");
        DeepStack setting{.layers = 12, .d_model = 32};
        check_gradients(program, setting);
        CHECK(depth_number(program, "first_stream_none") < depth_number(program, "last_stream_none"));
        run_settled(program, "key Down\nkey Left\nkey Left\nwait-idle\nkey Shift+N\nwait-idle");
        setting.layers = 10, setting.seed = 1;
        check_gradients(program, setting);
        CHECK(program.state("error").empty());
    }
}

TEST_SUITE_END();
