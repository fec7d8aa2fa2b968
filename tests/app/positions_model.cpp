// The positions view and models: q and k of the open model's head, from the walk and back, the encoding switched over
// the same weights, shipped models trained with each encoding, and tables as a file.
// ctest: alone 6 s
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "app/script/render.h"
#include "app/views/positions/open_model.h"
#include "app/views/positions/page.h"
#include "app/views/positions/parts.h"
#include "core/io/model_folder.h"
#include "core/model/positional.h"
#include "core/positions/stages.h"
#include "core/train/task.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

AppOptions walk_options(const std::string& model = decoder) {
    AppOptions options = window_options(model);
    options.view = "walk";
    options.theme = "dark";
    options.text_scale = 1;
    return options;
}

/// The shipped models of a task as the picker's.
AppOptions shipped_options(const std::string& shown) {
    const std::string folder = GLASSFORMER_SOURCE_DIR "/assets/models/";
    AppOptions options = walk_options();
    options.view = "positions";
    options.load = [folder](const std::string& name) {
        Model model = load_model(folder + name);
        model.name = name;
        return std::make_shared<const Model>(std::move(model));
    };
    options.models.clear();
    for (const char* kind : {"none", "sinusoidal", "learned", "rope", "alibi", "t5", "shaw"}) {
        ModelChoice choice{.name = std::string("k-back-3-") + kind, .title = kind, .details = "", .examples = {}};
        choice.examples.push_back({.model = choice.name, .text = "abcdefghijklmnop", .target = "", .edits = {}});
        options.models.push_back(choice);
    }
    options.inputs.model = shown;
    options.position_lengths = GLASSFORMER_SOURCE_DIR "/assets/positions/lengths.json";
    return options;
}

}  // namespace

TEST_SUITE_BEGIN("positions_model");

TEST_CASE("q and k of a head of the open model give the model's own score at the tokens' own places") {
    for (const char* name : {decoder, "tied rope decoder, grouped queries, gated, rmsnorm", "alibi decoder",
                             "t5 encoder, classifier by mean"}) {
        CAPTURE(name);
        const SettledProgram program(walk_options(name));
        if (!program) return;
        program.run("key J\nexpect view=positions\nclick @positions mode scores");
        CHECK(program.state("positions_content") == name);
        const Trace& trace = program.trace();
        // The last token asks, the first one answers, as chosen at first.
        const int last = std::stoi(program.state("tokens")) - 1;
        program.run("wait 2");
        CHECK(std::stoi(program.state("positions_query_token")) == last);
        // Their places: the query in the row of the last token, the key in the first column.
        for (int i = 0; i < 140 && std::stoi(program.state("positions_query")) != last; ++i)
            program.run(std::stoi(program.state("positions_query")) > last ? "key Up" : "key Down");
        for (int i = 0; i < 140 && program.state("positions_key") != "0"; ++i) program.run("key Ctrl+Left");
        const ModelConfig& config = program.app->session().shown().current->model().config;
        const int column = std::stoi(program.state("positions_chosen"));
        const std::string columns = program.state("positions_columns");
        CHECK(columns.find(std::string(config.positional.kind->name)) != std::string::npos);
        int id = trace.find("blocks.0.attn.scores_biased");
        if (id < 0) id = trace.find("blocks.0.attn.scores_scaled");
        REQUIRE(id >= 0);
        const float wanted = trace.value(id, Cell{{0, last, 0}});
        const float shown = std::stof(program.state("positions_score_" + std::to_string(column)));
        CHECK(shown == doctest::Approx(wanted).epsilon(2e-3));
        const bool learned = !config.positional.kind->parameters.empty();
        if (learned) CHECK(program.state("positions_learned_" + std::to_string(column)) == name);
    }
}

