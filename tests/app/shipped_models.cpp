// Every shipped model in the walk, with its first example: all stages are stepped through in the real window, every
// number is one, and every picture shows some.
// ctest: alone 63 s, optimised only
#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <set>
#include <thread>

#include "app/pictures/board/memory.h"
#include "app/pictures/board/picture.h"
#include "app/program/app.h"
#include "app/views/inspect/record_list.h"
#include "app/views/inspect/table.h"
#include "app/views/shared/metric_labels.h"
#include "core/train/task.h"
#include "tests/support/notes_painter.h"
#include "tests/support/shipped_program.h"
#include "tests/support/skipped.h"

using namespace glassformer;

namespace {

Inputs first_example(const BuiltinModel& row) {
    return {.model = row.name,
            .text = row.card.examples.at(0),
            .target = row.card.targets.empty() ? "" : row.card.targets[0],
            .edits = {}};
}

/// The first number of a stage that is none; "" where all are. Only a mask makes infinite ones.
std::string not_a_number(const Record& record) {
    const ConstView all = record.view();
    for (std::size_t e = 0; e < all.shape.count(); ++e) {
        const float value = all.data[e];
        const bool closed = value == -INFINITY && record.name.ends_with("scores_masked");
        if (!std::isfinite(value) && !closed) return record.name + text(record.shape.cell(e), record.shape.rank());
    }
    return {};
}

/// Clicks the stage's bar, which is at the top of the page.
void go_to_stage(App& app, const std::string& name) {
    const auto map = app.find_target("map A");
    REQUIRE(map);
    app.platform().events().push(MouseMove{{map->centre().x, 500}});  // over the page, of 540 pixels
    app.platform().events().push(MouseWheel{{0, 100}});
    for (int i = 0; i < 3; ++i) app.frame();
    const auto bar = app.find_target("stage " + name);
    REQUIRE(bar);
    app.platform().events().click(bar->centre());
    for (int i = 0; i < 4; ++i) app.frame();
    CHECK(app.state().at("stage") == name);
}

}  // namespace

TEST_SUITE_BEGIN("shipped_models");

TEST_CASE("every shipped model says what to try, and its examples can be read") {
    const auto& models = test::shipped_models();
    REQUIRE(models.size() >= 49);
    for (const BuiltinModel& row : models) {
        CAPTURE(row.name);
        CHECK(row.problem.empty());
        CHECK_FALSE(row.card.title.empty());
        CHECK_FALSE(row.card.try_this.empty());
        REQUIRE_FALSE(row.card.examples.empty());
        const Model model = load_model(row.path);
        for (std::size_t i = 0; i < row.card.examples.size(); ++i) {
            CAPTURE(row.card.examples[i]);
            for (const TokenLabel& token : tokenize(model, row.card.examples[i])) CHECK_FALSE(token.unknown);
        }
        if (has_target(row.config)) CHECK(row.card.targets.size() == row.card.examples.size());
    }
}

TEST_CASE("what was measured on every shipped model is said in words") {
    for (const BuiltinModel& row : test::shipped_models()) {
        CAPTURE(row.name);
        for (const MetricLabel& text : metric_labels(row.card.metrics, metric_texts_of(row.card))) {
            CAPTURE(text.words);
            CHECK(text.known);
            CHECK(text.words.find('_') == std::string::npos);
            CHECK(text.words.find("that noun") ==
                  std::string::npos);  // a figure stands alone where others have no room
            CHECK_FALSE(text.words.starts_with("for "));
        }
    }
    const std::vector<std::pair<std::string, double>> metrics{
        {"accuracy_128", 0.9997}, {"accuracy_16", 1}, {"head", 1}, {"loss", 0.5}, {"of_others", 3}, {"sentences", 12}};
    const std::vector<MetricText> words{
        {.name = "accuracy_#", .words = "accuracy at length", .kind = MetricKind::share},
        {.name = "head", .words = "head", .kind = MetricKind::position},
        {.name = "loss", .words = "training loss", .unit = "nats"},
        {.name = "sentences", .words = "evaluated on", .kind = MetricKind::count, .unit = "sentences"}};
    const std::vector<MetricLabel> texts = metric_labels(metrics, words);
    REQUIRE(texts.size() == 5);
    CHECK(texts[0].words == "accuracy at length");
    CHECK(texts[0].values == std::vector<std::string>{"16: 100%", "128: 99.97%"});
    CHECK(texts[1].values == std::vector<std::string>{"2"});  // counted from 1 on the screen
    CHECK(texts[2].words == "training loss:");
    CHECK(texts[2].values == std::vector<std::string>{"0.50 nats"});
    CHECK(texts[3].values == std::vector<std::string>{"12 sentences"});
    CHECK(texts[4].words == "of others:");
    CHECK_FALSE(texts[4].known);
    CHECK(share_text(0.0004) == "0.04%");
    CHECK(share_text(0) == "0%");
    CHECK(share_text(0.862) == "86%");
}

