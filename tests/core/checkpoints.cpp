// Checkpoints and micro-batches: the same gradients in less memory, and the memory is what was planned for it.
// ctest: optimised too
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

#include "core/base/error.h"
#include "core/base/thread_pool.h"
#include "core/io/model_folder.h"
#include "core/model/graph.h"
#include "core/train/memory.h"
#include "core/train/trainer.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

ModelConfig decoder(int layers, const std::string& more = "") {
    return parse_config(R"({"architecture": "decoder", "vocab_size": 16, "d_model": 16, "n_heads": 2, "d_ff": 32,
                            "max_seq_len": 16, "n_layers": )" +
                            std::to_string(layers) + more + "}",
                        "a decoder");
}

/// Tokens and labels of every kind, some padding.
void fill(Tape& tape, const Graph& graph, const ModelConfig& config, int salt) {
    const auto cycle = [&](Ref input, int below) {
        std::vector<float> values(tape.shape(input).count());
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>((static_cast<int>(i) * 3 + salt) % below);
        tape.set(input, values);
    };
    cycle(graph.tokens, config.vocab_size);
    if (graph.target_tokens) cycle(graph.target_tokens, config.target_vocab_size);
    for (const Ref padding : {graph.padding, graph.target_padding})
        if (padding) {
            std::vector<float> values(tape.shape(padding).count(), 1.0F);
            values.back() = 0;
            tape.set(padding, values);
        }
    cycle(graph.labels, config.head.classifier ? config.head.n_classes
                        : graph.target_tokens  ? config.target_vocab_size
                                               : config.vocab_size);
}

bool same_gradients(const Tape& a, const Tape& b) {
    if (a.parameter_gradients().size() != b.parameter_gradients().size()) return false;
    for (std::size_t p = 0; p < a.parameter_gradients().size(); ++p)
        if (!std::ranges::equal(a.parameter_gradients()[p].gradient, b.parameter_gradients()[p].gradient)) return false;
    return true;
}

std::size_t total(const Tape::MemoryPlan& plan) {
    return plan.inputs + plan.activations + plan.activation_gradients + plan.parameter_gradients;
}

/// Texts of 16 tokens, so that a run meets one length.
void draw(Random& random, Sample& sample) {
    for (int i = 0; i < 16; ++i) {
        sample.tokens.push_back(random.below(16));
        sample.labels.push_back(random.below(4) == 0 ? -1 : random.below(16));
    }
    sample.labels[0] = sample.tokens[1];
}

