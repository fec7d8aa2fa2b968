// The three poolings of the lecture over the same rows: the mean, a fixed weighted average, attention with one query.
// ctest: optimised too
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/train/batch.h"
#include "tests/support/evaluated_model.h"

using namespace glassformer;
using test::EvaluatedModel;

namespace {

std::string classifier(const std::string& pooling, const std::string& rest = R"("architecture": "encoder")") {
    return R"({"vocab_size": 11, "max_seq_len": 9, "n_layers": 1, "d_model": 12, "n_heads": 2, "head": {"kind":
               "classifier", "n_classes": 3, "pooling": ")" +
           pooling + R"("}, )" + rest + "}";
}

const std::vector<float> sentence{3, 0, 7, 10, 7, 1}, other{9, 2, 2, 4, 5, 8};

std::vector<double> numbers(const ConstView& view) { return {view.data, view.data + view.shape.count()}; }

}  // namespace

TEST_SUITE_BEGIN("pooling");

TEST_CASE("equal scores of the places are the mean; others weigh the places, whatever stands there") {
    EvaluatedModel model(classifier("weighted"), sentence);
    const ConstView x = model.view("final_norm");
    for (const double weight : numbers(model.view("pool.weights"))) CHECK(weight == doctest::Approx(1 / 6.0));
    for (int c = 0; c < 12; ++c) {
        double mean = 0;
        for (int i = 0; i < 6; ++i) mean += double{x.at({{i, c}})} / 6;
        CHECK(double{model.view("pooled").at({{c}})} == doctest::Approx(mean).epsilon(1e-5));
    }

    const std::vector<float> scores{0, 1, -2, 3, 0.5F, 1, 9, 9, 9};  // the last three places are not in the text
    std::copy(scores.begin(), scores.end(), model.memory("pool.weight"));
    model.tape.parameters_changed();
    REQUIRE(model.tape.evaluate());
    const std::vector<double> of_text = numbers(model.view("pool.weights"));
    double sum = 0;
    for (int i = 0; i < 6; ++i) sum += std::exp(double{scores[static_cast<std::size_t>(i)]});
    CHECK(of_text[3] == doctest::Approx(std::exp(3.0) / sum));
    model.tape.set(model.graph.tokens, other);
    REQUIRE(model.tape.evaluate());
    CHECK(numbers(model.view("pool.weights")) == of_text);
}

TEST_CASE("a single query weighs the tokens by what they are") {
    EvaluatedModel model(classifier("query"), sentence);
    const ConstView x = model.view("final_norm"), query = model.view("pool.query");
    std::vector<double> expected;
    double sum = 0;
    for (int i = 0; i < 6; ++i) {
        double dot = 0;
        for (int c = 0; c < 12; ++c) dot += double{x.at({{i, c}})} * double{query.at({{c}})};
        CHECK(double{model.view("pool.scores_raw").at({{i}})} == doctest::Approx(dot).epsilon(1e-4));
        expected.push_back(std::exp(dot / std::sqrt(12.0)));
        sum += expected.back();
    }
    const std::vector<double> weights = numbers(model.view("pool.weights"));
    for (std::size_t i = 0; i < weights.size(); ++i)
        CHECK(weights[i] == doctest::Approx(expected[i] / sum).epsilon(1e-4));
    for (int c = 0; c < 12; ++c) {
        double average = 0;
        for (int i = 0; i < 6; ++i) average += weights[static_cast<std::size_t>(i)] * double{x.at({{i, c}})};
        CHECK(double{model.view("pooled").at({{c}})} == doctest::Approx(average).epsilon(1e-4));
    }
    model.tape.set(model.graph.tokens, other);
    REQUIRE(model.tape.evaluate());
    const std::vector<double> of_other = numbers(model.view("pool.weights"));
    double difference = 0;
    for (std::size_t i = 0; i < weights.size(); ++i)
        difference = std::max(difference, std::abs(weights[i] - of_other[i]));
    CHECK(difference > 0.01);
}

TEST_CASE("pooling of a padded batch leaves padding out, of every kind of model, forward and backward") {
    const std::vector<std::string> kinds{
        R"("architecture": "encoder")", R"("architecture": "encoder", "positional": {"kind": "one_hot"})",
        R"("architecture": "encoder", "positional": {"kind": "transformer_xl"})",
        R"("architecture": "decoder", "positional": {"kind": "sinusoidal", "combine": "append", "dims": 3})"};
    for (const std::string& kind : kinds)
        for (const char* pooling : {"mean", "last", "weighted", "query"}) {
            CAPTURE(kind);
            CAPTURE(pooling);
            const ModelConfig config = parse_config(classifier(pooling, kind), "a test");
            Weights weights = initial_weights(config, 3, {.std = 0.4F, .scale_residual = false});
            if (const Parameter* places = weights.find("pool.weight"))
                for (int i = 0; i < 9; ++i) const_cast<float*>(places->data)[i] = 0.3F * static_cast<float>(i);
            const std::vector<Sample> samples{{.tokens = {3, 0, 7, 10, 7, 1}, .target_tokens = {}, .labels = {2}},
                                              {.tokens = {4, 4}, .target_tokens = {}, .labels = {0}},
                                              {.tokens = {9, 1, 5, 2}, .target_tokens = {}, .labels = {1}}};
            Batch batch(config, weights, {.batch = 3, .seq_len = 8, .loss = true});
            batch.set(samples);
            REQUIRE(batch.tape().evaluate());
            batch.tape().backward(batch.graph().loss);
            std::vector<std::vector<double>> gradients;
            for (std::size_t b = 0; b < samples.size(); ++b) {
                Tape tape;
                const Graph graph = record_model(tape, config, weights,
                                                 {.seq_len = static_cast<int>(samples[b].tokens.size()), .loss = true});
                tape.set(graph.tokens, std::vector<float>(samples[b].tokens.begin(), samples[b].tokens.end()));
                tape.set(graph.labels, std::vector<float>(samples[b].labels.begin(), samples[b].labels.end()));
                REQUIRE(tape.evaluate());
                tape.backward(graph.loss);
                for (int c = 0; c < 3; ++c)
                    CHECK(batch.tape().values(batch.graph().logits)[b * 3 + static_cast<std::size_t>(c)] ==
                          doctest::Approx(tape.values(graph.logits)[static_cast<std::size_t>(c)]).epsilon(1e-4));
                const auto& single = tape.parameter_gradients();
                gradients.resize(single.size());
                for (std::size_t p = 0; p < single.size(); ++p) {
                    gradients[p].resize(single[p].gradient.size());
                    for (std::size_t i = 0; i < single[p].gradient.size(); ++i)
                        gradients[p][i] += double{single[p].gradient[i]} / 3;
                }
            }
            const auto& together = batch.tape().parameter_gradients();
            REQUIRE(together.size() == gradients.size());
            double largest = 0, size = 0;
            for (std::size_t p = 0; p < together.size(); ++p)
                for (std::size_t i = 0; i < gradients[p].size(); ++i) {
                    largest = std::max(largest, std::abs(gradients[p][i] - double{together[p].gradient[i]}));
                    size = std::max(size, std::abs(gradients[p][i]));
                }
            CHECK(largest < 1e-5 * size + 1e-7);
            CHECK(size > 1e-3);
        }
}

TEST_SUITE_END();
