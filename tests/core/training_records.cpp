// What is kept of a step, by parts of the model, and the history of weights.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/error.h"
#include "core/model/positional.h"
#include "core/train/measure.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trainings.h"

using namespace glassformer;

TEST_SUITE_BEGIN("training");

TEST_CASE("every parameter belongs to the part that its name says") {
    CHECK(part_of_model("embed.tokens.weight") == "embeddings");
    CHECK(part_of_model("embed.positions.weight") == "positions");
    CHECK(part_of_model("embed.input.weight") == "positions");
    CHECK(part_of_model("blocks.3.attn.q.weight") == "blocks.3.attention");
    CHECK(part_of_model("blocks.3.attn.o.bias") == "blocks.3.attention");
    CHECK(part_of_model("blocks.3.attn.relative_bias") == "positions");
    CHECK(part_of_model("blocks.11.norm2.bias") == "blocks.11.norms");
    CHECK(part_of_model("blocks.0.mlp.gate.weight") == "blocks.0.mlp");
    CHECK(part_of_model("decoder.blocks.1.cross_attn.k.weight") == "decoder.blocks.1.cross_attention");
    CHECK(part_of_model("decoder.blocks.1.self_attn.k.weight") == "decoder.blocks.1.attention");
    CHECK(part_of_model("encoder.embed.tokens.weight") == "encoder.embeddings");
    CHECK(part_of_model("encoder.final_norm.weight") == "encoder.final_norm");
    CHECK(part_of_model("decoder.head.bias") == "head");
    CHECK(part_of_model("pool.query") == "head");
    CHECK(part_of_model("encoder.rnn.1.input.weight") == "encoder.rnn.1");
    CHECK(part_of_model("decoder.cross_attn.q.weight") == "decoder.cross_attention");
    CHECK(part_of_model("lookup.keys.weight") == "lookup");
    CHECK(part_of_model("conv.2.bias") == "conv.2");
}

TEST_CASE("the parts hold all parameters of every task's model, under words that are known") {
    const std::set<std::string> known{"embeddings", "positions", "attention", "cross_attention",
                                      "mlp",        "norms",     "head",      "lookup",
                                      "final_norm", "0",         "1",         "2"};
    for (const Task& task : all_tasks()) {
        if (task.read_corpus != nullptr) continue;
        const PartsOfModel parts = parts_of_model(task.config);
        CHECK(parts.of_parameter.size() == parameter_shapes(task.config).size());
        CHECK(std::set<std::string>(parts.names.begin(), parts.names.end()).size() == parts.names.size());
        for (const std::string& name : parts.names) {
            CAPTURE(name);
            CHECK(known.contains(name.substr(name.rfind('.') + 1)));
        }
        for (std::size_t part = 0; part < parts.names.size(); ++part)
            CHECK(std::ranges::count(parts.of_parameter, static_cast<int>(part)) > 0);
    }
}

