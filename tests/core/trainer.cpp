// ctest: optimised too
#include "core/train/trainer.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/error.h"
#include "core/base/thread_pool.h"
#include "core/train/adamw.h"
#include "core/train/batch.h"

using namespace glassformer;

namespace {

ModelConfig small_decoder() {
    return parse_config(R"({"architecture": "decoder", "vocab_size": 7, "d_model": 8, "n_heads": 2, "d_ff": 12,
                            "n_layers": 2, "max_seq_len": 9, "positional": {"kind": "rope"}})",
                        "small decoder");
}

ModelConfig small_encoder() {
    return parse_config(R"({"architecture": "encoder", "vocab_size": 7, "d_model": 8, "n_heads": 2, "d_ff": 12,
                            "n_layers": 2, "max_seq_len": 9, "positional": {"kind": "rope"}})",
                        "small encoder");
}

ModelConfig relative_decoder() {
    return parse_config(R"({"architecture": "decoder", "vocab_size": 7, "d_model": 8, "n_heads": 2, "d_ff": 12,
                            "n_layers": 2, "max_seq_len": 9, "positional": {"kind": "transformer_xl"},
                            "mask": {"kind": "segments", "segment": 3}})",
                        "relative decoder");
}

ModelConfig one_hot_encoder() {
    return parse_config(R"({"architecture": "encoder", "vocab_size": 7, "d_model": 8, "n_heads": 2, "d_ff": 12,
                            "n_layers": 1, "max_seq_len": 9, "positional": {"kind": "one_hot"},
                            "attention_scale": "qk_fourth_root"})",
                        "one-hot encoder");
}

ModelConfig table() {
    return parse_config(R"({"architecture": "lookup", "vocab_size": 7, "d_model": 8, "max_seq_len": 9,
                            "lookup": {"entries": 5, "hardness": 0.7}})",
                        "lookup table");
}

/// Texts of 3 to 8 tokens with some labels missing.
void draw(Random& random, Sample& sample) {
    const int length = 3 + random.below(6);
    for (int i = 0; i < length; ++i) {
        sample.tokens.push_back(random.below(7));
        sample.labels.push_back(random.below(4) == 0 ? -1 : random.below(7));
    }
    sample.labels[0] = sample.tokens[1];
}

TrainOptions few_steps() {
    TrainOptions options;
    options.steps = 20;
    options.batch = 5;
    options.warm_up = 3;
    options.seed = 11;
    options.init.std = 0.2F;
    return options;
}

bool same_bits(const Weights& a, const Weights& b) {
    for (std::size_t p = 0; p < a.parameters.size(); ++p)
        if (std::memcmp(a.parameters[p].data, b.parameters[p].data, a.parameters[p].shape.count() * sizeof(float)) != 0)
            return false;
    return a.parameters.size() == b.parameters.size();
}

double largest_difference(const Weights& a, const Weights& b) {
    double largest = 0;
    for (std::size_t p = 0; p < a.parameters.size(); ++p)
        for (std::size_t i = 0; i < a.parameters[p].shape.count(); ++i)
            largest = std::max(largest, std::abs(static_cast<double>(a.parameters[p].data[i]) -
                                                 static_cast<double>(b.parameters[p].data[i])));
    return largest;
}

}  // namespace

TEST_SUITE_BEGIN("trainer");

TEST_CASE("two steps of AdamW equal the formula computed by hand") {
    // Worked out in double precision from the paper's algorithm 2, with the decay multiplied by the rate as in PyTorch.
    std::vector<float> values{0.5F, -1.25F, 2.0F};
    AdamW optimiser(3);
    const OptimiserStep step{.learning_rate = 0.01, .beta1 = 0.9, .beta2 = 0.99, .eps = 1e-8, .weight_decay = 0.1};
    const auto check_values = [&](double a, double b, double c) {
        CHECK(values[0] == doctest::Approx(a).epsilon(1e-6));
        CHECK(values[1] == doctest::Approx(b).epsilon(1e-6));
        CHECK(values[2] == doctest::Approx(c).epsilon(1e-6));
    };
    optimiser.begin_step();
    optimiser.update(step, 0, values, std::vector{0.1F, -0.2F, 0.0F}, 1);
    check_values(0.489500001, -1.238750001, 1.998);
    optimiser.begin_step();
    optimiser.update(step, 0, values, std::vector{0.6F, 0.8F, -0.002F}, 0.5F);  // clipped to half
    check_values(0.47984925, -1.241167328, 2.003426493);
}