TEST_CASE("a shipped model's title, typed into the list of models, opens that model") {
    const test::Program program(test::shipped_options("coreference-full"));
    if (!program) return;
    for (const BuiltinModel& row : test::shipped_models()) {
        CAPTURE(row.name);
        program.run("key Ctrl+O\ntype " + row.card.title + "\nkey Enter\nexpect open=closed\nwait-idle");
        CHECK(program.state("model") == row.name);
    }
}

TEST_CASE("every stage of every shipped model has finite numbers and a picture that shows them") {
    for (const BuiltinModel& row : test::shipped_models()) {
        CAPTURE(row.name);
        const auto evaluation = evaluate_once(std::make_shared<Model>(load_model(row.path)), first_example(row));
        for (const int id : evaluation->trace().stages()) {
            const Record& record = evaluation->trace().record(id);
            CAPTURE(record.name);
            CHECK(not_a_number(record) == "");
            PictureMemory memory;
            test::Notes notes;
            const Scene scene{.evaluation = *evaluation, .record = id, .memory = &memory};
            picture_of(record).draw(notes, {0, 0, 900, 480}, scene, {-1, -1});
            CHECK_FALSE(notes.heats.empty());
            CHECK_FALSE(notes.texts.empty());
        }
    }
}

TEST_CASE("a sign in the name of a cell stands in quotes, a word does not") {
    int models = 0;
    for (const BuiltinModel& row : test::shipped_models()) {
        if (row.name != "agreement-causal") continue;
        ++models;
        const auto evaluation = evaluate_once(std::make_shared<Model>(load_model(row.path)), first_example(row));
        const Record& probs = evaluation->trace().record(evaluation->trace().find("probs"));
        int signs = 0;
        for (int token = 0; token < probs.shape.cols(); ++token) {
            const std::string plain = label_of(*evaluation, probs, 1, token),
                              named = line_name_of(*evaluation, probs, 1, token);
            signs += plain == "," ? 1 : 0;
            if (plain == ",")
                CHECK(named == "“,”");
            else if (plain == "<start>" || plain == "dog")
                CHECK(named == plain);
        }
        CHECK(signs == 1);
    }
    CHECK(models == 1);
}

TEST_CASE("a letter above a column is never laid on its side") {
    int models = 0;
    for (const BuiltinModel& row : test::shipped_models()) {
        if (row.name != "k-back-1-rope" && row.name != "local-majority-t5") continue;
        ++models;
        CAPTURE(row.name);
        const auto evaluation = evaluate_once(std::make_shared<Model>(load_model(row.path)), first_example(row));
        const int id = evaluation->trace().find("blocks.0.attn.weights");
        REQUIRE(id >= 0);
        for (const float width : {400.0F, 600.0F, 900.0F}) {
            PictureMemory memory;
            test::Notes notes;
            const Scene scene{.evaluation = *evaluation, .record = id, .memory = &memory};
            picture_of(scene.stage()).draw(notes, {0, 0, width, 480}, scene, {-1, -1});
            int letters = 0;
            for (const test::Notes::Label& label : notes.labels) {
                letters += label.text.size() == 1 ? 1 : 0;
                if (label.text.size() == 1) CHECK(label.style.degrees == 0);
            }
            CHECK(letters > 16);
        }
    }
    CHECK(models == 2);
}

TEST_CASE("the walk opens every shipped model and steps through all of its stages") {
#ifdef __SANITIZE_ADDRESS__
    test::skip(test::Needs::plain_build, "thousands of frames are drawn in a build without sanitizers");
    return;
#endif
    for (const BuiltinModel& row : test::shipped_models()) {
        CAPTURE(row.name);
        const test::Program program(test::shipped_options(row.name));
        if (!program) return;
        App& app = *program.app;
        app.session().wait();
        app.frame();
        REQUIRE(app.session().shown().error.empty());
        const auto shown = app.session().shown().current;
        REQUIRE(shown);
        app.platform().events().key(Key::home);
        app.frame();
        app.frame();
        const std::vector<int>& stages = shown->trace().stages();
        for (std::size_t i = 0; i < stages.size(); ++i) {
            CAPTURE(shown->trace().record(stages[i]).name);
            CHECK(app.state().at("stage") == shown->trace().record(stages[i]).name);
            app.platform().events().key(Key::right);
            app.frame();
            app.frame();
        }
        CHECK(app.state().at("index") == std::to_string(stages.size()));
        app.platform().events().key(Key::digit_3);  // its answers, in every mode
        std::string mode;
        do {
            app.frame();
            app.frame();
            if (mode.empty()) mode = app.state().at("output_mode");
            CHECK(app.state().at("view") == "output");
            // In a window this small the other pages have no room for the list of candidates beside them.
            const std::string page = app.state().at("output_mode");
            if (page == "lens") {
                for (int i = 0; i < 2000 && app.state().at("lens") == "running"; ++i) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(2));
                    app.frame();
                }
                CHECK(app.state().at("lens") == "done");
            } else if (page == "contributions") {
                // A sentence stands there for models without a residual stream.
                CHECK(app.state().at("contributions").empty() != shown->model().config.residual);
            } else {
                CHECK(app.find_target("candidate 0"));
            }
            app.platform().events().key(Key::v);
            app.frame();
            app.frame();
        } while (app.state().at("output_mode") != mode);
        app.platform().events().key(Key::digit_5);  // against another run, at some stages
        app.settle();
        CHECK(app.state().at("view") == "compare");
        CHECK(app.state().at("compare_done") == "yes");
        CHECK(app.state().at("compare_b_error").empty());
        app.platform().events().key(Key::home);
        for (std::size_t i = 0; i < stages.size(); i += 7) {
            CAPTURE(shown->trace().record(stages[i]).name);
            go_to_stage(app, shown->trace().record(stages[i]).name);
            CHECK(app.find_target("map A"));
            CHECK(app.find_target("map B"));
        }
        CHECK(app.state().at("error").empty());
    }
}

