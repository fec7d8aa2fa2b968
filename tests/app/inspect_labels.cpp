// What stands around the inspector's numbers: labels of rows, names of groups, marks of edits, bars, and what the list
// brings into sight.
// ctest: alone 2 s
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/views/inspect/list_panel.h"
#include "app/views/inspect/record_list.h"
#include "app/views/inspect/table.h"
#include "core/text/tokenizer.h"
#include "tests/support/notes_painter.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("inspect_labels");

TEST_CASE("a token that is the number of its place stands beside that number like all others") {
    PictureModel digits = model_named(decoder);
    digits.config = R"({"architecture": "decoder", "vocab_size": 2, "d_model": 8, "n_heads": 2, "n_layers": 1,
                        "max_seq_len": 8})";
    auto model = std::make_shared<Model>(*make_model(digits));
    TokenizerConfig spaces;
    spaces.kind = TokenizerConfig::Kind::words;
    model->tokenizer = make_tokenizer(R"({"0": 0, "1": 1})", "digits", spaces, 2);
    Inputs inputs;
    inputs.text = "1 0 0 1";
    const auto evaluation = evaluate_once(model, inputs);
    const int record = evaluation->trace().find("embed.tokens");
    Table table{.evaluation = *evaluation, .record = record, .grid = grid_of(evaluation->trace(), record, 0)};
    table.style = table_style(table.at(), 1, 1);
    CHECK(has_words(table, 0));
    CHECK_FALSE(has_words(table, 1));
    CHECK_FALSE(has_words(table, -1));
    Notes notes;
    const TablePlace place = place_table(notes, {0, 0, 700, 400}, table);
    CHECK_FALSE(draw_table(notes, place, table));  // nothing was edited
    std::map<int, std::vector<std::string>> before_row;
    for (const Notes::Label& label : notes.labels)
        if (place.rows.contains(label.at))
            before_row[static_cast<int>((label.at.y - place.rows.y) / place.cell_h)].push_back(label.text);
    REQUIRE(before_row.size() == 4);
    const char* const tokens[] = {"1", "0", "0", "1"};
    for (int row = 0; row < 4; ++row) {
        CAPTURE(row);
        REQUIRE(before_row[row].size() == 2);
        CHECK(before_row[row][0] == std::to_string(row + 1));
        CHECK(before_row[row][1] == tokens[row]);
    }
}

TEST_CASE("a table says whether cells that are seen were changed by an edit") {
    const PictureModel model = model_named(decoder);
    const auto plain = evaluated(model), edited = evaluated(model, {{"blocks.0.norm1", Cell{{1, 2}}, 9}});
    for (const auto& [name, changed] : {std::pair("blocks.0.norm1", true), std::pair("embed", false)}) {
        CAPTURE(name);
        const int record = edited->trace().find(name);
        Table table{.evaluation = *edited,
                    .unedited = plain.get(),
                    .record = record,
                    .grid = grid_of(edited->trace(), record, 0)};
        table.style = table_style(table.at(), 1, 1);
        Notes notes;
        CHECK(draw_table(notes, place_table(notes, {0, 0, 700, 400}, table), table) == changed);
    }
}

TEST_CASE("the name of a group goes before the number of its weights") {
    Notes notes;
    const RecordGroup group{.title = "Encoder block 1", .parameters = 198272};
    CHECK(heading_count(notes, group, 400) == "198,272 weights");
    CHECK(heading_count(notes, group, 150).empty());
    CHECK(heading_count(notes, {.title = "Input", .parameters = 0}, 400).empty());
}

TEST_CASE("the list shows what is chosen when the user comes back, and when another model has another list") {
    const Program program(window_options(decoder, {1280, 480}));
    if (!program) return;
    program.run("wait-idle\nkey 4\nwait-idle\nclick @record tokens\nmove @records\nwheel -60\nwait 5");
    CHECK_FALSE(program.app->find_target("record tokens"));
    program.run("key 1\nwait-idle\nkey 4\nwait-idle");
    CHECK(program.app->find_target("record tokens"));
    program.run("key Ctrl+Up\nwait-idle");
    program.run("type /\ntype logits\nkey Enter\nwait-idle");
    REQUIRE(program.state("stage") == "logits");
    CHECK(program.app->find_target("record logits"));
    // Also where the text became larger: lines are as high as its size.
    for (int i = 0; i < 6; ++i) program.run("key Ctrl++\nwait-idle");
    CHECK(program.app->find_target("record logits"));
    for (int i = 0; i < 6; ++i) program.run("key Ctrl+-\nwait-idle");
    Inputs other = program.app->session().inputs();
    other.model = "sinusoidal encoder-decoder";
    other.target = "the cat";
    program.app->session().set(other);
    program.run("wait-idle");
    CHECK(program.state("stage") == "logits");
    CHECK(program.app->find_target("record logits"));
}

TEST_CASE("bars stand at the table's columns where all are seen, and a few numbers have none") {
    struct Places {
        std::string shape;
        std::optional<Rect> table, bars;
    };
    const auto at = [](const std::string& model, const std::string& record, PixelSize size) {
        const Program program(window_options(model, size));
        if (!program) return Places{};
        program.run("wait-idle\ntype /\ntype " + record + "\nkey Enter\nwait-idle\nkey 4\nwait-idle");
        return Places{program.state("shape"), program.app->find_target("table"), program.app->find_target("overview")};
    };
    const Places few = at("t5 encoder, classifier by mean", "logits", {1280, 720});
    if (few.shape.empty()) return;
    REQUIRE(few.shape == "3");
    CHECK(few.table);
    CHECK_FALSE(few.bars);
    const Places wide = at(decoder, "blocks.0.norm1.weight", {1280, 720});
    REQUIRE(wide.bars);
    CHECK(wide.bars->w > 0.7F * wide.table->w);
    CHECK(wide.bars->right() <= wide.table->right() + 20);
    const Places all = at("alibi decoder", "blocks.0.norm1.weight", {1920, 720});
    REQUIRE(all.shape == "12");
    REQUIRE(all.bars);
    CHECK(all.bars->x == all.table->x);
    CHECK(all.bars->right() <= all.table->right() + 1);
}

TEST_SUITE_END();