TEST_CASE("the rate climbs to its peak, then falls to its floor along a cosine, or stays") {
    TrainOptions options;
    options.steps = 110;
    options.warm_up = 10;
    options.learning_rate = 2;
    options.floor = 0.1;
    CHECK(learning_rate(options, 0) == doctest::Approx(0.2));
    CHECK(learning_rate(options, 9) == doctest::Approx(2));
    CHECK(learning_rate(options, 10) == doctest::Approx(2));
    CHECK(learning_rate(options, 60) == doctest::Approx(1.1));
    CHECK(learning_rate(options, 110) == doctest::Approx(0.2));
    options.schedule = Schedule::constant;
    CHECK(learning_rate(options, 60) == doctest::Approx(2));
}

TEST_CASE("two runs from one seed end in the same bits, and another seed does not") {
    Trainer first(small_decoder(), few_steps(), draw), second(small_decoder(), few_steps(), draw);
    CHECK(first.train() == 20);
    second.train();
    CHECK(same_bits(first.weights(), second.weights()));
    TrainOptions other = few_steps();
    other.seed = 12;
    Trainer third(small_decoder(), other, draw);
    third.train();
    CHECK_FALSE(same_bits(first.weights(), third.weights()));
}

TEST_CASE("a batch split into parts trains as the whole does, and the same on a pool as one after the other" *
          doctest::test_suite("threads")) {
    TrainOptions halves = few_steps();
    halves.threads = 2;
    ThreadPool pool(2);
    Trainer whole(small_decoder(), few_steps(), draw), parts(small_decoder(), halves, draw, &pool),
        again(small_decoder(), halves, draw);
    const Trainer::Step a = whole.step(), b = parts.step();
    CHECK(b.loss == doctest::Approx(a.loss).epsilon(1e-5));
    CHECK(b.gradient_norm == doctest::Approx(a.gradient_norm).epsilon(1e-5));
    for (std::size_t p = 0; p < whole.weights().parameters.size(); ++p)
        for (std::size_t i = 0; i < whole.gradient(p).size(); ++i)
            CHECK(std::abs(whole.gradient(p)[i] - parts.gradient(p)[i]) < 1e-5F);
    whole.train();
    parts.train();
    again.train();
    CHECK(largest_difference(whole.weights(), parts.weights()) < 1e-3);  // AdamW divides by small roots
    CHECK(same_bits(parts.weights(), again.weights()));
}

