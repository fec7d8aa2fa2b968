// How much of their attention heads give the right answer's token, and since when.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/train/live/answer_focus.h"
#include "core/train/measure.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("answer_focus");

TEST_CASE("queries are those whose answer stands in the text, and tasks without such have none") {
    for (const char* task : {"coreference", "induction"}) {
        CAPTURE(task);
        const TrainingPlan plan = small_plan(task, 1);
        const AnswerFocus focus(plan.task, plan.config);
        CHECK(focus.queries().size() > 10);
        for (const AnswerInText& query : focus.queries()) {
            CHECK_FALSE(query.keys.empty());
            CHECK(std::ranges::find(query.keys, query.query) == query.keys.end());
            CHECK(static_cast<int>(query.keys.size()) < query.seen);
        }
        CHECK(focus.uniform() > 0);
        CHECK(focus.uniform() < 0.6);
    }
    for (const char* task : {"translate-fr-en", "sentiment-but", "recall-lstm", "soft-lookup"}) {
        CAPTURE(task);
        TrainRequest request;
        request.task = task;
        const TrainingPlan plan = training_plan(request);
        const AnswerFocus focus(plan.task, plan.config);
        CHECK(focus.queries().empty());
        CHECK(focus.measure(trainer_of(std::make_shared<const TrainingPlan>(plan), nullptr)->weights()).empty());
    }
}

TEST_CASE("a model whose queries and keys are zero looks at all keys alike") {
    const TrainingPlan plan = small_plan("coreference", 1);
    const AnswerFocus focus(plan.task, plan.config);
    Weights weights = trainer_of(std::make_shared<const TrainingPlan>(plan), nullptr)->copy_weights();
    int zeroed = 0;
    for (Parameter& parameter : weights.parameters)
        if (parameter.name.find("attn.q.") != std::string::npos) {
            std::fill_n(const_cast<float*>(parameter.data), parameter.shape.count(), 0.0F);
            ++zeroed;
        }
    REQUIRE(zeroed > 0);
    const std::vector<float> means = focus.measure(weights);
    REQUIRE(means.size() == static_cast<std::size_t>(plan.config.n_layers * plan.config.n_heads));
    for (const float mean : means) CHECK(static_cast<double>(mean) == doctest::Approx(focus.uniform()).epsilon(1e-4));
}

TEST_CASE("a head appears at the first step from which on it stays focused") {
    const std::vector<FocusAtStep> measured{
        {0, {0.1F, 0.6F}}, {10, {0.5F, 0.4F}}, {20, {0.9F, 0.7F}}, {30, {0.8F, NAN}}, {40, {0.6F, 0.9F}}};
    CHECK(appeared_at(measured, 0) == 10);
    CHECK(appeared_at(measured, 1) == 40);
    CHECK_FALSE(appeared_at(std::span(measured).first(2), 1));
    CHECK_FALSE(appeared_at({}, 0));
    CHECK_FALSE(appeared_at(measured, 2));
}

TEST_SUITE_END();
