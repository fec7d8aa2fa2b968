// The curves of a training: an axis that a run which explodes leaves readable, the runs before the one that is shown,
// the pace that it runs at, and what its numbers are called.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "app/views/train/charts/earlier_runs.h"
#include "app/views/train/charts/loss_axis.h"
#include "app/views/train/training/prediction.h"
#include "app/views/train/training/setup.h"
#include "core/train/live/kept_model.h"
#include "tests/support/short_training.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

EarlierRun ended_run(double rate, bool ended = true, int steps_done = 12) {
    TrainState state = short_run();
    state.learning_rate = rate;
    return {.plan = std::make_shared<const TrainingPlan>(plan_of(state)),
            .steps_done = steps_done,
            .ended = ended,
            .loss = {{0, 2.5}, {12, 1}},
            .accuracy = {{0, 0}, {12, 50}}};
}

std::vector<double> rates_of(const EarlierRuns& runs) {
    std::vector<double> rates;
    for (const EarlierRun& run : runs.all()) rates.push_back(run.plan->options.learning_rate);
    return rates;
}

}  // namespace

TEST_SUITE_BEGIN("train_charts");

TEST_CASE("an axis of losses ends where they say nothing any more, and knows what lies beyond") {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(), chance = 2.6;
    const std::vector<ChartPoint> usual{{1, 2.6}, {2, 3.1}, {3, 0.4}}, wild{{1, 2.6}, {2, 3000}, {3, nan}};
    const std::vector<ChartLevel> levels{{.name = "chance", .y = chance}};
    const auto series = [](const std::vector<ChartPoint>& points) {
        return std::vector<ChartSeries>{{.name = "a", .points = points}};
    };
    const LossAxis quiet = loss_axis(series(usual), levels, chance);
    CHECK(quiet.beyond == 0);
    CHECK(quiet.up.low == 0);
    CHECK(quiet.up.high >= 3.1);
    CHECK(quiet.up.high < 5);
    const LossAxis limited = loss_axis(series(wild), levels, chance);
    CHECK(limited.beyond == 3000);
    CHECK(limited.up.high >= useful_losses * chance);
    CHECK(limited.up.high < 2 * useful_losses * chance);
    CHECK_FALSE(limited.up.logarithmic);
    CHECK(loss_axis(series(wild), {}, 0).up.high >= 3000);  // chance is not known yet
}

TEST_CASE("the last runs that ended stay, also where others are given up") {
    EarlierRuns runs;
    runs.add(ended_run(0.003));
    runs.add(ended_run(0.01, false, 1));  // within its first tenth
    CHECK(rates_of(runs) == std::vector{0.003});
    runs.add(ended_run(0.02, false, 6));
    runs.add(ended_run(0.1));
    CHECK(rates_of(runs) == std::vector{0.003, 0.02, 0.1});
    runs.add(ended_run(1));
    CHECK(rates_of(runs) == std::vector{0.003, 0.1, 1.0});  // the one that did not end made room
    runs.add(ended_run(0.05, false, 6));
    CHECK(rates_of(runs) == std::vector{0.003, 0.1, 1.0});
    runs.add(ended_run(2));
    CHECK(rates_of(runs) == std::vector{0.1, 1.0, 2.0});
    runs.forget(runs.all()[1].plan.get());
    CHECK(rates_of(runs) == std::vector{0.1, 2.0});
}

TEST_CASE("the runs of another task, or of another text of one's own, are not drawn beside a run") {
    EarlierRuns runs;
    runs.add(ended_run(0.003));
    EarlierRun other = ended_run(0.01);
    TrainingPlan of_another_text = *other.plan;
    of_another_text.task.corpus = 17;
    other.plan = std::make_shared<const TrainingPlan>(of_another_text);
    runs.add(other);
    EarlierRuns own = runs;
    own.keep_those_of(*other.plan);
    CHECK(rates_of(own) == std::vector{0.01});
    runs.keep_those_of(*ended_run(1).plan);
    CHECK(rates_of(runs) == std::vector{0.003});
    runs.keep_those_of(plan_of(short_run("sort")));
    CHECK(runs.all().empty());
}