TEST_CASE("a padded batch has the loss and the gradients of its texts one by one") {
    for (const ModelConfig& config :
         {small_decoder(), small_encoder(), relative_decoder(), one_hot_encoder(), table()}) {
        const Weights weights = initial_weights(config, 5, {.std = 0.3F, .scale_residual = false});
        Random random(2);
        std::vector<Sample> samples(4);
        for (Sample& sample : samples) draw(random, sample);
        samples[1].tokens.resize(3);
        samples[1].labels.resize(3);
        const BatchLength length = longest(samples);
        Batch batch(config, weights, {.batch = 5, .seq_len = length.seq_len, .loss = true});  // one row left over
        batch.set(samples);
        batch.tape().evaluate();
        batch.tape().backward(batch.graph().loss);

        double loss = 0;
        int labelled = 0;
        std::vector<std::vector<double>> gradients;
        for (const Sample& sample : samples) {
            Tape tape;
            const Graph graph =
                record_model(tape, config, weights, {.seq_len = static_cast<int>(sample.tokens.size()), .loss = true});
            tape.set(graph.tokens, std::vector<float>(sample.tokens.begin(), sample.tokens.end()));
            tape.set(graph.labels, std::vector<float>(sample.labels.begin(), sample.labels.end()));
            tape.evaluate();
            tape.backward(graph.loss);
            const auto count =
                static_cast<int>(std::ranges::count_if(sample.labels, [](int label) { return label >= 0; }));
            labelled += count;
            loss += count * static_cast<double>(tape.values(graph.loss)[0]);
            const auto& single = tape.parameter_gradients();
            gradients.resize(single.size());
            for (std::size_t p = 0; p < single.size(); ++p) {
                gradients[p].resize(single[p].gradient.size());
                for (std::size_t i = 0; i < single[p].gradient.size(); ++i)
                    gradients[p][i] += count * static_cast<double>(single[p].gradient[i]);
            }
        }
        CHECK(batch.labelled() == labelled);
        CHECK(batch.tape().values(batch.graph().loss)[0] == doctest::Approx(loss / labelled).epsilon(1e-5));
        const auto& together = batch.tape().parameter_gradients();
        REQUIRE(together.size() == gradients.size());
        double largest = 0, size = 0;
        for (std::size_t p = 0; p < together.size(); ++p)
            for (std::size_t i = 0; i < gradients[p].size(); ++i) {
                largest = std::max(largest,
                                   std::abs(gradients[p][i] / labelled - static_cast<double>(together[p].gradient[i])));
                size = std::max(size, std::abs(gradients[p][i] / labelled));
            }
        CHECK(largest < 1e-5 * size + 1e-7);
        CHECK(size > 1e-3);
    }
}

TEST_CASE("label smoothing mixes the loss with the mean loss over the vocabulary") {
    const ModelConfig config = small_decoder();
    const Weights weights = initial_weights(config, 5, {.std = 0.3F, .scale_residual = false});
    Random random(4);
    std::vector<Sample> samples(3);
    for (Sample& sample : samples) draw(random, sample);
    const int length = longest(samples).seq_len;
    const auto loss = [&](float smoothing, const std::vector<Sample>& of) {
        Batch batch(config, weights, {.batch = 3, .seq_len = length, .loss = true, .smoothing = smoothing});
        batch.set(of);
        batch.tape().evaluate();
        return static_cast<double>(batch.tape().values(batch.graph().loss)[0]);
    };
    double uniform = 0;  // the mean of the losses with every word as the label
    for (int word = 0; word < config.vocab_size; ++word) {
        std::vector<Sample> relabelled = samples;
        for (Sample& sample : relabelled)
            for (int& label : sample.labels)
                if (label >= 0) label = word;
        uniform += loss(0, relabelled) / config.vocab_size;
    }
    CHECK(loss(0.2F, samples) == doctest::Approx(0.8 * loss(0, samples) + 0.2 * uniform).epsilon(1e-5));
    CHECK(loss(0.2F, samples) != doctest::Approx(loss(0, samples)).epsilon(1e-4));
}

TEST_CASE("training lowers the loss, shows the norm before clipping, and stops when told to") {
    TrainOptions options = few_steps();
    options.steps = 150;
    options.batch = 16;
    options.learning_rate = 1e-2;
    // The label is the token itself: learnable from the embedding alone.
    Trainer trainer(small_encoder(), options, [](Random& random, Sample& sample) {
        for (int i = 0; i < 5; ++i) sample.tokens.push_back(random.below(7));
        sample.labels = sample.tokens;
    });
    const double first = trainer.step().loss;
    const Weights before = trainer.copy_weights();
    double last = 0, norm = 0;
    CHECK(trainer.train([&](const Trainer::Step& step) {
        last = step.loss;
        norm = std::max(norm, step.gradient_norm);
        return step.step < 120;
    }) == 120);
    CHECK(first > 1.5);
    CHECK(last < 0.1);
    CHECK(norm > 0);
    CHECK_FALSE(same_bits(before, trainer.weights()));  // the copy did not follow
    CHECK(same_bits(trainer.copy_weights(), trainer.weights()));
}

