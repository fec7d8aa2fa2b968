// The page of published results: it shows the figures of the core's tables, compares rows by their numbers, and says
// that nothing of it was computed here.
#include <doctest/doctest.h>

#include <string>

#include "app/views/experiments/results/texts.h"
#include "core/experiments/published_results.h"
#include "tests/support/shipped_program.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

SettledProgram results_page(std::size_t table = 0) {
    AppOptions options = shipped_options("translate-bottleneck", {1280, 720});
    options.view = "experiments";
    options.view_values["results.table"] = std::to_string(table);
    options.view_values["mode"] = "\"results\"";
    return SettledProgram(options);
}

}  // namespace

TEST_SUITE_BEGIN("experiments_results");

TEST_CASE("every table of the core is shown, each with the source of its figures") {
    REQUIRE(texts::results::tables.size() == published_results().size());
    for (std::size_t i = 0; i < published_results().size(); ++i) {
        const PublishedResults& table = published_results()[i];
        SettledProgram program = results_page(i);
        if (!program) return;
        CHECK(program.state("results_table") == table.title);
        CHECK(program.state("results_source") == table.source);
        CHECK(program.state("results_row") == table.rows[table.compared].name);
        CHECK(program.state("results_figure_0") == figure_text(table, table.rows[table.compared], 0));
    }
}

TEST_CASE("a row is selected by a click and by keys, and the others are compared with it") {
    SettledProgram program = results_page();
    if (!program) return;
    CHECK(program.state("results_row") == "Transformer (big)");
    CHECK(program.state("results_compared_0") == "−4.65");  // ByteNet: 23.75 and 28.4
    run_settled(program, "click @results row 1");           // GNMT + RL: 24.6
    CHECK(program.state("results_row") == "GNMT + RL");
    CHECK(program.state("results_compared_0") == "−0.85");
    run_settled(program, "key Right");
    CHECK(program.state("results_row") == "ConvS2S");
    run_settled(program, "click @experiment order " + std::string(texts::results::order_best));
    CHECK(program.state("results_first") == "Transformer (big)");
    CHECK(program.state("results_compared_0") == "+3.24");
    CHECK(program.state("results_compared_1") == "× 2.40");  // 2.3e19 / 9.6e18
}

TEST_SUITE_END();
