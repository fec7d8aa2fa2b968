// The pictures of the Train view: charts of the records, maps of what the example attends to, the line of kept steps.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/pictures/charts/line_chart.h"
#include "app/views/train/charts/charts.h"
#include "app/views/train/charts/part_map.h"
#include "app/views/train/charts/part_names.h"
#include "app/views/train/heads/heads.h"
#include "app/views/train/run/state.h"
#include "core/train/live/kept_model.h"
#include "tests/support/drawing.h"
#include "tests/support/notes_painter.h"
#include "tests/support/trainings.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// The task's first example with its initial weights.
std::shared_ptr<const Evaluation> untrained(const std::string& task) {
    const auto plan = std::make_shared<const TrainingPlan>(plan_of(settings_of_task(task)));
    const auto model = std::make_shared<const Model>(model_at_step(*plan, trainer_of(plan, nullptr)->weights(), 0));
    Inputs inputs;
    inputs.model = model->name;
    if (!model->card.examples.empty()) inputs.text = model->card.examples.front();
    if (!model->card.targets.empty()) inputs.target = model->card.targets.front();
    return evaluate_once(model, inputs);
}

/// Draws with a view's context, as often as it takes until nothing moves.
class Easel {
public:
    explicit Easel(PixelSize size = {640, 480}) : platform_(headless(size)) {
        if (!platform_) return;
        gui_ = std::make_unique<Gui>(*platform_, GuiOptions{});
        Session::Options options;
        options.load = [](const std::string& name) { return make_model(model_named(name)); };
        session_ = std::make_unique<Session>(std::move(options));
        Inputs inputs;
        inputs.model = decoder;
        inputs.text = model_named(decoder).text;
        session_->set(inputs);
        session_->wait();
    }
    explicit operator bool() const { return platform_ != nullptr; }
    EventQueue& events() { return platform_->events(); }
    void draw(const std::function<void(ViewContext&)>& picture) {
        const Session::Snapshot shown = session_->shown();
        gui_->settle(
            [&](Ui& ui) {
                ViewContext context{ui, *session_, shown, cursor_, preferences_, targets, notice_};
                picture(context);
            },
            60);
    }
    Targets targets;

private:
    std::unique_ptr<Platform> platform_;
    std::unique_ptr<Gui> gui_;
    std::unique_ptr<Session> session_;
    Cursor cursor_;
    Preferences preferences_{.theme = all_themes().front()};
    std::string notice_;
};

}  // namespace

TEST_SUITE_BEGIN("train_pictures");

TEST_CASE("every task's maps are found, each with words for its rows and columns, and rows that sum to 1") {
    for (const std::string& task : trainable_tasks()) {
        CAPTURE(task);
        const auto evaluation = untrained(task);
        const ModelConfig& config = evaluation->model().config;
        const std::vector<TrainedHeadMap> maps = head_maps(*evaluation);
        std::size_t expected = 0;
        if (is_transformer(config)) {
            const auto heads = static_cast<std::size_t>(config.n_heads);
            expected = heads * static_cast<std::size_t>(config.n_layers);
            if (config.architecture == Architecture::encoder_decoder)
                expected += static_cast<std::size_t>(config.n_decoder_layers * (config.n_heads + config.n_cross_heads));
        } else if (task == "soft-lookup" || task == "translate-rnn-attention") {
            expected = 1;
        }
        CHECK(maps.size() == expected);
        std::vector<std::string> briefs;
        float largest = 0;
        for (const TrainedHeadMap& map : maps) {
            CAPTURE(map.title);
            briefs.push_back(map.brief);
            const ConstMatrix matrix = head_matrix(*evaluation, 0, map);
            CHECK(static_cast<std::size_t>(matrix.rows) == map.queries.size());
            CHECK(static_cast<std::size_t>(matrix.cols) == map.keys.size());
            for (const auto* words : {&map.queries, &map.keys})
                CHECK(std::ranges::none_of(*words, [](const std::string& word) { return word.empty(); }));
            for (int row = 0; row < matrix.rows; ++row) {
                float sum = 0;
                for (int key = 0; key < matrix.cols; ++key) {
                    sum += matrix.at(row, key);
                    largest = std::max(largest, matrix.at(row, key));
                }
                CHECK(sum == doctest::Approx(1).epsilon(1e-4));
            }
        }
        std::ranges::sort(briefs);
        CHECK(std::ranges::adjacent_find(briefs) == briefs.end());
        if (!maps.empty()) CHECK(head_limit(*evaluation, maps) >= largest);
    }
}