TEST_CASE("clipping brings the gradient of all parameters together to the limit") {
    TrainOptions options = few_steps();
    options.warm_up = 0;
    options.weight_decay = 0;
    options.clip = 0.05;
    options.learning_rate = options.eps = 1e3;  // against so large an eps the first step is the gradient itself
    Trainer trainer(small_decoder(), options, draw);
    const Weights before = trainer.copy_weights();
    CHECK(trainer.step().gradient_norm > 0.1);
    double squares = 0;
    for (std::size_t p = 0; p < before.parameters.size(); ++p)
        for (std::size_t i = 0; i < before.parameters[p].shape.count(); ++i)
            squares += std::pow(static_cast<double>(trainer.weights().parameters[p].data[i]) -
                                    static_cast<double>(before.parameters[p].data[i]),
                                2);
    CHECK(std::sqrt(squares) == doctest::Approx(0.05).epsilon(1e-3));
}

TEST_CASE("weight decay shrinks embeddings and leaves biases and norms alone") {
    // AdamW's first step is the sign of the gradient times the rate: where the gradient is zero, only decay is left.
    // Row 6 of the embedding is never read.
    TrainOptions options = few_steps();
    options.warm_up = 0;
    options.learning_rate = 0.01;
    options.weight_decay = 0.5;
    Trainer trainer(small_decoder(), options, [](Random& random, Sample& sample) {
        for (int i = 0; i < 5; ++i) sample.tokens.push_back(random.below(6));
        sample.labels = sample.tokens;
    });
    const Weights before = trainer.copy_weights();
    trainer.step();
    const std::size_t row = 6 * 8;
    for (std::size_t i = row; i < row + 8; ++i)
        CHECK(trainer.weights().find("embed.tokens.weight")->data[i] ==
              doctest::Approx(before.find("embed.tokens.weight")->data[i] * (1 - 0.01 * 0.5)).epsilon(1e-6));
    for (int i = 0; i < 8; ++i)  // a weight of 1 moves by the rate, not by the decay
        CHECK(std::abs(trainer.weights().find("final_norm.weight")->data[i] - 1) <= 0.0101F);
}

TEST_CASE("a loss that is no number stops the training in a sentence and leaves the weights of the step before") {
    TrainOptions options = few_steps();
    options.warm_up = 0;
    options.schedule = Schedule::constant;
    options.learning_rate = 1e30;
    options.eps = 1e-30;
    Trainer trainer(small_decoder(), options, draw);
    CHECK_THROWS_WITH_AS(trainer.train(), doctest::Contains("training diverged: at step "), Error);
    CHECK(trainer.steps_done() >= 1);
    CHECK_THROWS_AS(trainer.step(), Error);
}

TEST_CASE("options and samples that make no sense are refused in a sentence") {
    TrainOptions options = few_steps();
    options.learning_rate = std::numeric_limits<double>::infinity();
    CHECK_THROWS_WITH_AS((Trainer(small_decoder(), options, draw)), "training: learning rate must be above 0, got inf",
                         Error);
    options = few_steps();
    options.batch = 0;
    CHECK_THROWS_WITH_AS((Trainer(small_decoder(), options, draw)), "training: batch must be 1 to 65536, got 0", Error);
    Trainer unlabelled(small_decoder(), few_steps(), [](Random&, Sample& sample) {
        sample.tokens = {1, 2};
        sample.labels = {-1, -1};
    });
    CHECK_THROWS_WITH_AS(unlabelled.step(), "training: the batch of step 1 has no label", Error);
    Trainer too_long(small_decoder(), few_steps(), [](Random&, Sample& sample) {
        sample.tokens.assign(10, 1);
        sample.labels.assign(10, 1);
    });
    CHECK_THROWS_AS(too_long.step(), Error);
}

TEST_SUITE_END();