TEST_CASE("a model without attention leaves the positions view its random query and key, and says why") {
    const SettledProgram program(walk_options("lstm"));
    if (!program) return;
    program.run("key J\nwait 2\nclick @positions mode scores\nwait 2\nexpect view=positions");
    CHECK(program.state("notice").find("no attention") != std::string::npos);
    CHECK(program.state("positions_content").find("random") == 0);
}

TEST_CASE("attention that has no positions is not denied in the positions view") {
    for (const auto& [name, why] : {std::pair{"gru with additive attention", "has no positions to encode"},
                                    std::pair{"soft look-up table", "fixed table"}}) {
        CAPTURE(name);
        const SettledProgram program(walk_options(name));
        if (!program) return;
        program.run("key J\nwait 2\nclick @positions mode scores\nwait 2\nexpect view=positions");
        CHECK(program.state("notice").find(why) != std::string::npos);
        CHECK(program.state("notice").starts_with("This model"));
    }
}

TEST_CASE("the walk leads to the encodings where positions act, and the way back leads there") {
    AppOptions options = walk_options();
    options.stage = "embed.positions";
    const SettledProgram program(options);
    if (!program) return;
    program.run("click @compare encodings\nwait 2\nexpect view=positions\nexpect positions_chosen=2");
    program.run("key Shift+P\nwait 2\nexpect view=walk\nexpect stage=embed.positions");
    program.run(
        "key 6\nwait 2\nclick @positions mode scores\nwait 2\nclick @touched embed\nwait 2\nexpect view=walk\nexpect "
        "stage=embed");
    const auto kinds = all_positional_kinds();
    for (const PictureModel& model : picture_models()) {
        CAPTURE(model.name);
        const auto evaluation = evaluated(model);
        const ModelConfig& config = evaluation->model().config;
        if (!is_transformer(config)) continue;
        int touched = 0;
        for (const int id : evaluation->trace().stages()) {
            const Record& record = evaluation->trace().record(id);
            const bool is = positions::touches(*config.positional.kind, record);
            touched += is ? 1 : 0;
            if (is) CHECK(record.name.find("cross_attn") == std::string::npos);
            if (record.stage == &stage::v) CHECK(!is);
        }
        CHECK((touched > 0) == (config.positional.kind != kinds.data()));
    }
}

TEST_CASE("another encoding over the same weights is called not trained for, and taken back") {
    const SettledProgram program(walk_options());
    if (!program) return;
    program.run(
        "key 6\nwait 2\nclick @positions mode scores\nwait 2\nexpect positions_not_trained=no\nexpect "
        "positions_model_kind=learned");
    program.run("key Shift+Page down\nkey Shift+Page down\nkey Shift+Page down\nexpect positions_chosen=4");  // ALiBi
    program.run("key Shift+A\nwait-idle\nexpect positions_model_kind=alibi\nexpect positions_not_trained=yes");
    program.run("key Shift+Page up\nkey Shift+Page up\nexpect positions_chosen=2\nkey Shift+A\nwait-idle");
    program.run("expect positions_model_kind=learned\nexpect positions_not_trained=no\nexpect changes=0");
    // What would need other parameters is refused with a sentence.
    program.run("key Q\nkey Q\nkey Q\nwait 2\nexpect positions_columns=sinusoidal,t5,rope,alibi\nkey Shift+A\nwait 2");
    CHECK(program.state("notice").find("relative_bias") != std::string::npos);
    CHECK(program.state("positions_model_kind") == "learned");
}

TEST_CASE("with another encoding over its weights the open model's own encoding keeps what it learned") {
    {
        const SettledProgram program(walk_options());
        if (!program) return;
        program.run(
            "key J\nwait 2\nclick @positions mode scores\nwait 2\nexpect positions_model_kind=learned\nexpect "
            "positions_chosen=2");
        CHECK(program.state("positions_learned_2") == decoder);
        program.run(
            "key Shift+Page down\nkey Shift+Page down\nexpect positions_chosen=4\nkey Shift+A\nwait-idle\nwait 2");
        program.run("expect positions_not_trained=yes\nexpect positions_model_kind=alibi");
        CHECK(program.state("positions_learned_2") == decoder);
    }
    // Opened so, its table has the rows that were trained too.
    AppOptions options = walk_options();
    options.inputs.architecture = R"({"positional": {"kind": "rope"}})";
    const SettledProgram program(options);
    program.run(
        "key J\nwait 2\nclick @positions mode scores\nwait 2\nexpect positions_not_trained=yes\nexpect "
        "positions_chosen=3");
    CHECK(program.state("positions_learned_2") == decoder);
    CHECK(program.state("positions_error_2").empty());
}

