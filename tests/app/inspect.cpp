// The inspector: its list, its table against the trace, what it copies, and the whole of it worked by scripts.
// ctest: alone 4 s
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "app/views/inspect/side_panel.h"
#include "app/views/inspect/state.h"
#include "app/views/inspect/table.h"
#include "tests/support/notes_painter.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using test::model_named;
using test::options_for;
using test::SettledProgram;

namespace {

constexpr const char* decoder = "learned decoder";
constexpr const char* classifier = "shaw encoder, classifier by its first token";
constexpr const char* grouped = "tied rope decoder, grouped queries, gated, rmsnorm";

std::string message(const std::function<void()>& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

/// Every number that a table of this size shows is the trace's, written in its own cell.
void check_drawn_numbers(const Evaluation& evaluation, int record, double x, double y) {
    const Record& at = evaluation.trace().record(record);
    CAPTURE(at.name);
    Table table{.evaluation = evaluation, .record = record, .grid = grid_of(evaluation.trace(), record, 0)};
    table.style = table_style(at, 1, 1);
    table.letters = letters_of(evaluation, record, table.grid);
    table.x = x;
    table.y = y;
    test::Notes notes;
    const TablePlace place = place_table(notes, {20, 30, 700, 400}, table);
    draw_table(notes, place, table);
    std::map<std::pair<int, int>, std::string> drawn;
    for (const test::Notes::Label& label : notes.labels)
        if (const CellAt cell = place.at(label.at)) drawn[{cell.row, cell.col}] = label.text;
    int numbers = 0;
    for (int row = place.first_row; row <= place.last_row; ++row)
        for (int column = place.first_column; column <= place.last_column; ++column) {
            const Rect box = place.cell(row, column).intersect(place.cells);
            if (box.w < place.cell_w || box.h < place.cell_h) continue;  // cut by the edge
            ++numbers;
            const float value = at.at(table.grid.cell(row, column));
            CHECK(drawn[{row, column}] == table_number(value, at.stage->range));
        }
    CHECK(numbers > 0);
    CHECK(notes.labels.size() < 1500);  // only what can be seen
}

}  // namespace

TEST_SUITE_BEGIN("inspect");

TEST_CASE("the inspector lists every record of every model once, grouped by block, with all weights counted") {
    for (const test::PictureModel& model : test::picture_models()) {
        CAPTURE(model.name);
        const auto evaluation = test::evaluated(model);
        const RecordList list = list_records(evaluation->trace());
        std::set<int> listed;
        std::size_t parameters = 0;
        for (const ListedRecord& row : list.records) {
            listed.insert(row.record);
            CHECK(row.shape == sizes_text(evaluation->trace().record(row.record).shape));
            CHECK(evaluation->trace().record(row.record).name.ends_with(row.label));
        }
        CHECK(listed.size() == evaluation->trace().records().size());
        CHECK(list.records.size() == listed.size());
        for (const RecordGroup& group : list.groups) parameters += group.parameters;
        CHECK(parameters == list.parameters);
        CHECK(parameters == evaluation->model().weights.count());
        CHECK(filtered(list, "").size() == list.records.size());
        CHECK(filtered(list, "no such words").empty());
    }
    const auto evaluation = test::evaluated(test::model_named(decoder));
    const RecordList list = list_records(evaluation->trace());
    std::vector<std::string> titles;
    for (const RecordGroup& group : list.groups) titles.push_back(group.title);
    const bool parts = titles == std::vector<std::string>{"Input", "Block 1", "Output"};
    CHECK(parts);
    CHECK(list.groups[0].parameters == 48 * 32 + 24 * 32);
    std::vector<std::string> found;
    for (const int i : filtered(list, "ATTN.q weight"))
        found.push_back(list.records[static_cast<std::size_t>(i)].label);
    const bool both =
        found == std::vector<std::string>{"attn.q.weight", "attn.q.bias"};  // a bias is a learned weight too
    CHECK(both);
    for (const int i : filtered(list, "block 1 parameter"))
        CHECK(
            evaluation->trace().record(list.records[static_cast<std::size_t>(i)].record).name.starts_with("blocks.0."));
    CHECK(count_text(38597376) == "38,597,376");
    CHECK(count_text(7) == "7");
}

TEST_CASE("every number in the inspector's table is the trace's own, in the cell of its row and column") {
    for (const test::PictureModel& model : test::picture_models()) {
        CAPTURE(model.name);
        const auto evaluation = test::evaluated(model);
        for (const Record& record : evaluation->trace().records()) {
            if (record.value == nullptr) continue;
            check_drawn_numbers(*evaluation, record.id, 0, 0);
        }
    }
}

TEST_CASE("a table of 50257 rows draws what can be seen, at any place") {
    test::PictureModel model = test::model_named(decoder);
    model.config = R"({"architecture": "decoder", "vocab_size": 50257, "d_model": 16, "n_heads": 2, "n_layers": 1,
                       "max_seq_len": 16})";
    model.text = "the cat sat on the mat";
    const auto evaluation = test::evaluated(model);
    const int table = evaluation->trace().find("embed.tokens.weight");
    REQUIRE(table >= 0);
    for (const double rows : {0.0, 137.3, 20000.5, 50240.0}) check_drawn_numbers(*evaluation, table, 0, rows * 21);
    const SettledProgram program(options_for(model, {1000, 460}));
    if (!program) return;
    program.run(R"(
key 4
key Ctrl+F
type embed.tokens.weight
key Enter
wait-idle
expect stage=embed.tokens.weight
expect shape=50257 × 16
key Ctrl+G
type 50256, 15
key Enter
expect cell=embed.tokens.weight[50256,15]
key Ctrl+G
key Ctrl+A
type cat, 3
key Enter
expect cell=embed.tokens.weight[14,3]
expect rows_seen!=0-0
key End
expect cell=embed.tokens.weight[50256,15]
key Ctrl+G
key Ctrl+A
type nowhere, 3
key Enter
wait 2
type 14, 2
key Enter
expect view=inspect
expect cell=embed.tokens.weight[14,2]
key End
)");
    CHECK(program.state("rows_seen").ends_with("-50256"));
}

