// Label smoothing over all classes and over the other classes: targets, loss, gradient, and what is refused.
// ctest: optimised too
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/train/batch.h"
#include "core/train/live/kept_model.h"
#include "core/train/live/options_json.h"
#include "core/train/step/step_losses.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using test::same_bits;

namespace {

TrainOptions smoothed(double epsilon, Smoothing over) {
    TrainOptions options;
    options.label_smoothing = epsilon;
    options.smoothing = over;
    return options;
}

/// −Σ target · ln p, with the targets of other_classes.
double loss_by_hand(std::span<const float> logits, int label, double epsilon) {
    double z = 0, loss = 0;
    for (const float logit : logits) z += std::exp(static_cast<double>(logit));
    for (std::size_t i = 0; i < logits.size(); ++i) {
        const double target =
            static_cast<int>(i) == label ? 1 - epsilon : epsilon / static_cast<double>(logits.size() - 1);
        loss -= target * std::log(std::exp(static_cast<double>(logits[i])) / z);
    }
    return loss;
}

}  // namespace

TEST_SUITE_BEGIN("label_smoothing");

TEST_CASE("the targets of three classes, by hand") {
    const LabelledPosition position{.label = 1, .loss = 0, .logits = {3, 2, 1}};
    const auto targets = [&](Smoothing over) {
        std::array<double, 3> by_class{};
        for (const TargetAndPrediction& one : predictions_at(position, smoothing_of_loss(smoothed(0.3, over), 3), 3))
            by_class.at(static_cast<std::size_t>(one.answer)) = one.target;
        return by_class;
    };
    const auto all = targets(Smoothing::all_classes), others = targets(Smoothing::other_classes);
    for (const auto& [got, wanted] : {std::pair{all, std::array{0.1, 0.8, 0.1}}, {others, {0.15, 0.7, 0.15}}}) {
        for (std::size_t i = 0; i < 3; ++i) CHECK(got.at(i) == doctest::Approx(wanted.at(i)).epsilon(1e-12));
        CHECK(std::accumulate(got.begin(), got.end(), 0.0) == doctest::Approx(1).epsilon(1e-12));
    }
    CHECK(smoothing_of_loss(smoothed(0.3, Smoothing::all_classes), 3) == 0.3);
    CHECK(smoothing_of_loss(smoothed(0.3, Smoothing::other_classes), 3) == doctest::Approx(0.45));
    CHECK(smoothing_of_loss(smoothed(0, Smoothing::other_classes), 1) == 0);
}

TEST_CASE("the loss over the other classes is its formula, and its gradient the slope of that formula") {
    const TrainingPlan plan = test::small_plan("sort", 3);
    const Weights start = initial_weights(plan.config, 5, {.std = 0.3F, .scale_residual = false});
    Random random(4);
    std::vector<Sample> samples(1);
    plan.task.sample(random, Split::train, samples[0]);
    const int classes = answer_count(plan.config);
    constexpr double epsilon = 0.2;
    const double s = smoothing_of_loss(smoothed(epsilon, Smoothing::other_classes), classes);
    const GraphSize size{
        .batch = 1, .seq_len = longest(samples).seq_len, .loss = true, .smoothing = static_cast<float>(s)};
    const auto by_hand = [&](Batch& batch) {
        batch.set(samples);
        batch.tape().evaluate();
        const auto logits = batch.tape().values(batch.graph().logits);
        double sum = 0;
        int labels = 0;
        for (std::size_t i = 0; i < samples[0].labels.size(); ++i)
            if (const int label = samples[0].labels[i]; label >= 0) {
                const auto width = static_cast<std::size_t>(classes);
                sum += loss_by_hand(std::span(logits).subspan(i * width, width), label, epsilon);
                ++labels;
            }
        return sum / labels;
    };
    Batch batch(plan.config, start, size);
    const double loss = by_hand(batch);
    CHECK(static_cast<double>(batch.tape().values(batch.graph().loss)[0]) == doctest::Approx(loss).epsilon(1e-5));
    batch.tape().backward(batch.graph().loss);
    int checked = 0;
    for (const Tape::ParameterGradient& entry : batch.tape().parameter_gradients()) {
        const std::string& name = batch.tape().trace().record(entry.record).name;
        const Parameter* parameter = start.find(name);
        REQUIRE(parameter != nullptr);
        const float gradient = entry.gradient[1];
        if (std::abs(gradient) < 1e-2F) continue;
        auto* moved = const_cast<float*>(parameter->data) + 1;
        const float before = *moved;
        const auto at = [&](float value) {
            *moved = value;
            Batch other(plan.config, start, size);  // a tape computes again only what it was told of
            return by_hand(other);
        };
        constexpr float h = 1e-2F;
        const double slope = (at(before + h) - at(before - h)) / (2 * static_cast<double>(h));
        *moved = before;
        CAPTURE(name);
        CHECK(slope == doctest::Approx(static_cast<double>(gradient)).epsilon(0.03));
        ++checked;
    }
    CHECK(checked >= 5);
}