TEST_CASE("shipped models show what they learned, attend within and beyond training, and open one another") {
    const SettledProgram program(shipped_options("k-back-3-learned"));
    if (!program) return;
    program.run("click @positions mode trained\nexpect positions_mode=trained\nwait-idle");
    // Models are read on a thread of their own, however long that takes.
    for (int i = 0; i < 100 && program.state("positions_trained_4") != "k-back-3-alibi"; ++i) program.run("wait-idle");
    CHECK(program.state("positions_trained_2") == "k-back-3-learned");
    CHECK(program.state("positions_trained_3") == "k-back-3-rope");
    CHECK(program.state("positions_beyond_2").find("at most 32") != std::string::npos);
    CHECK(program.state("positions_beyond_3").empty());
    CHECK(program.app->find_target("trained similarity 2"));
    CHECK(!program.app->find_target("trained similarity 3"));
    CHECK(program.app->find_target("trained weights c 3"));
    // The sibling trained with the chosen encoding.
    program.run(
        "key Shift+Page down\nkey Shift+Page down\nexpect positions_sibling=k-back-3-rope\nkey Shift+M\nwait-idle");
    CHECK(program.state("model") == "k-back-3-rope");
    program.run("expect positions_not_trained=no\nexpect positions_model_kind=rope");
    // No model is shipped with one-hot positions.
    program.run("key Q\nkey Q\nkey Q\nkey Q\nwait-idle\nexpect positions_columns=sinusoidal,learned,one_hot,alibi");
    CHECK(program.state("positions_trained_3").find("glassformer train --task k-back-3 --positional one_hot") !=
          std::string::npos);
}

TEST_CASE("a head of a shipped model looks where its trace says") {
    const std::string folder = GLASSFORMER_SOURCE_DIR "/assets/models/k-back-3-learned";
    const auto model = std::make_shared<PositionsModel>();
    model->name = "k-back-3-learned";
    model->model = std::make_shared<const Model>(load_model(folder));
    model->trained_length = require_task("k-back-3").trained_length;
    Inputs inputs;
    inputs.text = text_of_task("k-back-3", 16);
    CHECK(inputs.text.size() == 16);
    CHECK(text_of_task("k-back-3", 32).substr(0, 16) == inputs.text);
    model->readings.push_back({.length = 16, .evaluation = evaluate_once(model->model, inputs), .error = ""});
    const TrainedHead head = trained_head(model, 1, 2, 1);
    const Trace& trace = model->readings[0].evaluation->trace();
    const int id = trace.find("blocks.1.attn.weights");
    CHECK(head.weights[0].view().row(9)[6] == trace.value(id, Cell{{2, 9, 6}}));
    const Parameter* table = model->model->weights.find("embed.positions.weight");
    REQUIRE(table != nullptr);
    CHECK(head.column.column.encoding.table.data[5 * 64 + 3] == table->data[5 * 64 + 3]);
    double product = 0;
    for (std::size_t c = 0; c < 64; ++c)
        product += static_cast<double>(table->data[4 * 64 + c]) * static_cast<double>(table->data[7 * 64 + c]);
    CHECK(head.column.column.similarity.view().row(4)[7] == doctest::Approx(product).epsilon(1e-4));
    // Beyond the model's own heads the last is taken.
    CHECK(trained_head(model, 9, 9, 2).weights[0].data == trained_head(model, 1, 3, 3).weights[0].data);
}