TEST_CASE("an earlier run is called by what differs") {
    TrainState now = short_run(), earlier = now;
    const auto text = [&] { return difference_text(plan_of(earlier), plan_of(now)); };
    CHECK(text() == "same settings");
    earlier.learning_rate = 1e-5;
    CHECK(text() == "rate 0.00001");
    earlier.seed = now.seed + 1;
    CHECK(text() == "rate 0.00001, seed " + std::to_string(earlier.seed));
    earlier = now;
    earlier.architecture = R"({"residual": false})";
    CHECK(text() == "Residual connections: off");
    earlier.architecture.clear();
    earlier.batch = 8, earlier.clip = 0, earlier.warm_up = 3, earlier.seed = 9;
    CHECK(text() == "batch size 8, clipping off, warm-up 3, …");
}

TEST_CASE("a rate is written without an exponent") {
    CHECK(rate_text(1e-5) == "0.00001");
    CHECK(rate_text(3.4e-5) == "0.000034");
    CHECK(rate_text(0.003) == "0.003");
    CHECK(rate_text(0.25) == "0.25");
    CHECK(rate_text(1) == "1");
    CHECK(rate_text(10) == "10");
}

TEST_CASE("a prediction has the digits of the other views, and says where nothing is trained") {
    const auto plan = std::make_shared<const TrainingPlan>(plan_of(settings_of_task("coreference")));
    const auto model = std::make_shared<const Model>(model_at_step(*plan, trainer_of(plan, nullptr)->weights(), 0));
    Inputs inputs;
    inputs.model = model->name;
    inputs.text = model->card.examples.front();
    const auto evaluation = evaluate_once(model, inputs);
    const std::string trained = prediction_text(*evaluation, 1), untrained = prediction_text(*evaluation, 0);
    CHECK(untrained == "Untrained weights. " + trained);
    const std::size_t percent = trained.find('%');
    REQUIRE(percent != std::string::npos);
    CHECK(trained[percent - 2] == '.');  // one decimal
}

TEST_CASE("no two settings of a task have one name, and none is of a part that is off") {
    for (const std::string& task : trainable_tasks()) {
        CAPTURE(task);
        TrainState state = settings_of_task(task);
        for (const bool mlp : {true, false}) {
            if (!mlp && !has_heads(task)) continue;
            if (!mlp) state.architecture = R"({"mlp": false})";
            std::vector<std::string> titles, ids;
            for (const SetupRow& row : setup_rows(state).model) {
                titles.emplace_back(row.title);
                ids.push_back(row.id);
                if (!mlp) CHECK_MESSAGE((row.id != "train mlp_bias" && row.id != "train gated_mlp"), row.id);
            }
            for (auto* names : {&titles, &ids}) {
                std::ranges::sort(*names);
                CHECK(std::ranges::adjacent_find(*names) == names->end());
            }
        }
    }
}

TEST_CASE("the pace is chosen by keys and by its list, is kept in sessions, and a run keeps it") {
    const SettledProgram program(window_options(decoder, {1280, 720}));
    if (!program) return;
    TrainState state = short_run("coreference", 1000);
    show_training(program, state);
    CHECK(program.state("train_pace") == "-1");  // nobody looks on: as fast as it can
    for (int press = 0; press < 5; ++press) run_settled(program, "type <\nwait-idle");  // one more than there are
    CHECK(program.state("train_pace") == "3");
    const std::string kept = to_text(program.app->session_now());
    run_settled(program, "key Space\nwait 3\nkey Space\nwait-idle");
    CHECK(std::stoi(program.state("train_step")) < 100);
    run_settled(program, "type >\nwait-idle");
    CHECK(program.state("train_pace") == "10");
    run_settled(program, "click @train pace\nwait 3\nkey Up\nkey Up\nkey Up\nkey Enter\nwait-idle");
    CHECK(program.state("train_pace") == "0");
    const TemporaryFolder folder;
    write_file(folder / "a.glassformer", kept);
    REQUIRE(program.app->open_path(folder / "a.glassformer"));
    run_settled(program, "wait-idle");
    CHECK(program.state("train_pace") == "3");
}

TEST_CASE("no page of the view shows the bar of a training beside its own") {
    const SettledProgram program(window_options(decoder, {1280, 720}));
    if (!program) return;
    show_training(program, short_run());
    run_settled(program, "key Right\nwait-idle");
    for (const char* page : {"comparison", "surface", "step", "training"}) {
        CAPTURE(page);
        run_settled(program, std::string("click @train page ") + page + "\nwait-idle");
        CHECK_FALSE(program.app->find_target("training bar"));
    }
}
