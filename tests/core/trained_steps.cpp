// The steps of a training as models that are opened by their names.
// ctest: optimised too
#include <doctest/doctest.h>

#include "core/base/error.h"
#include "core/train/live/trained_steps.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

struct Made {
    std::shared_ptr<const TrainingPlan> plan;
    std::shared_ptr<WeightHistory> history;
};

/// The history of a run with the weights of the first and the last of some steps.
Made made(int steps) {
    Made run{std::make_shared<const TrainingPlan>(small_plan("induction", 2, steps)), nullptr};
    run.history = std::make_shared<WeightHistory>(std::size_t{1} << 22U, weight_bytes(run.plan->config));
    for (const int step : {0, steps})
        run.history->add(step, std::make_shared<const Weights>(replay(*run.plan, {}, step)));
    return run;
}

}  // namespace

TEST_SUITE_BEGIN("trained_steps");

TEST_CASE("a name says run and step, and nothing else is one") {
    const TrainedSteps::Step step{.run = "coreference 2", .step = 240};
    CHECK(TrainedSteps::name_of(step) == "training/coreference 2/step 240");
    CHECK(TrainedSteps::step_of("training/coreference 2/step 240") == step);
    for (const char* other : {"coreference", "training/coreference 2", "training/coreference 2/step", "",
                              "training/coreference 2/step -1", "training/coreference 2/step 1x", "training//step 3",
                              "training/coreference 2/step 99999999999999999999", "/models/training/a/step 3"}) {
        CAPTURE(other);
        CHECK_FALSE(TrainedSteps::step_of(other));
    }
}

TEST_CASE("a kept step opens with exactly its weights; others say what is wrong") {
    TrainedSteps steps;
    const Made run = made(3);
    const std::string name = steps.enter(run.plan, run.history);
    CHECK(name == "induction 1");
    for (const int step : {0, 3}) {
        CAPTURE(step);
        const auto model = steps.open(TrainedSteps::name_of({name, step}));
        REQUIRE(model);
        CHECK(same_bits(model->weights, replay(*run.plan, {}, step)));
        CHECK(model->card.task == "induction");
    }
    CHECK(steps.open("coreference") == nullptr);
    CHECK_THROWS_WITH_AS(static_cast<void>(steps.open(TrainedSteps::name_of({name, 2}))),
                         "the weights of step 2 are no longer kept: look at another step of the training", Error);
    CHECK_THROWS_WITH_AS(static_cast<void>(steps.open("training/induction 9/step 1")),
                         "step 1 of the training “induction 9” is gone: a window keeps the steps of the last "
                         "trainings that it opened, until it is closed",
                         Error);
}

TEST_CASE("an offered step can be opened though the history gives it up, and old runs are given up") {
    TrainedSteps steps;
    const Made run = made(3);
    const std::string name = steps.enter(run.plan, run.history);
    const auto weights = std::make_shared<const Weights>(replay(*run.plan, {}, 2));
    const std::string offered = steps.offer(name, {.step = 2, .weights = weights});
    CHECK(same_bits(steps.open(offered)->weights, *weights));
    std::string newest = name;
    for (int i = 0; i < 4; ++i) newest = steps.enter(run.plan, run.history);
    CHECK(newest == "induction 5");
    CHECK_FALSE(steps.run(name));
    CHECK(steps.run(newest));
    CHECK_THROWS_AS(static_cast<void>(steps.open(offered)), Error);
}

TEST_CASE("a run can be entered by a title of its own, and be given up without the others") {
    TrainedSteps steps;
    const Made run = made(3);
    const std::string plain = steps.enter(run.plan, run.history),
                      titled = steps.enter(run.plan, run.history, "learning rate 0.3");
    CHECK(titled == "learning rate 0.3, run 2");
    const auto weights = std::make_shared<const Weights>(replay(*run.plan, {}, 2));
    const std::string one = steps.offer(titled, {.step = 2, .weights = weights}),
                      other = steps.offer(plain, {.step = 2, .weights = weights});
    CHECK(TrainedSteps::step_of(one) == TrainedSteps::Step{titled, 2});
    CHECK(same_bits(steps.open(one)->weights, *weights));
    steps.give_up(titled);
    CHECK_THROWS_WITH_AS(static_cast<void>(steps.open(one)), doctest::Contains(" is gone: "), Error);
    CHECK_FALSE(steps.run(titled));
    CHECK(same_bits(steps.open(other)->weights, *weights));
}

TEST_SUITE_END();
