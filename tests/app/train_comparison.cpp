// The page that compares trainings: its rows differ in what they say, all runs start alike, and what is shown is what
// was trained or stored.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/files/session_file.h"
#include "app/views/train/comparison/charts.h"
#include "app/views/train/comparison/runs.h"
#include "app/views/train/comparison/stored.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "tests/support/laboratory.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr std::uint64_t seed = 1;

/// The row with small batches and few steps; what its variants change stays.
Contrast short_contrast(std::string_view name, void (*training)(TrainOptions&)) {
    Contrast contrast = require_contrast(name);
    contrast.training = training;
    return contrast;
}

void six_steps(TrainOptions& options) {
    options.steps = 6;
    options.batch = 2;
}

void settle(ComparedRuns& runs) {
    CHECK(comes_true([&] {
        runs.follow();
        return !runs.settling() && runs.phase() != TrainingPhase::running;
    }));
}

/// Top keys of config.json and settings of the training in which two plans differ.
std::set<std::string> differences(const TrainingPlan& a, const TrainingPlan& b) {
    std::set<std::string> names;
    const Json one = parse_json(config_json(a.config), "a"), other = parse_json(config_json(b.config), "b");
    for (const auto& [from, to] : {std::pair(&one, &other), std::pair(&other, &one)})
        for (const auto& [key, value] : from->items())
            if (const Json* const there = to->find(key); there == nullptr || !(there->dump() == value.dump()))
                names.insert(std::string(key));
    const auto settings = [](const TrainingPlan& plan) {
        const auto list = settings_of(plan.options, 0);
        return std::map<std::string, double>(list.begin(), list.end());
    };
    const auto mine = settings(a), theirs = settings(b);
    REQUIRE(mine.size() == theirs.size());
    for (const auto& [name, value] : mine)
        if (theirs.at(name) != value) names.insert(name);
    return names;
}

SettledProgram opened(PixelSize size = {1280, 720}) {
    AppOptions options = window_options(decoder, size);
    options.ablations = source_dir() / "assets" / "ablations";
    SettledProgram program(options);
    if (!program) return program;
    SessionFile session = program.app->session_now();
    session.view = "train";
    session.views["train"]["mode"] = "3";
    const TemporaryFolder folder;
    write_file(folder / "a.glassformer", to_text(session));
    REQUIRE(program.app->open_path(folder / "a.glassformer"));
    run_settled(program, "wait-idle");
    REQUIRE(program.state("view") == "train");
    return program;
}

void choose(const SettledProgram& program, std::size_t down) {
    std::string script = "click @comparison choice\nwait-idle\n";
    for (std::size_t i = 0; i < down; ++i) script += "key Down\n";
    run_settled(program, script + "key Enter\nwait-idle");
}

}  // namespace

TEST_SUITE_BEGIN("train_comparison");

TEST_CASE("the runs of a contrast differ in what its title says and in nothing else") {
    const std::map<std::string_view, std::set<std::string>> said{
        {"attention-scale", {"attention_scale"}},
        {"residual", {"residual"}},
        {"norm-placement", {"norm_placement", "final_norm"}},  // after the last block post-norm has one already
        {"warm-up", {"warm_up"}},
        {"clipping", {"clip"}},
        {"causal-mask", {"mask"}},
        {"heads", {"n_heads", "n_kv_heads", "d_head"}},
        {"positions", {"positional"}},
        {"norm-kind", {"norm"}}};
    CHECK(all_contrasts().size() == said.size());
    for (const Contrast& contrast : all_contrasts()) {
        CAPTURE(contrast.name);
        CHECK_FALSE(contrast.title.empty());
        CHECK_FALSE(contrast.differs.empty());
        CHECK_FALSE(contrast.sentence.empty());
        REQUIRE(contrast.variants.size() >= 2);
        REQUIRE(contrast.variants.size() <= 4);
        const TrainingPlan first = plan_of(contrast, contrast.variants.front(), seed);
        CHECK(first.task.name == contrast.task);
        std::set<std::string_view> labels{contrast.variants.front().label};
        for (std::size_t v = 1; v < contrast.variants.size(); ++v) {
            CHECK(labels.insert(contrast.variants[v].label).second);
            CHECK(differences(first, plan_of(contrast, contrast.variants[v], seed)) == said.at(contrast.name));
        }
    }
    CHECK_THROWS_WITH_AS(require_contrast("dropout"), doctest::Contains("there are attention-scale, "), Error);
}