TEST_CASE("the attention view draws every shipped model in every way") {
#ifdef __SANITIZE_ADDRESS__
    test::skip(test::Needs::plain_build, "hundreds of frames are drawn in a build without sanitizers");
    return;
#endif
    for (const BuiltinModel& row : test::shipped_models()) {
        CAPTURE(row.name);
        AppOptions options = test::shipped_options(row.name);
        options.view = "attention";
        const test::Program program(options);
        if (!program) return;
        App& app = *program.app;
        app.session().wait();
        app.settle();
        const int layers = std::stoi(app.state().at("attention_layers"));
        for (int layer = 0; layer < std::max(1, layers); ++layer) {
            std::set<std::string> pages;  // once around all of them
            while (pages.insert(app.state().at("attention_mode")).second) {
                app.platform().events().key(Key::v);
                app.frame();
                app.frame();
            }
            if (layers > 0) CHECK(app.state().at("attention_mode") == "heads");
            app.platform().events().key(Key::right, with_shift);
            app.frame();
        }
        CHECK(app.state().at("error").empty());
        CHECK(app.state().at("view") == "attention");
    }
}

TEST_CASE("the inspector has a table for every tensor of every shipped model, with whole numbers in it") {
    for (const BuiltinModel& row : test::shipped_models()) {
        CAPTURE(row.name);
        const auto evaluation = evaluate_once(std::make_shared<Model>(load_model(row.path)), first_example(row));
        const Trace& trace = evaluation->trace();
        CHECK(list_records(trace).records.size() == trace.records().size());
        for (const Record& record : trace.records()) {
            if (record.value == nullptr) continue;
            CAPTURE(record.name);
            Table table{.evaluation = *evaluation, .record = record.id, .grid = grid_of(trace, record.id, 0)};
            table.letters = letters_of(*evaluation, record.id, table.grid);
            test::Notes notes;
            const TablePlace place = place_table(notes, {0, 0, 900, 480}, table);
            draw_table(notes, place, table);
            int numbers = 0, cut = 0;
            for (const test::Notes::Label& label : notes.labels) {
                if (!place.at(label.at)) continue;
                ++numbers;
                cut += label.text.ends_with("…") ? 1 : 0;
            }
            CHECK(numbers > 0);
            CHECK(cut == 0);
        }
    }
}

TEST_CASE("the inspector opens every shipped model and goes down its list of tensors") {
#ifdef __SANITIZE_ADDRESS__
    test::skip(test::Needs::plain_build, "many frames are drawn in a build without sanitizers");
    return;
#endif
    constexpr int shown_tensors = 12;
    for (const BuiltinModel& row : test::shipped_models()) {
        CAPTURE(row.name);
        AppOptions options = test::shipped_options(row.name);
        options.view = "inspect";
        const test::Program program(options);
        if (!program) return;
        App& app = *program.app;
        app.session().wait();
        app.frame();
        REQUIRE(app.session().shown().error.empty());
        const auto shown = app.session().shown().current;
        REQUIRE(shown);
        CHECK(app.state().at("view") == "inspect");
        CHECK(app.state().at("listed") == std::to_string(shown->trace().records().size()));
        std::set<std::string> met;
        for (int i = 0; i < shown_tensors; ++i) {
            app.platform().events().key(Key::down, with_control);
            app.frame();  // the key goes down
            app.frame();  // … and up
            met.insert(app.state().at("stage"));
            CHECK(app.state().at("rows_seen").starts_with("0-"));
            CHECK(app.state().at("rows_seen") != "0--1");
        }
        // As many as there are below the first stage in the list, in the smallest model.
        CHECK(met.size() >= std::min<std::size_t>(shown_tensors, shown->trace().records().size() / 2));
        CHECK(app.state().at("error").empty());
    }
}

TEST_SUITE_END();