TEST_CASE("the words of an alignment are the decoder's and the source's, those of a table its keys' numbers") {
    const auto translation = untrained("translate-rnn-attention");
    const std::vector<TrainedHeadMap> alignment = head_maps(*translation);
    REQUIRE(alignment.size() == 1);
    CHECK(alignment[0].queries == std::vector<std::string>{"<bos>", "he", "hit", "me", "with", "a", "pie"});
    CHECK(alignment[0].keys == std::vector<std::string>{"il", "m'", "a", "entarté", "<eos>"});
    const auto lookup = untrained("soft-lookup");
    const std::vector<TrainedHeadMap> table = head_maps(*lookup);
    REQUIRE(table.size() == 1);
    CHECK(table[0].lookup);
    CHECK(table[0].keys.front() == "1");
    CHECK(table[0].keys.back() == std::to_string(lookup->model().config.lookup.entries));
}

TEST_CASE("the norms of the parts make up the norm of the gradient, and each number is found at its step") {
    const TrainingPlan plan = small_plan("coreference", 3, 6);
    TrainingSession session(plan, {});
    session.start();
    session.wait();
    const TrainingSession::Snapshot shown = session.shown();
    REQUIRE(shown.records.size() == 6);
    PartSteps steps;
    const auto parts = static_cast<int>(shown.parts->names.size());
    steps.clear(parts);
    for (std::size_t i = 0; i < shown.records.size(); ++i) {
        const std::vector<float> norms = norms_of_parts(shown.records[i], *shown.parts);
        double squares = 0;
        for (const float norm : norms) squares += static_cast<double>(norm) * static_cast<double>(norm);
        CHECK(std::sqrt(squares) == doctest::Approx(static_cast<double>(shown.records[i].gradient_norm)).epsilon(1e-4));
        steps.add(norms);
    }
    CHECK(steps.steps() == 6);
    CHECK(steps.at(1, 4) == norms_of_parts(shown.records[3], *shown.parts)[1]);
    const std::vector<float> two = steps.columns(4);  // of four steps, and of two
    REQUIRE(two.size() == static_cast<std::size_t>(2 * parts));
    CHECK(two[0] == std::log10(std::max({steps.at(0, 1), steps.at(0, 2), steps.at(0, 3), steps.at(0, 4)})));
    CHECK(two[1] == std::log10(std::max(steps.at(0, 5), steps.at(0, 6))));
    const ChartAxis axis = steps.axis();
    CHECK(axis.logarithmic);
    for (int part = 0; part < parts; ++part)
        for (int step = 1; step <= 6; ++step) CHECK(static_cast<double>(steps.at(part, step)) <= axis.high);
}

TEST_CASE("parts have names on the screen in every model, no two the same") {
    CHECK(part_title("blocks.0.attention") == "Block 1 attention");
    CHECK(part_title("encoder.blocks.1.mlp") == "Encoder block 2 MLP");
    CHECK(part_title("decoder.blocks.0.attention") == "Decoder block 1 self-attention");
    CHECK(part_brief("decoder.blocks.0.cross_attention") == "Dec 1 cross-attention");
    CHECK(part_title("rnn.0") == "Recurrent layer 1");
    CHECK(part_title("something.else") == "something.else");
    for (const std::string& task : trainable_tasks()) {
        CAPTURE(task);
        std::vector<std::string> titles, briefs;
        for (const std::string& name : parts_of_model(require_task(task).config).names) {
            CAPTURE(name);
            titles.push_back(part_title(name));
            briefs.push_back(part_brief(name));
            CHECK(titles.back() != name);
            CHECK(titles.back().find('_') == std::string::npos);
        }
        for (auto* names : {&titles, &briefs}) {
            std::ranges::sort(*names);
            CHECK(std::ranges::adjacent_find(*names) == names->end());
        }
    }
}

TEST_CASE("charts below each other have one axis of steps, and a step is found where it is clicked") {
    const TrainingPlan plan = small_plan("coreference", 3, 10);
    TrainingSession session(plan, {});
    session.start();
    session.wait();
    const TrainingSession::Snapshot shown = session.shown();
    Easel stage({800, 900});
    if (!stage) return;
    TrainCharts charts;
    for (const char* name : {"norm", "by_part", "updates"}) {
        charts.choose(name);
        stage.draw([&](ViewContext& context) { charts.draw(context, {10, 10, 700, 800}, shown, 10, 1); });
        CHECK(charts.chosen() == name);
        const Rect plot = charts.plot();
        REQUIRE(plot.w > 100);
        for (int i = 1; i <= 4; ++i) {
            const Rect& place = stage.targets.places.at("train chart " + std::to_string(i));
            CHECK(place.x == 10);
            CHECK(place.w == 700);
        }
        // The click of the fourth step, in the charts and on the step line.
        const float x = plot.x + 0.4F * plot.w;
        std::optional<int> touched;
        stage.events().click({x, stage.targets.places.at("train chart 4").centre().y});
        stage.draw([&](ViewContext& context) {
            const auto touch = charts.draw(context, {10, 10, 700, 800}, shown, 10, 1);
            if (touch.dragged) touched = touch.dragged;
        });
        CHECK(touched == 4);
        stage.draw([&](ViewContext& context) { charts.scrub(context, {10, 820, 700, 40}, {0, 4, 10}, 10, 10); });
        int scrubbed = -1;
        const std::vector<int> kept{0, 1, 4, 5, 10};
        int looked = 10;
        stage.events().click({x + 2, 840});
        stage.draw([&](ViewContext& context) {
            charts.draw(context, {10, 10, 700, 800}, shown, looked, 1);
            if (const int to = charts.scrub(context, {10, 820, 700, 40}, kept, looked, 10); to >= 0)
                looked = scrubbed = to;
        });
        CHECK(scrubbed == 4);
        const Rect& line = stage.targets.places.at("train scrubber");
        CHECK(line.centre().x == doctest::Approx(plot.centre().x).epsilon(0.01));
    }
    charts.choose("nothing");
    CHECK(charts.chosen() == "updates");
}