TEST_CASE("rows and columns are found by number and by word, and what is not there is said") {
    const auto evaluation = test::evaluated(test::model_named(decoder));
    const Trace& trace = evaluation->trace();
    const int scores = trace.find("blocks.0.attn.scores_raw");
    const Grid grid = grid_of(trace, scores, 0);
    const auto named = [&](const std::string& written) {
        return cell_named(*evaluation, scores, grid, written, {7, 5});
    };
    const auto is = [](const CellAt& at, int row, int column) { return at.row == row && at.col == column; };
    CHECK(is(named("4, 5"), 3, 4));  // positions as the Output view counts them
    CHECK(is(named("4"), 3, 5));
    CHECK(is(named(" , 5"), 7, 4));
    CHECK(is(named("it,animal"), 8, 1));
    CHECK(message([&] { named("13"); }) == "There is no row 13. Numbers run from 1 to 12.");
    CHECK(message([&] { named("1, -1"); }) == "There is no column -1. Numbers run from 1 to 12.");
    CHECK(message([&] { named("zebra"); }) == "There is no row named “zebra”.");
    CHECK(place_text(*evaluation, {scores, {{1, 8, 1, 0}}}) == "head 2 · it · animal");
}

TEST_CASE("a slice that is chosen is the slice that is shown, for grouped keys too") {
    for (const char* name : {decoder, grouped}) {
        const auto evaluation = test::evaluated(test::model_named(name));
        const Trace& trace = evaluation->trace();
        for (const int id : trace.stages()) {
            const Shape& shape = trace.record(id).shape;
            if (shape.rank() < 3) continue;
            CAPTURE(trace.record(id).name);
            for (int slice = 0; slice < shape.size(0); ++slice) {
                Cursor cursor{.record = trace.record(id).name};
                int plane = 0;
                choose_slice(trace, id, slice, cursor, plane);
                CHECK(cursor.head < head_count(trace));
                const Grid grid = inspected_grid(trace, id, cursor, plane);
                CHECK(grid.head == slice);
                CHECK(grid.offset == shape.offset({{slice, 0, 0, 0}}));
            }
        }
    }
}

