// The cell that is explained while none is chosen: every stage has one, in the row of the answer, and the mouse and a
// choice go before it.
// ctest: alone 11 s
#include "app/views/explanation/example_cell.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/views/shared/cursor.h"
#include "core/generate/next_token.h"
#include "core/tape/cell_name.h"
#include "tests/support/picture_models.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("example_cell");

TEST_CASE("every stage has an example: the number of its row that is farthest from 0, in the row of the answer") {
    int in_answer_row = 0;
    for (const PictureModel& model : picture_models()) {
        CAPTURE(model.name);
        const auto evaluation = evaluated(model);
        const Trace& trace = evaluation->trace();
        for (const int id : trace.stages()) {
            const Record& record = trace.record(id);
            CAPTURE(record.name);
            const CellRef cell = example_cell(*evaluation, id, 0);
            REQUIRE(cell);
            CHECK(cell.record == id);
            REQUIRE(record.shape.contains(cell.cell));
            const float size = std::abs(record.at(cell.cell));
            CHECK(std::isfinite(size));
            const Grid grid = grid_of(trace, id, 0);
            int row = -1;
            for (int r = 0; r < grid.rows && row < 0; ++r)
                for (int c = 0; c < grid.cols; ++c)
                    if (grid.cell(r, c) == cell.cell) row = r;
            REQUIRE(row >= 0);
            for (int c = 0; c < grid.cols; ++c) {
                const float other = std::abs(record.at(grid.cell(row, c)));
                CHECK((!std::isfinite(other) || other <= size));
            }
            if (grid.rows != static_cast<int>(continued_tokens(*evaluation).size())) continue;
            if (evaluation->model().config.head.classifier) continue;
            CHECK(row == answer_row(*evaluation));
            ++in_answer_row;
        }
    }
    CHECK(in_answer_row > 100);
}

TEST_CASE("of a backward pass the example has the largest gradient of its row, or of a row that has one") {
    int other_row = 0;
    for (const PictureModel& model : picture_models()) {
        CAPTURE(model.name);
        Inputs inputs;
        inputs.text = model.text;
        inputs.target = model.target;
        inputs.gradients = true;
        const auto evaluation = evaluate_once(make_model(model), inputs);
        if (!evaluation->has_gradients()) continue;
        const Trace& trace = evaluation->trace();
        for (const int id : trace.stages()) {
            const Record& record = trace.record(id);
            CAPTURE(record.name);
            if (record.gradient == nullptr || !record.gradient_kept) continue;
            const CellRef cell = example_cell(*evaluation, id, 0);
            REQUIRE(cell);
            const float size = std::abs(record.gradient_at(cell.cell));
            const Grid grid = grid_of(trace, id, 0);
            float in_row = 0, anywhere = 0;
            for (int r = 0; r < grid.rows; ++r) {
                float most = 0;
                bool mine = false;
                for (int c = 0; c < grid.cols; ++c) {
                    most = std::max(most, std::abs(record.gradient_at(grid.cell(r, c))));
                    mine = mine || grid.cell(r, c) == cell.cell;
                }
                if (mine) in_row = most;
                anywhere = std::max(anywhere, most);
            }
            CHECK(size == in_row);
            if (anywhere > 0) CHECK(size > 0);
            other_row += size < anywhere;
        }
    }
    CHECK(other_row > 10);
}