TEST_CASE("a record holds the step's norms and ratios as they are counted from the weights before and behind it") {
    TrainingPlan plan = test::small_plan("coreference", 6);
    plan.options.clip = 0.2;
    TrainingSession session(plan, {});
    session.step(3);
    session.wait();
    const TrainingSession::Snapshot shown = session.shown();
    const auto trainer = trainer_of(std::make_shared<const TrainingPlan>(plan), nullptr);
    bool clipped = false;
    for (std::size_t i = 0; i < 3; ++i) {
        const Weights before = trainer->copy_weights();
        const Trainer::Step step = trainer->step();
        const StepRecord& record = shown.records[i];
        CHECK(record.step == step.step);
        CHECK(record.loss == static_cast<float>(step.loss));
        CHECK(record.gradient_norm == static_cast<float>(step.gradient_norm));
        CHECK(record.learning_rate == static_cast<float>(step.learning_rate));
        const double factor = std::min(1.0, 0.2 / step.gradient_norm);
        CHECK(record.clip_factor == doctest::Approx(factor).epsilon(1e-6));
        clipped = clipped || factor < 1;
        std::vector<double> changes(shown.parts->names.size()), sizes = changes;
        REQUIRE(record.gradient_norms.size() == before.parameters.size());
        for (std::size_t p = 0; p < before.parameters.size(); ++p) {
            double norm = 0;
            for (const float g : trainer->gradient(p)) norm += std::pow(static_cast<double>(g), 2);
            CHECK(record.gradient_norms[p] == doctest::Approx(std::sqrt(norm)).epsilon(1e-4));
            const auto part = static_cast<std::size_t>(shown.parts->of_parameter[p]);
            for (std::size_t n = 0; n < before.parameters[p].shape.count(); ++n) {
                const double was = static_cast<double>(before.parameters[p].data[n]);
                changes[part] += std::pow(static_cast<double>(trainer->weights().parameters[p].data[n]) - was, 2);
                sizes[part] += was * was;
            }
        }
        REQUIRE(record.update_ratios.size() == changes.size());
        for (std::size_t part = 0; part < changes.size(); ++part) {
            REQUIRE(sizes[part] > 0);
            CHECK(record.update_ratios[part] == doctest::Approx(std::sqrt(changes[part] / sizes[part])).epsilon(1e-3));
        }
    }
    CHECK(clipped);
}

TEST_CASE("what is measured on held-out texts is the model's, counted anew from its logits") {
    for (const char* task : {"coreference", "sort", "translate-fr-en", "sentiment-but"}) {
        CAPTURE(task);
        const TrainingPlan plan = test::small_plan(task, 6);
        TrainingSession session(plan, {});
        session.start();
        session.wait();
        const TrainingSession::Snapshot shown = session.shown();
        REQUIRE(shown.held_out->size() == 13);  // every step of a short run, and its beginning
        Random random(1);
        std::vector<Sample> samples(64);
        for (Sample& sample : samples) plan.task.sample(random, Split::held_out, sample);
        for (const int step : {0, 12}) {
            const HeldOutRecord& record = (*shown.held_out)[static_cast<std::size_t>(step)];
            CHECK(record.step == step);
            const Weights weights = replay(plan, {}, step);
            double nats = 0;
            int right = 0, all = 0;
            evaluate(plan.config, weights, samples, [&](const Reading& reading) {
                const Sample& sample = samples[reading.sample];
                for (std::size_t i = 0; i < sample.labels.size(); ++i) {
                    const int label = sample.labels[i];
                    if (label < 0) continue;
                    const auto logits = reading.logits(static_cast<int>(i));
                    double sum = 0;
                    for (const float logit : logits) sum += std::exp(static_cast<double>(logit));
                    nats += std::log(sum) - static_cast<double>(logits[static_cast<std::size_t>(label)]);
                    right += reading.predicted(static_cast<int>(i)) == label ? 1 : 0;
                    ++all;
                }
            });
            REQUIRE(all > 0);
            CHECK(record.loss == doctest::Approx(nats / all).epsilon(1e-4));
            CHECK(record.accuracy == doctest::Approx(static_cast<double>(right) / all).epsilon(1e-5));
        }
        const LossWithoutReading& blind = shown.without_reading;
        const int answers = plan.config.head.classifier ? plan.config.head.n_classes : plan.config.target_vocab_size;
        CHECK(blind.uniform == doctest::Approx(std::log(answers)));
        CHECK(blind.frequencies > 0);
        CHECK(blind.frequencies <= blind.uniform + 1e-9);
        CHECK(blind.most_frequent >= 1.0 / answers);
        CHECK(blind.most_frequent < 1);
    }
}

TEST_CASE("records that were handed out stay as they are, through many chunks") {
    TrainingLog log;
    std::vector<TrainingRecords> handed_out;
    for (int i = 0; i < 1000; ++i) {
        log.add({.step = i + 1, .update_ratios = {static_cast<float>(i)}, .gradient_norms = {}});
        handed_out.push_back(log.records());
    }
    for (std::size_t count = 1; count <= handed_out.size(); ++count) {
        const TrainingRecords& records = handed_out[count - 1];
        REQUIRE(records.size() == count);
        REQUIRE(records.back().step == static_cast<int>(count));
        REQUIRE(records[count / 2].update_ratios[0] == static_cast<float>(count / 2));
    }
    TrainingLog other(handed_out[299]);
    other.add({.step = -1, .update_ratios = {}, .gradient_norms = {}});
    CHECK(other.records().size() == 301);
    CHECK(log.records()[300].step == 301);
}