TEST_CASE("all runs of a contrast start from the same weights and draw the same batches") {
    for (const Contrast& contrast : all_contrasts()) {
        CAPTURE(contrast.name);
        const ContrastStart start = start_of(contrast, seed);
        REQUIRE(start.states.size() == contrast.variants.size());
        const TrainerState& first = start.states.front().trainer;
        CHECK(same_bits(first.weights, trainer_of(start.states.front().plan, nullptr)->weights()));
        for (std::size_t v = 0; v < start.states.size(); ++v) {
            const TrainerState& state = start.states[v].trainer;
            CHECK(state.steps_done == 0);
            CHECK(state.random == first.random);
            CHECK(start.states[v].plan->options.batch == start.states.front().plan->options.batch);
            std::vector<std::string> own;
            for (const Parameter& parameter : state.weights.parameters) {
                const Parameter* const same = first.weights.find(parameter.name);
                if (same == nullptr || !(same->shape == parameter.shape))
                    own.push_back(parameter.name);
                else
                    CHECK(std::equal(parameter.data, parameter.data + parameter.shape.count(), same->data));
            }
            CHECK(own == start.own[v]);
            if (contrast.name == "positions" && contrast.variants[v].label == "learned")
                CHECK(own == std::vector<std::string>{"embed.positions.weight"});
            else
                CHECK(own.empty());
        }
    }
}

TEST_CASE("runs that are shown are those of trainers that start alike, and are looked at in the same step") {
    const Contrast contrast = short_contrast("positions", six_steps);
    const ContrastStart start = start_of(contrast, seed);
    ComparedRuns runs([] {});
    runs.begin(contrast, seed);
    REQUIRE(runs.error() == "");
    settle(runs);
    CHECK(runs.phase() == TrainingPhase::ready);
    REQUIRE(runs.runs().size() == 4);
    for (std::size_t v = 0; v < 4; ++v)  // also where they are not the plan's own
        CHECK(same_bits(*runs.runs()[v].shown.history->at(0), start.states[v].trainer.weights));
    runs.start();
    settle(runs);
    CHECK(runs.phase() == TrainingPhase::finished);
    CHECK(runs.kept_steps().front() == 0);
    CHECK(runs.kept_steps().back() == 6);
    for (std::size_t v = 0; v < 4; ++v) {
        const ComparedRuns::Run& run = runs.runs()[v];
        const auto trainer = trainer_of(start.states[v].plan, nullptr);
        trainer->restore(start.states[v].trainer);
        trainer->train();
        CHECK(same_bits(*run.shown.history->at(6), trainer->weights()));
        CHECK(run.reading.step == 6);
        REQUIRE(run.reading.evaluation != nullptr);
        CHECK(same_bits(run.reading.evaluation->model().weights, trainer->weights()));
        REQUIRE(run.reading.predictions.size() == 5);
        CHECK(run.reading.predictions.front().right == "m");  // three before the "p" of abcdefghijklmnop
        CHECK(run.reading.at == "p");
    }
    runs.look_at(2);
    settle(runs);
    CHECK(runs.looked_at() == 2);
    for (const ComparedRuns::Run& run : runs.runs()) CHECK(run.reading.step == 2);
}

TEST_CASE("a text that is continued is compared with what is right after it") {
    const Contrast contrast = short_contrast("causal-mask", six_steps);
    const ContrastStart start = start_of(contrast, seed);
    const ComparedReading reading = read_example(*start.states[0].plan, start.states[0].trainer.weights, 0, 6);
    REQUIRE(reading.predictions.size() == 6);
    std::string right;
    for (const ComparedReading::Prediction& one : reading.predictions) right += one.right;
    CHECK(right == "012358");  // 583120 in order
    CHECK(reading.evaluation->inputs().text == "58312001235");
    CHECK(reading.maps.size() == 8);  // two blocks of four heads
}

TEST_CASE("a run that diverges says so, and the others go on") {
    Contrast contrast = short_contrast("clipping", [](TrainOptions& options) {
        options.steps = 40;
        options.batch = 2;
        options.warm_up = 0;
        options.optimiser = &sgd;
        options.learning_rate = 1;
    });
    contrast.variants[1].training = [](TrainOptions& options) { options.learning_rate = 1e30, options.clip = 0; };
    ComparedRuns runs([] {});
    runs.begin(contrast, seed);
    settle(runs);
    runs.start();
    settle(runs);
    REQUIRE(runs.runs().size() == 2);
    CHECK(runs.runs()[0].shown.phase == TrainingPhase::finished);
    CHECK(runs.runs()[1].shown.phase == TrainingPhase::diverged);
    CHECK(runs.phase() == TrainingPhase::finished);
    CHECK(runs.looked_at() == 40);
    CHECK(runs.runs()[1].reading.step <= runs.runs()[1].shown.steps_done);
}