TrainOptions few_steps() {
    TrainOptions options;
    options.steps = 8;
    options.batch = 6;
    options.warm_up = 2;
    options.seed = 4;
    options.init.std = 0.2F;
    return options;
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

TEST_SUITE_BEGIN("checkpoints");

TEST_CASE("blocks computed again give the same bits of every gradient, in every golden model") {
    for (const std::filesystem::path& folder : test::folders(test::golden("models"))) {
        CAPTURE(folder.filename().string());
        const Model model = load_model(folder);
        const GraphSize size{.batch = 2, .seq_len = 4, .target_len = 3, .loss = true};
        Tape whole, lean(nullptr, nullptr, Tape::Keep::needed), thrifty(nullptr, nullptr, Tape::Keep::checkpoints);
        Graph graph;
        for (Tape* tape : {&whole, &lean, &thrifty}) graph = record_model(*tape, model.config, model.weights, size);
        for (int round = 1; round < 3; ++round) {
            for (Tape* tape : {&whole, &lean, &thrifty}) {
                fill(*tape, graph, model.config, round);
                tape->evaluate();
                tape->backward(graph.loss);
            }
            CHECK(thrifty.values(graph.loss)[0] == whole.values(graph.loss)[0]);
            CHECK(same_gradients(thrifty, whole));
            thrifty.backward(graph.loss);  // the memory that blocks share holds the first block by now
            CHECK(same_gradients(thrifty, whole));
        }
        for (const Tape* tape : {&whole, &lean, &thrifty}) CHECK(tape->bytes() == total(tape->memory_plan()));
        CHECK(thrifty.bytes() <= whole.bytes());
        // What is still there is what it should be; what is not says so.
        for (const int id : thrifty.trace().stages()) {
            const Record& record = thrifty.trace().record(id);
            if (!record.value_kept) {
                CHECK_THROWS_AS(static_cast<void>(record.view()), Error);
                continue;
            }
            CHECK(std::ranges::equal(std::span(record.view().data, record.shape.count()),
                                     std::span(whole.trace().record(id).view().data, record.shape.count())));
        }
        const std::vector<Edit> edits{{thrifty.trace().record(thrifty.trace().stages().front()).name, {}, 1.0F}};
        CHECK_THROWS_AS(thrifty.edit(edits), Error);
    }
}

TEST_CASE("with checkpoints a further block adds no more than what it hands on") {
    const GraphSize size{.batch = 4, .seq_len = 16, .loss = true};
    const auto plan = [&](int layers, Tape::Keep keep) {
        Tape tape(nullptr, nullptr, keep);
        record_shapes(tape, decoder(layers), size);
        return tape.memory_plan();
    };
    const Tape::MemoryPlan four = plan(4, Tape::Keep::checkpoints), eight = plan(8, Tape::Keep::checkpoints);
    const std::size_t handed_on = 4 * 16 * 16 * sizeof(float);  // texts, tokens, width
    CHECK(eight.activations - four.activations == 4 * handed_on);
    CHECK(eight.activation_gradients == four.activation_gradients);  // memory of what was passed on is given back
    CHECK(eight.shared_activations == four.shared_activations);
    CHECK(four.shared_activations > 0);
    // Without, each block keeps what its gradients need.
    const Tape::MemoryPlan all = plan(8, Tape::Keep::needed);
    CHECK(all.shared_activations == 0);
    CHECK(all.activations > 4 * eight.activations);
    CHECK(all.activation_gradients == plan(4, Tape::Keep::needed).activation_gradients);
    CHECK(plan(8, Tape::Keep::everything).activation_gradients > 8 * all.activation_gradients);
    CHECK(all.parameter_gradients == eight.parameter_gradients);
}

TEST_CASE("a block that would overwrite what it was handed leaves it, for it is computed again from that") {
    const ModelConfig config = decoder(1);
    const Weights weights = initial_weights(config, 3, {.std = 0.3F});
    Tape whole, thrifty(nullptr, nullptr, Tape::Keep::checkpoints);
    for (Tape* tape : {&whole, &thrifty}) {
        const Shape row{{Axis::position, 5}};
        const Ref tokens = tape->input(stage::token_ids, {}, row), labels = tape->input(stage::labels, {}, row);
        const auto parameter = [&](const char* name) { return tape->parameter(*weights.find(name), "W"); };
        Ref x = tape->run(stage::embed, {}, op::embed(1), {tokens, parameter("embed.tokens.weight")});
        for (int l = 0; l < 3; ++l) {  // scaling takes its operand's memory where it may
            const Site site{.block = l};
            x = tape->run(stage::resid_pre, site, op::scale(3, "3"), {x});
            x = tape->run(stage::resid_mid, site, op::linear(), {x, parameter("blocks.0.attn.o.weight")});
        }
        const Ref logits = tape->run(stage::logits, {}, op::linear(), {x, parameter("head.weight")});
        const Ref loss = tape->run(stage::loss, {}, op::cross_entropy(0), {logits, labels});
        tape->set(tokens, std::vector<float>{3, 1, 4, 1, 5});
        tape->set(labels, std::vector<float>{1, 4, 1, 5, 9});
        tape->evaluate();
        tape->backward(loss);
    }
    CHECK(same_gradients(whole, thrifty));
    CHECK(thrifty.recomputed() == 4);
    CHECK(thrifty.bytes() < whole.bytes());
}

TEST_CASE("all blocks but the last are computed again, once") {
    const ModelConfig config = decoder(5);
    const Weights weights = initial_weights(config, 2);
    for (const Tape::Keep keep : {Tape::Keep::needed, Tape::Keep::checkpoints}) {
        Tape tape(nullptr, nullptr, keep);
        const Graph graph = record_model(tape, config, weights, {.batch = 2, .seq_len = 5, .loss = true});
        fill(tape, graph, config, 1);
        tape.evaluate();
        tape.backward(graph.loss);
        const auto in_last = [&](int id) { return tape.trace().record(id).site.block == 4; };
        const auto of_a_block = static_cast<int>(std::ranges::count_if(tape.trace().stages(), in_last));
        CHECK(of_a_block > 10);
        CHECK(tape.recomputed() == (keep == Tape::Keep::checkpoints ? 4 * of_a_block : 0));
    }
}

TEST_CASE("training with checkpoints ends in the same bits, also on a pool" * doctest::test_suite("threads")) {
    ThreadPool pool(2);
    for (const int threads : {1, 2}) {
        TrainOptions plain = few_steps(), thrifty = few_steps();
        plain.threads = thrifty.threads = threads;
        thrifty.checkpoint = true;
        Trainer a(decoder(4), plain, draw, &pool), b(decoder(4), thrifty, draw, &pool);
        a.train();
        b.train();
        CHECK(largest_difference(a.weights(), b.weights()) == 0);
        CHECK(b.bytes() < 0.75 * static_cast<double>(a.bytes()));
    }
}

TEST_CASE("micro-batches add up to the gradient of the whole batch") {
    for (const int parts : {2, 3, 4, 6}) {  // 4: two texts at once, so three micro-batches
        CAPTURE(parts);
        TrainOptions micro = few_steps();
        micro.accumulate = parts;
        micro.threads = parts == 3 ? 2 : 1;
        Trainer whole(decoder(2), few_steps(), draw), split(decoder(2), micro, draw);
        const Trainer::Step a = whole.step(), b = split.step();
        CHECK(b.loss == doctest::Approx(a.loss).epsilon(1e-6));
        CHECK(b.gradient_norm == doctest::Approx(a.gradient_norm).epsilon(1e-6));
        double largest = 0, size = 0;
        for (std::size_t p = 0; p < whole.weights().parameters.size(); ++p)
            for (std::size_t i = 0; i < whole.gradient(p).size(); ++i) {
                largest = std::max(largest, std::abs(static_cast<double>(whole.gradient(p)[i] - split.gradient(p)[i])));
                size = std::max(size, std::abs(static_cast<double>(whole.gradient(p)[i])));
            }
        CHECK(largest < 2e-6 * size);
        CHECK(size > 1e-3);
        CHECK(split.bytes() < whole.bytes());
    }
}

TEST_CASE("a last micro-batch with fewer texts counts them alone") {
    TrainOptions micro = few_steps();
    micro.batch = 7;
    TrainOptions whole = micro;
    micro.accumulate = 3;  // 3, 3 and 1
    Trainer a(decoder(1), whole, draw), b(decoder(1), micro, draw);
    CHECK(b.step().loss == doctest::Approx(a.step().loss).epsilon(1e-6));
    b.train();
    a.train();
    CHECK(b.step().loss == doctest::Approx(a.step().loss).epsilon(1e-3));
}

TEST_CASE("a plan of a training's memory is what the training takes") {
    for (const bool checkpoint : {false, true})
        for (const int accumulate : {1, 3}) {
            TrainOptions options = few_steps();
            options.accumulate = accumulate;
            options.checkpoint = checkpoint;
            Trainer trainer(decoder(3), options, draw);
            trainer.step();
            const TrainingMemory plan = training_memory(
                decoder(3), {.batch = 6, .seq_len = 16, .accumulate = accumulate, .checkpoint = checkpoint});
            CHECK(plan.total() == static_cast<double>(trainer.bytes()));
        }
    CHECK_THROWS_AS(training_memory(decoder(1), {.batch = 2, .seq_len = 4, .accumulate = 3}), Error);
    CHECK_THROWS_AS(training_memory(decoder(1), {.batch = 2, .seq_len = 17}), Error);
}

TEST_CASE("what each means saves of the largest GPT-2's memory") {
    const ModelConfig config =
        parse_config(R"({"architecture": "decoder", "vocab_size": 50257, "max_seq_len": 1024, "n_layers": 48,
                         "d_model": 1600, "n_heads": 25, "tie_embeddings": true})",
                     "GPT-2");
    const double parameters = 1557611200;
    const TrainingMemory plain = training_memory(config, {.batch = 8, .seq_len = 1024});
    CHECK(plain.weights == 4 * parameters);
    CHECK(plain.optimiser == 8 * parameters);
    CHECK(plain.gradients == 4 * parameters);  // every parameter fills whole lines of memory
    CHECK(plain.master_weights == 0);
    // Scores before and after the softmax alone: 48 blocks of 25 · 1024² for each of 8 texts.
    CHECK(plain.activations > 4.0 * 48 * 25 * 1024 * 1024 * 8);

    const TrainingMemory micro = training_memory(config, {.batch = 8, .seq_len = 1024, .accumulate = 8});
    CHECK(8 * micro.activations == doctest::Approx(plain.activations).epsilon(1e-3));
    CHECK(micro.weights + micro.gradients + micro.optimiser == plain.weights + plain.gradients + plain.optimiser);

    const TrainingMemory again = training_memory(config, {.batch = 8, .seq_len = 1024, .checkpoint = true});
    CHECK(again.activations < plain.activations / 10);  // a quarter of it is the logits
    CHECK(again.optimiser == plain.optimiser);

    const TrainingMemory half = training_memory(config, {.batch = 8, .seq_len = 1024, .precision = Precision::half});
    CHECK(2 * half.activations == plain.activations);
    CHECK(2 * half.weights == plain.weights);
    CHECK(half.master_weights == plain.weights);
    CHECK(half.optimiser == plain.optimiser);
    CHECK(half.total() < plain.total());
}

TEST_CASE("micro-batches and checkpoints that make no sense are refused in a sentence") {
    TrainOptions options = few_steps();
    options.accumulate = 7;
    CHECK_THROWS_WITH_AS((Trainer(decoder(1), options, draw)),
                         "training: micro-batches per step must be 1 to the number of texts per step, got 7", Error);
    options.accumulate = 0;
    CHECK_THROWS_AS((Trainer(decoder(1), options, draw)), Error);
}

TEST_SUITE_END();