namespace {

std::shared_ptr<const Weights> nothing() { return std::make_shared<const Weights>(); }

}  // namespace

TEST_CASE("a training's history takes 64 MB, or two snapshots where those take more") {
    constexpr std::size_t usual = std::size_t{64} << 20U;
    for (const std::size_t each : {std::size_t{1000}, usual / 3, usual / 2, usual, std::size_t{3} << 30U}) {
        CHECK(WeightHistory::usual_budget(each) == std::max(usual, 2 * each));
        CHECK(WeightHistory(WeightHistory::usual_budget(each), each).capacity() >= 2);
    }
}

TEST_CASE("the history keeps the first, the newest and no more than its budget, denser early") {
    constexpr std::size_t each = 1000;
    for (const std::size_t capacity : {2U, 3U, 4U, 7U, 20U, 64U}) {
        WeightHistory history(capacity * each + 999, each);
        CHECK(history.capacity() == capacity);
        Random random(capacity);
        int step = 0;
        std::vector<int> before;
        for (int i = 0; i < 2000; ++i) {
            history.add(step, nothing());
            const std::vector<int> steps = history.steps();
            REQUIRE(steps.front() == 0);
            REQUIRE(steps.back() == step);
            REQUIRE(history.bytes() <= capacity * each + 999);
            REQUIRE(history.bytes() == steps.size() * each);
            REQUIRE(std::ranges::is_sorted(steps));
            // The rule, counted by itself: of all but the first and the new one, the one between the nearest
            // neighbours.
            std::vector<int> expected = before;
            expected.push_back(step);
            if (expected.size() > capacity) {
                std::size_t least = 1;
                const auto gap = [&](std::size_t at) {
                    return std::log1p(static_cast<double>(expected[at + 1])) -
                           std::log1p(static_cast<double>(expected[at - 1]));
                };
                for (std::size_t at = 2; at + 1 < expected.size(); ++at)
                    if (gap(at) < gap(least)) least = at;
                expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(least));
            }
            REQUIRE(steps == expected);
            before = steps;
            step += 1 + random.below(1 + i / 50);
        }
        if (capacity == 20) {  // as many before the hundredth part of the way as a logarithm gives
            const auto early = std::ranges::count_if(before, [&](int s) { return s < step / 100; });
            CHECK(early >= 6);
            CHECK(early <= 15);
        }
    }
}

TEST_CASE("the history finds a step exactly or the nearest to it, and refuses a budget for less than two") {
    WeightHistory history(10 * 8, 8);
    CHECK(history.nearest(3).weights == nullptr);
    CHECK(history.newest().weights == nullptr);
    CHECK(history.at(0) == nullptr);
    CHECK(history.wants(0));
    const auto first = nothing(), second = nothing();
    history.add(0, first);
    history.add(10, second);
    history.add(10, nothing());  // not behind all others
    history.add(4, nothing());
    CHECK(history.steps() == std::vector{0, 10});
    CHECK(history.at(0) == first);
    CHECK(history.at(10) == second);
    CHECK(history.at(5) == nullptr);
    CHECK(history.nearest(5).step == 0);
    CHECK(history.nearest(6).weights == second);
    CHECK(history.nearest(-7).step == 0);
    CHECK(history.nearest(1 << 30).step == 10);
    CHECK(history.wants(11));
    CHECK_FALSE(history.wants(10));
    history.add(160, nothing());
    CHECK_FALSE(history.wants(169));
    CHECK(history.wants(170));
    CHECK(contains(message_of([] { WeightHistory(1999, 1000); }), "the first and the newest take"));
    CHECK(WeightHistory(2000, 1000).capacity() == 2);
}

TEST_SUITE_END();