TEST_CASE(
    "no stage of the walk opens without arithmetic; the mouse, a choice and a step by rows go before the example") {
    const Program program(options_for(decoder, {1280, 720}));
    if (!program) return;
    program.run("wait-idle");
    const std::size_t stages = program.trace().stages().size();
    for (std::size_t i = 0; i < stages; ++i) {
        const std::string stage = program.state("stage");
        CAPTURE(stage);
        CHECK(program.state("example").starts_with(stage + "["));
        CHECK(program.state("locked") == "no");
        program.run("key Right\nwait-idle");
    }
    program.run("type /\ntype b1 softmax\nkey Enter\nwait-idle");
    const std::string example = program.state("example");
    REQUIRE_FALSE(example.empty());
    program.run("move @cell:blocks.0.attn.weights[0,1,0]\nwait-idle");
    CHECK(program.state("hovered") == "blocks.0.attn.weights[0,1,0]");
    CHECK(program.state("example").empty());
    program.run("click @cell:blocks.0.attn.weights[0,1,0]\nmove 5 5\nwait-idle\nexpect locked=yes");
    CHECK(program.state("example").empty());
    program.run("key Esc\nwait-idle\nexpect locked=no");
    CHECK(program.state("example") == example);
    program.run("key S\nkey Right\nwait-idle");
    if (std::stoi(program.state("limit")) >= 0) CHECK(program.state("example").empty());
    // Without the panel nothing is explained.
    program.run("key S\nkey S\nkey P\nwait-idle\nexpect panel=no");
    CHECK(program.state("example").empty());
}

TEST_CASE("the line of a sum's smaller terms shows all of them, by mouse and by keyboard, and the largest again") {
    const Program program(options_for(decoder, {1280, 900}));
    if (!program) return;
    const auto lines = [&](const char* what) {
        return std::ranges::count_if(program.app->targets(),
                                     [&](const auto& target) { return target.first.starts_with(what); });
    };
    program.run(
        "wait-idle\ntype /\ntype blocks.0.attn.q\nkey Enter\nwait-idle\n"
        "click @cell:blocks.0.attn.q[0,2,3]\nwait-idle");
    REQUIRE(lines("all terms ") == 1);
    const auto few = lines("term ");
    const auto rest = std::ranges::find_if(program.app->targets(),
                                           [](const auto& target) { return target.first.starts_with("all terms "); });
    const std::string line = rest->first;
    program.run("click @" + line + "\nwait 3");
    CHECK(lines("all terms ") == 0);
    CHECK(lines("term ") > few);
    CHECK(lines("fewer terms") == 1);
    CHECK(program.target("fewer terms").y > program.target("panel").bottom());  // below all of them
    program.run("move @panel\nwheel -100\nwait 3\nclick @fewer terms\nwait 3\nwheel 100\nwait 3");
    CHECK(lines("all terms ") == 1);
    CHECK(lines("term ") == few);
    program.run("click @" + line + "\nwait 2\nkey Down\nwait 3");  // another cell begins with its largest
    CHECK(lines("all terms ") == 1);
}

TEST_CASE("of a sum with more terms than are written, what is left out after “Show all terms” is no button") {
    AppOptions options = window_options("large vocabulary and wide stream");
    options.stage = "probs";
    const SettledProgram program(options);
    if (!program) return;
    const auto lines = [&](const char* name) {
        return std::ranges::count_if(program.app->targets(),
                                     [&](const auto& target) { return target.first.starts_with(name); });
    };
    REQUIRE(lines("all terms ") > 0);
    const auto rest = std::ranges::find_if(program.app->targets(),
                                           [](const auto& target) { return target.first.starts_with("all terms "); });
    program.run("click @" + rest->first + "\nwait 3");
    CHECK(lines("fewer terms") == 1);
    int last = 0, buttons = 0;  // of the rows that were in sight on the way to the end
    for (int i = 0; i < 400 && last < 2000; ++i) {
        program.run("move @panel\nwheel -10\nwait 1");
        for (const auto& [name, place] : program.app->targets())
            if (name.starts_with("term ") && name.find(' ', 5) == std::string::npos)
                last = std::max(last, std::stoi(name.substr(5)));
        buttons += static_cast<int>(lines("all terms "));
    }
    CHECK(last >= 2000);
    program.run("wheel -10\nwait 2");
    CHECK(buttons + lines("all terms ") == 0);
}

TEST_SUITE_END();