TEST_CASE("statistics of a slice: norms, zeros and what is not finite, against numbers by hand") {
    const auto evaluation =
        test::evaluated(test::model_named(classifier), {{"logits", {{0, 0, 0, 0}}, 3}, {"logits", {{1, 0, 0, 0}}, -4}});
    const Trace& trace = evaluation->trace();
    const int logits = trace.find("logits");
    const Statistics two = statistics(trace, logits, grid_of(trace, logits, 0));
    CHECK(two.norm1 == doctest::Approx(7));
    CHECK(two.norm2 == doctest::Approx(5));
    CHECK(two.largest() == 4);
    CHECK(two.zeros == 0);
    const auto masked = test::evaluated(test::model_named(decoder));
    const int scores = masked->trace().find("blocks.0.attn.scores_masked");
    const Statistics open = statistics(masked->trace(), scores, grid_of(masked->trace(), scores, 0));
    CHECK(open.infinite == 66);
    CHECK(open.finite == 78);
    const int weights = masked->trace().find("blocks.0.attn.weights");
    CHECK(statistics(masked->trace(), weights, grid_of(masked->trace(), weights, 0)).zeros == 66);
}

TEST_CASE("the inspector opens by key, filters, selects, and copies what was asked for in every form") {
    const SettledProgram program(options_for(test::model_named(classifier), {1000, 460}));
    if (!program) return;
    program.edit({{"logits", {{0, 0, 0, 0}}, 1.5F},
                  {"logits", {{1, 0, 0, 0}}, -2},
                  {"head.weight", {{0, 0, 0, 0}}, 0.1F},
                  {"head.weight", {{0, 1, 0, 0}}, 1}});
    program.run(R"(
expect view=walk
key 4
expect view=inspect
key Ctrl+F
type logits
expect filter=logits
expect listed=1
key Enter
wait-idle
expect stage=logits
expect shape=2
expect locked=no
expect copy_what=Slice
expect copy_as=Tabs
key C
)");
    CHECK(program.clipboard() == "1.5\t-2");
    program.run("click @as CSV\nexpect copy_as=CSV\nclick @copy now");
    CHECK(program.clipboard() == "1.5,-2");
    program.run("click @as NumPy\nkey Ctrl+C");
    CHECK(program.clipboard() == "np.array([1.5, -2], dtype=np.float32)");
    program.run("click @as LaTeX\nexpect decimals=3\nkey C");
    CHECK(program.clipboard() == "\\begin{bmatrix}\n1.500 & -2.000\n\\end{bmatrix}");
    program.run("click @decimals 1\nkey C");
    CHECK(program.clipboard() == "\\begin{bmatrix}\n1.5 & -2.0\n\\end{bmatrix}");

    program.run(R"(
key Ctrl+F
key Ctrl+A
type head.weight
key Enter
wait-idle
expect stage=head.weight
expect shape=16 × 2
click @copy Row
click @as CSV
click @cell:head.weight[0,1]
expect cell=head.weight[0,1]
expect exact=1
expect bits=0x3f800000
key C
)");
    CHECK(program.clipboard() == "0.1,1");
    program.run("click @copy Cell\nkey Left\nexpect exact=0.1\nexpect bits=0x3dcccccd\nclick @as NumPy\nkey C");
    CHECK(program.clipboard() == "np.float32(0.1)");
    program.run("click @copy Tensor\nclick @as Tabs\nkey C");
    const std::string all = program.clipboard();
    CHECK(all.starts_with("0.1\t1\n"));
    CHECK(std::count(all.begin(), all.end(), '\n') == 15);
    // The whole of a tensor with heads: its matrices with an empty line between them.
    program.run("key Ctrl+F\nkey Ctrl+A\ntype scores_raw\nkey Enter\nwait-idle\nkey C");
    const Record& scores = program.trace().record(program.trace().find(program.state("stage")));
    Numbers numbers{{}, {scores.view().data, scores.view().data + scores.shape.count()}};
    for (int d = 0; d < scores.shape.rank(); ++d) numbers.sizes.push_back(scores.shape.size(d));
    CHECK(program.clipboard() == tensor_text(numbers, TextForm::tabs));
    CHECK(program.clipboard().find("\n\n") != std::string::npos);
}