TEST_CASE("the step line is worked with the keyboard, from one kept step to the next") {
    Easel stage;
    if (!stage) return;
    const std::vector<int> kept{0, 1, 2, 4, 8};
    int looked = 8;
    const auto draw = [&] {
        stage.draw([&](ViewContext& context) {
            if (const int to = scrub_line(context, {20, 20, 400, 40}, kept, looked, 20, 40, 400); to >= 0) looked = to;
        });
    };
    draw();
    stage.events().key(Key::tab);
    stage.events().key(Key::left);
    draw();
    CHECK(looked == 4);
    stage.events().key(Key::home);
    draw();
    CHECK(looked == 0);
    stage.events().key(Key::right);
    stage.events().key(Key::right);
    draw();
    CHECK(looked == 2);
    stage.events().key(Key::end);
    draw();
    CHECK(looked == 8);
    stage.events().click({40 + 360 * 0.9F, 40});  // step 18: the newest that is kept
    draw();
    CHECK(looked == 8);
    stage.events().click({40 + 360 * 3.2F / 20, 40});
    draw();
    CHECK(looked == 4);
}

TEST_CASE("maps are drawn at any size, and a click chooses among as many heads as there are") {
    Easel stage({1300, 1000});
    if (!stage) return;
    for (const char* task : {"translate-fr-en", "soft-lookup", "roles", "translate-rnn-attention"}) {
        CAPTURE(task);
        const auto evaluation = untrained(task);
        const std::vector<TrainedHeadMap> maps = head_maps(*evaluation);
        for (const Rect area :
             {Rect{10, 10, 1200, 900}, Rect{10, 10, 500, 400}, Rect{10, 10, 300, 800}, Rect{10, 10, 60, 30}}) {
            stage.targets.places.clear();
            stage.draw([&](ViewContext& context) { draw_head_maps(context, area, *evaluation, 77, maps, 0); });
            for (const auto& [name, place] : stage.targets.places) {
                CAPTURE(name);
                CHECK(place.x >= area.x);
                CHECK(place.right() <= area.right() + 1);
                CHECK(place.y >= area.y);
                CHECK(place.bottom() <= area.bottom() + 1);
            }
            const auto second = stage.targets.places.find("train head 2");
            if (second == stage.targets.places.end()) continue;
            int clicked = -1;
            stage.events().click(second->second.centre());
            stage.draw([&](ViewContext& context) {
                if (const int one = draw_head_maps(context, area, *evaluation, 77, maps, 0); one >= 0) clicked = one;
            });
            CHECK(clicked == 1);
        }
    }
}

TEST_CASE("a chart's flag stands at its line, and numbers have their unit") {
    WindowNotes notes(14, **all_themes().begin());
    const std::vector<ChartPoint> points{{0, 100}, {4, 97}, {10, 3}};
    LineChart chart{.title = "Accuracy", .across = {.low = 0, .high = 10}, .up = {.low = 0, .high = 100, .unit = "%"}};
    chart.series = {{.name = "accuracy", .points = points}};
    chart.marks = {{.x = 2, .name = "step 2", .flag = true}};
    chart.least_left = 90;
    const LineChartDrawn drawn = draw_line_chart(notes, {0, 0, 500, 200}, chart);
    CHECK(drawn.plot.x >= 90);
    CHECK(drawn.plot.x < 92);
    CHECK(std::ranges::find(notes.texts, "100%") != notes.texts.end());
    const auto flag = std::ranges::find(notes.labels, "step 2", &Notes::Label::text);
    REQUIRE(flag != notes.labels.end());
    CHECK(std::abs(flag->at.x - drawn.at(2, 0).x) < 10);
    CHECK(flag->at.y > drawn.plot.centre().y);  // the curve is at the top there
    chart.numbers_across = false;
    CHECK(place_line_chart(notes, {0, 0, 500, 200}, chart).plot.h > drawn.plot.h);
}

TEST_SUITE_END();