TEST_CASE("the six stored comparisons are shown with the numbers of their files") {
    StoredComparisons stored(source_dir() / "assets" / "ablations");
    REQUIRE(stored.size() == all_ablations().size());
    CHECK(StoredComparisons({}).size() == 0);
    for (std::size_t i = 0; i < stored.size(); ++i) {
        const std::string name(stored.row(i).name);
        CAPTURE(name);
        CHECK(stored.at(i).error == "");
        CHECK(stored.at(i).curves == load_ablation(source_dir() / "assets" / "ablations" / (name + ".json")));
        for (const LossCurve& curve : stored.at(i).curves.curves) {
            std::vector<ChartPoint> points;
            for (const double loss : curve.loss) points.push_back({static_cast<double>(points.size() + 1), loss});
            const std::vector<ChartPoint> means = smoothed(points, smoothed_steps(static_cast<int>(points.size())));
            REQUIRE(means.size() + 4 == points.size());
            CHECK(means.front().x == 5);
            CHECK(means.back().y == doctest::Approx(loss_at(curve, static_cast<int>(points.size()))));
        }
    }
    const TemporaryFolder folder;
    CHECK(StoredComparisons(folder / "none").at(0).error != "");

    const SettledProgram program = opened();
    if (!program) return;
    choose(program, all_contrasts().size() + 4);
    CHECK(program.state("comparison") == "clipping");
    CHECK(program.state("comparison_phase") == "stored");
    CHECK(program.state("comparison_steps") == "");
    run_settled(program, "key Space\nwait-idle\nmove @comparison chart 1\nwait-idle");  // nothing to train
    CHECK(program.state("comparison_phase") == "stored");
}

TEST_CASE("a contrast is trained, paused in one step, scrubbed and begun again in the window") {
    const SettledProgram program = opened();
    if (!program) return;
    CHECK(program.state("comparison") == "attention-scale");
    CHECK(program.state("comparison_phase") == "ready");
    CHECK(program.state("comparison_steps") == "0 0");
    run_settled(program, "click @comparison start\n");
    CHECK(comes_true([&] {
        run_settled(program, "wait 1");
        return program.state("comparison_steps") != "0 0";
    }));
    run_settled(program, "key Space\nwait-idle");
    CHECK(comes_true([&] {
        run_settled(program, "wait 1\nwait-idle");
        return program.state("comparison_phase") != "running";
    }));
    const std::string steps = program.state("comparison_steps"), one = steps.substr(0, steps.find(' '));
    CHECK(steps == one + " " + one);
    CHECK(program.state("comparison_looked_at") == one);
    CHECK(program.state("comparison_losses").find("none") == std::string::npos);
    run_settled(program, "key Home\nwait-idle");
    CHECK(program.state("comparison_looked_at") == "0");
    run_settled(program, "key Right\nwait-idle");
    CHECK(program.state("comparison_looked_at") == "1");
    run_settled(program, "key 1\nwait-idle\nkey 7\nwait-idle");
    CHECK(program.state("comparison_steps") == steps);
    run_settled(program, "click @comparison again\nwait-idle");
    CHECK(program.state("comparison_steps") == "0 0");
    CHECK(program.state("comparison_phase") == "ready");
    CHECK(program.state("comparison_seed") == "1");
    run_settled(program, "click @comparison seed\nwait-idle");
    CHECK(program.state("comparison_seed") == "2");
    choose(program, 7);
    CHECK(program.state("comparison") == "positions");
    CHECK(program.state("comparison_steps") == "0 0 0 0");
}

TEST_CASE("every comparison is drawn at any size") {
    for (const PixelSize size : {PixelSize{1920, 1080}, PixelSize{640, 360}}) {
        CAPTURE(size.width);
        const SettledProgram program = opened(size);
        if (!program) return;
        choose(program, 7);
        CHECK(program.state("comparison") == "positions");
        choose(program, all_contrasts().size() - 7);  // the first stored one
        CHECK(program.state("comparison") == all_ablations().front().name);
        CHECK(program.state("comparison_phase") == "stored");
    }
}

TEST_SUITE_END();
