// The gradient of an answer by position: against finite differences, and what it says of recurrent networks and of
// attention, untrained.
// ctest: alone 3 s, optimised too
#include "core/train/ablations/gradient_reach.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/io/safetensors.h"
#include "core/train/task.h"

using namespace glassformer;

namespace {

std::vector<Sample> recall_texts(int count) {
    const Task& task = require_task("recall-rnn");
    Random random(5);
    std::vector<Sample> samples(static_cast<std::size_t>(count));
    for (Sample& sample : samples) task.sample(random, Split::held_out, sample);
    return samples;
}

std::vector<double> untrained(const char* name, Answer answer = Answer::loss) {
    const Task& task = require_task(name);
    const Weights weights = initial_weights(task.config, 1, task.training.init);
    std::vector<double> norms = gradient_by_position(task.config, weights, recall_texts(16), answer);
    std::ranges::reverse(norms);  // by distance from the end
    return norms;
}

/// The model's answer to one text where the embedding of one token is moved by `step` in one dimension.
double moved(const Task& task, const Weights& weights, const Sample& sample, Answer answer, int position, int column,
             float step) {
    Tape tape;
    const Graph graph =
        record_model(tape, task.config, weights, {.seq_len = static_cast<int>(sample.tokens.size()), .loss = true});
    std::vector<float> ids(sample.tokens.begin(), sample.tokens.end());
    tape.set(graph.tokens, ids);
    tape.set(graph.labels, std::vector<float>{static_cast<float>(sample.labels.front())});
    tape.evaluate();
    const Cell cell{{position, column}};
    const float before = tape.trace().value(tape.trace().find("embed"), cell);
    const std::vector<Edit> edits{{.record = "embed", .cell = cell, .value = before + step}};
    tape.edit(edits);
    tape.evaluate();
    if (answer == Answer::loss) return static_cast<double>(tape.values(graph.loss)[0]);
    double sum = 0;
    const auto logits = tape.values(graph.logits);
    for (const float logit : logits) sum += static_cast<double>(logit);
    return static_cast<double>(logits[static_cast<std::size_t>(sample.labels.front())]) -
           sum / static_cast<double>(logits.size());
}

}  // namespace

TEST_SUITE_BEGIN("gradient_reach");

TEST_CASE("the gradient by position is that of finite differences, of the loss and of the margin") {
    for (const char* name : {"recall-rnn", "recall-lstm", "recall-transformer"}) {
        CAPTURE(name);
        const Task& task = require_task(name);
        const Weights weights = initial_weights(task.config, 3, task.training.init);
        const std::vector<Sample> samples = recall_texts(1);
        for (const Answer answer : {Answer::loss, Answer::margin}) {
            const std::vector<double> norms = gradient_by_position(task.config, weights, samples, answer);
            REQUIRE(norms.size() == 64);
            constexpr int last = 63;  // the nearest has a gradient that single precision can measure
            double squares = 0;
            for (int column = 0; column < task.config.d_model; ++column) {
                constexpr float step = 0.03F;
                const double slope = (moved(task, weights, samples.front(), answer, last, column, step) -
                                      moved(task, weights, samples.front(), answer, last, column, -step)) /
                                     (2 * static_cast<double>(step));
                squares += slope * slope;
            }
            CHECK(norms[last] == doctest::Approx(std::sqrt(squares)).epsilon(0.01));
        }
    }
}

TEST_CASE("untrained, the gradient of the last step vanishes in a recurrent network and not in a transformer") {
    const std::vector<double> rnn = untrained("recall-rnn"), transformer = untrained("recall-transformer"),
                              open = untrained("recall-lstm");
    // In a plain network it halves with every step: a straight line on a logarithmic axis.
    CHECK(rnn[0] > 0.05);
    CHECK(rnn[60] < 1e-17);
    CHECK(rnn[60] > 1e-22);
    const double a_step = std::pow(rnn[50] / rnn[10], 1.0 / 40);
    CHECK(a_step > 0.4);
    CHECK(a_step < 0.6);
    for (const int k : {10, 20, 30, 40, 50})
        CHECK(rnn[static_cast<std::size_t>(k + 10)] < 0.02 * rnn[static_cast<std::size_t>(k)]);
    // Attention reaches every token in as many steps: all distances beyond the token itself are alike.
    for (const int k : {1, 10, 30, 60}) {
        CHECK(transformer[static_cast<std::size_t>(k)] > 2e-3);
        CHECK(transformer[static_cast<std::size_t>(k)] < 2e-1);
    }
    CHECK(transformer[60] > 1e14 * rnn[60]);
    // A forget gate that starts open keeps the gradient; one that starts half open loses it too.
    CHECK(open[60] > 1e-4);
    const Task& lstm = require_task("recall-lstm");
    std::vector<double> closed =
        gradient_by_position(lstm.config, initial_weights(lstm.config, 1), recall_texts(16), Answer::loss);
    CHECK(closed.front() < 1e-12);
}

TEST_CASE("a gradient by position needs texts of one length with one label each") {
    const Task& task = require_task("recall-rnn");
    const Weights weights = initial_weights(task.config, 1);
    std::vector<Sample> samples = recall_texts(2);
    CHECK_THROWS_AS(gradient_by_position(task.config, weights, {}, Answer::loss), Error);
    samples[1].tokens.pop_back();
    CHECK_THROWS_WITH_AS(gradient_by_position(task.config, weights, samples, Answer::loss),
                         "gradient by position: the texts have different lengths, 64 and 63", Error);
    samples = recall_texts(2);
    samples[1].labels.front() = -1;
    CHECK_THROWS_WITH_AS(gradient_by_position(task.config, weights, samples, Answer::loss),
                         "gradient by position: a text needs one label, got 0", Error);
}

TEST_CASE("more texts than are evaluated at once have the mean of their gradients") {
    const Task& task = require_task("recall-transformer");
    const Weights weights = initial_weights(task.config, 2, task.training.init);
    const std::vector<Sample> samples = recall_texts(70);
    const std::vector<double> all = gradient_by_position(task.config, weights, samples, Answer::loss);
    double sum = 0;
    for (const Sample& sample : samples)
        sum += gradient_by_position(task.config, weights, std::span(&sample, 1), Answer::loss)[20];
    CHECK(all[20] == doctest::Approx(sum / 70).epsilon(1e-4));
}

TEST_SUITE_END();
