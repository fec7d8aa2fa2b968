// Watched cells over changing texts, and where breakpoints stop.
#include "core/analysis/watch.h"

#include <doctest/doctest.h>

#include "core/base/error.h"
#include "tests/support/evaluated_model.h"

using namespace glassformer;

namespace {

constexpr const char* settings =
    R"({"architecture":"decoder","vocab_size":5,"d_model":4,"n_heads":2,"n_layers":2,"max_seq_len":8})";

}  // namespace

TEST_SUITE_BEGIN("watch");

TEST_CASE("watched cells keep their names over another text, and say where they are missing") {
    const Watch watch{.cells = {"blocks.0.attn.weights[1,2,0]", "logits[3,4]", "head.weight[0,1]", "nothing[0]"},
                      .breakpoints = {}};
    const test::EvaluatedModel shorter(settings, {0, 3, 2}), longer(settings, {1, 1, 2, 4, 0}, {1, 2, 4, 0, -1});
    const auto before = watched(watch, shorter.tape.trace());
    REQUIRE(before.size() == 4);
    CHECK(before[0].exists);
    CHECK(before[0].value == shorter.view("blocks.0.attn.weights").at(Cell{{1, 2, 0}}));
    CHECK_FALSE(before[0].has_gradient);
    CHECK_FALSE(before[1].exists);
    CHECK(before[1].why == "cell [3,4] is outside logits [pos 3, vocab 5]");
    CHECK(before[2].exists);
    CHECK(before[3].why.starts_with("there is no stage \"nothing\""));
    const auto after = watched(watch, longer.tape.trace());
    CHECK(after[1].exists);
    CHECK(after[1].has_gradient);
    CHECK(after[1].gradient == longer.gradient("logits").at(Cell{{3, 4}}));
    CHECK(after[2].gradient == longer.gradient("head.weight").at(Cell{{0, 1}}));
    CHECK(after[2].value == before[2].value);
}

TEST_CASE("patterns fit whole names") {
    CHECK(matches_pattern("blocks.1.attn.*", "blocks.1.attn.q"));
    CHECK(matches_pattern("*", "logits"));
    CHECK(matches_pattern("blocks.?.attn.weights", "blocks.1.attn.weights"));
    CHECK(matches_pattern("*.attn.*s*", "blocks.0.attn.scores_raw"));
    CHECK(matches_pattern("logits", "logits"));
    CHECK(matches_pattern("*a*b", "aab"));
    CHECK_FALSE(matches_pattern("blocks.1.attn.*", "blocks.0.attn.q"));
    CHECK_FALSE(matches_pattern("logit", "logits"));
    CHECK_FALSE(matches_pattern("blocks.?.attn.q", "blocks.10.attn.q"));
    CHECK_FALSE(matches_pattern("", "logits"));
    CHECK(matches_pattern("", ""));
}

TEST_CASE("a breakpoint stops at its stages, its head and its row") {
    const test::EvaluatedModel model(settings, {0, 3, 2});
    const Breakpoint breakpoint{.pattern = "blocks.1.attn.*", .head = 1, .row = 2};
    const Record &weights = model.record("blocks.1.attn.weights"), &out = model.record("blocks.1.attn.out");
    CHECK(stops_at(breakpoint, weights));
    CHECK(stops_at(breakpoint, weights, Cell{{1, 2, 0}}));
    CHECK_FALSE(stops_at(breakpoint, weights, Cell{{0, 2, 0}}));
    CHECK_FALSE(stops_at(breakpoint, weights, Cell{{1, 1, 0}}));
    CHECK(stops_at(breakpoint, out, Cell{{2, 0}}));  // no heads: the row alone decides
    CHECK_FALSE(stops_at(breakpoint, out, Cell{{1, 0}}));
    CHECK_FALSE(stops_at(breakpoint, model.record("blocks.0.attn.weights")));
    CHECK_FALSE(stops_at(breakpoint, model.record("blocks.1.attn.q.weight")));  // a parameter
    CHECK_FALSE(stops_at({.pattern = "*", .row = 3}, weights));                 // there is no row 3
    CHECK_FALSE(stops_at({.pattern = "*", .enabled = false}, weights));
    // Turned off it stops nowhere, but is still about the same stages.
    CHECK(is_about({.pattern = "*", .enabled = false}, weights));
    CHECK_FALSE(is_about({.pattern = "logits", .enabled = false}, weights));
    // Of a cell: its record, head and row, and the first cell of that row is where it stops.
    const Breakpoint of_cell = breakpoint_at(weights, Cell{{1, 2, 1}});
    CHECK(to_text(of_cell) == "blocks.1.attn.weights head 1 row 2");
    CHECK(first_stop(of_cell, weights) == Cell{{1, 2, 0}});
    CHECK(stops_at(of_cell, weights, first_stop(of_cell, weights)));
    CHECK(to_text(breakpoint_at(out, Cell{{2, 1}})) == "blocks.1.attn.out row 2");
    const Trace& trace = model.tape.trace();
    const std::vector<Breakpoint> list{breakpoint, {.pattern = "logits"}};
    CHECK(trace.record(next_stop(list, trace, -1)).name == "blocks.1.attn.q");
    CHECK(trace.record(next_stop(list, trace, model.record("blocks.1.attn.out").id)).name == "logits");
    CHECK(next_stop(list, trace, trace.find("logits")) == -1);
    CHECK(next_stop({}, trace, -1) == -1);
}

TEST_CASE("breakpoints and watched cells have a text form") {
    const Watch watch{.cells = {"logits[0,1]", "embed[2,\"3\"]"},
                      .breakpoints = {{.pattern = "blocks.1.attn.*", .head = 0, .row = 5},
                                      {.pattern = "logits", .enabled = false},
                                      {.pattern = "*", .row = 1}}};
    CHECK(to_text(watch.breakpoints[0]) == "blocks.1.attn.* head 0 row 5");
    CHECK(to_text(watch.breakpoints[1]) == "logits off");
    for (const Breakpoint& breakpoint : watch.breakpoints)
        CHECK(breakpoint_from_text(to_text(breakpoint)) == breakpoint);
    CHECK(watch_from_text(to_text(watch)) == watch);
    CHECK(to_text(watch).find('\n') == std::string::npos);
    CHECK(watch_from_text("{}") == Watch{});
    for (const char* wrong : {"", "logits head", "logits row x", "logits row -1", "logits column 3"})
        CHECK_THROWS_AS(breakpoint_from_text(wrong), Error);
    CHECK_THROWS_AS(watch_from_text("{\"cells\": 3}"), Error);
    CHECK_THROWS_AS(watch_from_text("["), Error);
}

TEST_SUITE_END();