TEST_CASE("smoothing over the other classes trains as ε·V/(V−1) over all classes does, to the last bit") {
    TrainingPlan others = test::small_plan("sort", 3), all = others, plain = others;
    others.options.label_smoothing = plain.options.label_smoothing = 0.15;
    others.options.smoothing = Smoothing::other_classes;
    const int classes = answer_count(others.config);
    all.options.label_smoothing = 0.15 * classes / (classes - 1);
    CHECK(same_bits(test::trained(others), test::trained(all)));
    CHECK_FALSE(same_bits(test::trained(others), test::trained(plain)));
}

TEST_CASE("a share that leaves the label no more than the others is refused") {
    CHECK_NOTHROW(check(smoothed(0.49, Smoothing::other_classes), 2));
    CHECK_NOTHROW(check(smoothed(0.9, Smoothing::all_classes), 2));
    CHECK_NOTHROW(check(smoothed(0, Smoothing::other_classes), 1));
    CHECK(message_of([] { check(smoothed(0.5, Smoothing::other_classes), 2); }) ==
          "training: label smoothing over the other classes must be below 0.5 with 2 classes, so that the label keeps "
          "more than each of the others, got 0.5");
    CHECK(message_of([] { check(smoothed(0.1, Smoothing::other_classes), 1); }) ==
          "training: label smoothing over the other classes has none to go to with 1 class");
    TrainingPlan plan = test::small_plan("sentiment-but", 3);
    plan.options.label_smoothing = 0.6;
    CHECK_NOTHROW(trainer_of(std::make_shared<const TrainingPlan>(plan), nullptr));
    plan.options.smoothing = Smoothing::other_classes;
    CHECK_THROWS_AS(trainer_of(std::make_shared<const TrainingPlan>(plan), nullptr), Error);
}

TEST_CASE("a plan's file and its command say over which classes, and files from before mean all") {
    const TrainOptions options = smoothed(0.1, Smoothing::other_classes);
    const auto read = [](const std::string& text) {
        const Json json = parse_json(text, "options");
        JsonObject object(json, "options");
        return options_of(object);
    };
    std::string text = options_json(options).dump();
    CHECK(read(text).smoothing == Smoothing::other_classes);
    const std::string field = "\"smoothing_over\":\"other_classes\",";
    const std::size_t at = text.find(field);
    REQUIRE(at != std::string::npos);
    text.erase(at, field.size());
    CHECK(read(text).smoothing == Smoothing::all_classes);
    CHECK(read(text).label_smoothing == 0.1);

    TrainRequest request;
    request.task = "sort";
    request.seed = 3;
    request.label_smoothing = 0.1;
    request.smoothing = "other_classes";
    const TrainingPlan plan = training_plan(request);
    CHECK(plan.options.label_smoothing == 0.1);
    CHECK(plan.options.smoothing == Smoothing::other_classes);
    const std::string command = command_of(request, plan.options);
    CHECK(contains(command, " --label-smoothing 0.1 --smoothing-over other_classes"));
    const auto again = request_of(plan);
    REQUIRE(again);
    CHECK(command_of(*again, plan.options) == command);
    const auto settings = settings_of(plan.options, 1);
    CHECK(std::ranges::count(settings, std::pair<std::string, double>{"smoothing_over_other_classes", 1.0}) == 1);
    request.smoothing = "others";
    CHECK(message_of([&] { training_plan(request); }) ==
          "label smoothing goes to all_classes or other_classes, not to \"others\"");
}

TEST_SUITE_END();