TEST_CASE("the laboratory scales rotations three ways and shifts sines by a matrix") {
    PositionsState state = first_positions();
    state.page = positions_page("scaling");
    EncodingTables laboratory;
    laboratory.follow(state, {});
    REQUIRE(laboratory.columns().size() == 3);
    for (const auto scaling :
         {positions::RopeScaling::none, positions::RopeScaling::linear, positions::RopeScaling::ntk}) {
        positions::Settings settings = state.settings;
        settings.kind = find_positional("rope");
        settings.scaling = scaling;
        settings.scaling_factor = 4;
        positions::Column wanted;
        positions::compute(settings, positions::random_learned(settings), positions::random_content(settings), wanted);
        const EncodingColumn& shown = laboratory.columns()[static_cast<std::size_t>(scaling)];
        CHECK(shown.curve[5].score == wanted.scores.map.view().row(static_cast<std::size_t>(state.query))[5]);
        CHECK(shown.settings.kind == find_positional("rope"));
    }
    state.page = positions_page("shift");
    state.settings.first = 5;
    laboratory.follow(state, {});
    const EncodingColumn& sines = laboratory.columns()[0];
    REQUIRE(!sines.shift_map.data.empty());
    CHECK(sines.shift_steps == 5);
    CHECK(sines.shift_map_error < 1e-5);
    CHECK(laboratory.columns()[2].shift_map.data.empty());
    CHECK(positions::largest_difference(sines.unshifted.scores.map, sines.column.scores.map) ==
          doctest::Approx(
              std::abs(*std::ranges::max_element(sines.shift_change.data, {}, [](float x) { return std::abs(x); }))));
}

TEST_CASE("tables of the positions view are written as lines of numbers") {
    const TemporaryFolder folder;
    AppOptions options = walk_options();
    options.view = "positions";
    options.position_lengths = GLASSFORMER_SOURCE_DIR "/assets/positions/lengths.json";
    const SettledProgram program(options);
    if (!program) return;
    program.run("click @positions mode scores\nwait 2");
    const auto lines_of = [&](const std::string& name) {
        const std::string file = (folder.path() / name).string();
        program.run("key Ctrl+E\nwait-idle\nclick @export file\nkey Ctrl+A\ntype " + file +
                    "\nkey Enter\nwait-idle\nexpect export=closed");
        std::ifstream in(file);
        std::vector<std::string> lines;
        for (std::string line; std::getline(in, line);) lines.push_back(line);
        return lines;
    };
    const std::vector<std::string> scores = lines_of("scores.csv");
    REQUIRE(scores.size() > 1000);
    CHECK(scores.front() == "place,encoding,map,row,column,value");
    const std::string start =
        "3,rope,scores," + program.state("positions_query") + "," + program.state("positions_key") + ",";
    const auto found = std::ranges::find_if(scores, [&](const std::string& line) { return line.starts_with(start); });
    REQUIRE(found != scores.end());
    CHECK(std::stof(found->substr(start.size())) == std::stof(program.state("positions_score_3")));
    program.run("click @positions mode learned\nwait-idle");
    const std::vector<std::string> measured = lines_of("measured.csv");
    CHECK(std::ranges::any_of(
        measured, [](const std::string& line) { return line.starts_with("3,rope,accuracy k-back-3,seed 2,128,"); }));
}

TEST_CASE("a frame of the positions view is timed while a control is dragged") {
    AppOptions options = walk_options();
    options.view = "positions";
    try {
        CHECK(bench_frame(options, 3, {.keys = "key V\nkey V", .drag = "shift"}).repeats == 3);
    } catch (const Error& error) {
        MESSAGE("not drawn: ", error.what());
        return;
    }
    CHECK_THROWS_WITH_AS(bench_frame(options, 3, {.drag = "no such control"}), doctest::Contains("no such control"),
                         Error);
}

TEST_SUITE_END();