TEST_CASE("the inspector follows the one cursor, and Enter leads to the arithmetic in the walk") {
    const SettledProgram program(options_for(test::model_named(decoder), {1000, 460}));
    if (!program) return;
    program.run(R"(
key 4
key Ctrl+F
type scores_scaled
key Enter
wait-idle
expect stage=blocks.0.attn.scores_scaled
expect slice=0
click @cell:blocks.0.attn.scores_scaled[0,8,1]
expect cell=blocks.0.attn.scores_scaled[0,8,1]
key Down
expect cell=blocks.0.attn.scores_scaled[0,9,1]
key Right
expect cell=blocks.0.attn.scores_scaled[0,9,2]
key Shift+Page down
expect slice=1
expect cell=blocks.0.attn.scores_scaled[1,9,2]
key Enter
expect view=walk
expect editing=yes
key Esc
expect cell=blocks.0.attn.scores_scaled[1,9,2]
key 4
expect cell=blocks.0.attn.scores_scaled[1,9,2]
key Ctrl+Up
expect stage=blocks.0.attn.scores_scaled
key Ctrl+F
key Ctrl+A
key Backspace
expect filter=
key Esc
key Ctrl+Up
expect stage!=blocks.0.attn.scores_scaled
key Ctrl+Down
expect stage=blocks.0.attn.scores_scaled
key Esc
expect locked=no
click @record blocks.0.attn.scores_scaled
expect stage=blocks.0.attn.scores_scaled
key Ctrl+F
key Ctrl+A
type attn bias
)");
    // With the keyboard in the filter, the arrows go through what it leaves.
    const auto& trace = program.trace();
    int biases = 0;
    for (const Record& record : trace.records())
        biases += record.name.find("attn.") != std::string::npos && record.name.ends_with(".bias") ? 1 : 0;
    CHECK(program.state("listed") == std::to_string(biases));
    program.run(
        "key Down\nwait-idle\nexpect stage=blocks.0.attn.q.bias\nkey Down\nexpect stage=blocks.0.attn.k.bias\nkey "
        "Up\nexpect "
        "stage=blocks.0.attn.q.bias\nkey Enter\nexpect filter=attn bias");
}

TEST_CASE("a window too narrow for table and panel shows either") {
    const SettledProgram program(options_for(test::model_named(decoder), {640, 480}));
    if (!program) return;
    program.run("key 4\nwait-idle\nexpect panel_instead=no");
    CHECK(program.app->find_target("table"));
    CHECK_FALSE(program.app->find_target("exact"));
    program.run("key Down\nkey P\nwait-idle\nexpect panel_instead=yes");
    CHECK_FALSE(program.app->find_target("table"));
    CHECK(program.app->find_target("exact"));
    CHECK(program.app->find_target("copy now"));
}

TEST_CASE("after a backward pass the inspector shows, selects and copies gradients too") {
    const test::Program program(test::window_options(decoder));
    if (!program) return;
    program.run(
        "wait-idle\nkey 4\nclick @record blocks.0.attn.q\nexpect gradient=no\nkey B\nwait-idle\nexpect gradient=yes");
    program.run("key Down\nkey Down\nkey Right\nkey C\nwait-idle");
    const Trace& trace = program.trace();
    const Record& record = trace.record(trace.find("blocks.0.attn.q"));
    const Cell cell{{0, 1, 1}};
    CHECK(program.state("exact") == shortest_text(record.gradient_at(cell)));
    CHECK(record.gradient_at(cell) != record.at(cell));
    const std::string copied = program.clipboard();
    CHECK(copied.substr(0, copied.find('\t')) == shortest_text(record.gradient_at(Cell{{0, 0, 0}})));
    program.run("click @show values\nwait-idle\nexpect gradient=no");
    CHECK(program.state("exact") == shortest_text(record.at(cell)));
    program.run("click @record tokens\nclick @show gradient\nwait-idle\nexpect gradient=no");  // an input has none
}

TEST_CASE("values and gradients can be chosen in a small window too") {
    const SettledProgram program(options_for("learned decoder", {1024, 640}));
    if (!program) return;
    program.run("wait-idle\nkey 4\nwait-idle");
    CHECK(program.target("show gradient").w > 0);
    CHECK(program.target("show gradient").right() <= program.target("go to").x);
}

TEST_CASE("Esc leaves the filter's field, then unpins the cell, then clears the filter") {
    const test::Program program(test::window_options(test::decoder));
    if (!program) return;
    program.run("wait-idle\nkey 4\nwait-idle");
    const std::string all = program.state("listed");
    program.run(
        "key Ctrl+F\ntype mlp\nkey Esc\nwait 2\nexpect filter=mlp\nkey Down\nexpect locked=yes\nkey Esc\nwait 2");
    program.run("expect locked=no\nexpect filter=mlp\nkey Esc\nwait 2\nexpect filter=");
    CHECK(program.state("listed") == all);
}

TEST_SUITE_END();
