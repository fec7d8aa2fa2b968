// Which key stood 40 to 60 tokens back? Noise in between, a question mark at the end, and the answer is read from the
// last state alone. A plain recurrent network cannot learn it, for its gradient is gone by then (Bengio, Simard,
// Frasconi 1994); an LSTM with an open forget gate and attention can. The figures hold accuracy and gradient by
// distance.
#include <algorithm>
#include <array>

#include "core/train/ablations/gradient_reach.h"
#include "core/train/measure.h"
#include "core/train/tasks/split.h"
#include "core/train/tasks/tasks.h"

namespace glassformer {

namespace {

constexpr int noises = 16, keys = 8;  // ids: noise, then keys, then the question mark
constexpr int question = noises + keys;
constexpr int length = 64;
constexpr int nearest = 40, furthest = 60;
constexpr std::array measured_distances{40, 50, 60};
constexpr int measured_texts = 512;  // for each distance
constexpr int gradient_texts = 64;

void fill(Random& random, int distance, Split split, Sample& sample) {
    do {
        sample.clear();
        for (int t = 0; t + 1 < length; ++t) sample.tokens.push_back(random.below(noises));
        sample.tokens.push_back(question);
        const int key = random.below(keys);
        sample.tokens[static_cast<std::size_t>(length - 1 - distance)] = noises + key;
        sample.labels.push_back(key);
    } while (split_of(sample.tokens) != split);
}

void sample_recall(Random& random, Split split, Sample& sample) {
    fill(random, nearest + random.below(furthest - nearest + 1), split, sample);
}

std::vector<Sample> held_out(Random& random, int distance, int texts) {
    std::vector<Sample> samples(static_cast<std::size_t>(texts));
    for (Sample& sample : samples) fill(random, distance, Split::held_out, sample);
    return samples;
}

double accuracy(const ModelConfig& config, const Weights& weights, const std::vector<Sample>& samples) {
    int right = 0;
    evaluate(config, weights, samples, [&](const Reading& reading) {
        right += reading.predicted(0) == samples[reading.sample].labels.front() ? 1 : 0;
    });
    return right / static_cast<double>(samples.size());
}

/// What the question mark gives the key in the last block, the mean of the head that gives most; for models with
/// blocks.
double attention_on_key(const ModelConfig& config, const Weights& weights, const std::vector<Sample>& samples) {
    const std::string name = full_name(stage::weights, {.block = config.n_layers - 1});
    std::vector<double> heads(static_cast<std::size_t>(config.n_heads));
    evaluate(config, weights, samples, [&](const Reading& reading) {
        const std::vector<int>& tokens = samples[reading.sample].tokens;
        const auto key = std::ranges::find_if(tokens, [](int token) { return token >= noises; }) - tokens.begin();
        const int record = reading.batch.tape().trace().find(name);
        for (std::size_t head = 0; head < heads.size(); ++head)
            heads[head] += static_cast<double>(
                reading.attention(record, static_cast<int>(head), length - 1, static_cast<int>(key)));
    });
    return std::ranges::max(heads) / static_cast<double>(samples.size());
}

/// The seed also draws the untrained network: with the seed of the training, the one that it began with.
std::vector<Metric> measure_recall(const ModelConfig& config, const Weights& weights, std::uint64_t seed,
                                   const InitOptions& init) {
    Random random(seed);
    std::vector<Metric> metrics;
    for (const int distance : measured_distances) {
        const std::vector<Sample> samples = held_out(random, distance, measured_texts);
        const std::string k = std::to_string(distance);
        metrics.emplace_back("accuracy_" + k, accuracy(config, weights, samples));
        const std::vector<double> norms =
            gradient_by_position(config, weights, std::span(samples).first(gradient_texts), Answer::margin);
        metrics.emplace_back("margin_gradient_k" + k, norms[static_cast<std::size_t>(length - 1 - distance)]);
    }
    std::vector<Sample> texts(measured_texts);
    for (Sample& sample : texts) sample_recall(random, Split::held_out, sample);
    if (is_transformer(config)) metrics.emplace_back("attention_on_key", attention_on_key(config, weights, texts));
    const Weights untrained = initial_weights(config, seed, init);
    const std::vector<double> norms =
        gradient_by_position(config, untrained, std::span(texts).first(gradient_texts), Answer::loss);
    for (const int k : {0, 1, 2, 5, 10, 20, 30, 40, 50, 60})
        metrics.emplace_back("gradient_k" + std::to_string(k) + "_untrained",
                             norms[static_cast<std::size_t>(length - 1 - k)]);
    metrics.emplace_back("untrained_seed", static_cast<double>(seed));
    return metrics;
}

struct Row {
    std::string_view name, title, to_try;
    std::string model;  // keys of the config that are this one's own
    int steps;
    InitOptions init;
};

Task make(const Row& row) {
    Task task = begin_task(row.name, row.title, row.to_try,
                           R"({"vocab_size": 25, "d_model": 32, "max_seq_len": 64, "head_bias": true,
                               "head": {"kind": "classifier", "n_classes": 8, "pooling": "last"},
                               "tokenizer": {"kind": "characters"}, )" +
                               row.model + "}");
    task.question = "Which uppercase letter appears among the lowercase ones?";
    for (int noise = 0; noise < noises; ++noise) task.vocabulary.emplace_back(1, static_cast<char>('a' + noise));
    for (int key = 0; key < keys; ++key) {
        task.vocabulary.emplace_back(1, static_cast<char>('A' + key));
        task.classes.push_back(task.vocabulary.back());
    }
    task.vocabulary.emplace_back("?");
    Random random(0);
    for (const int distance : {furthest, nearest}) {
        const std::vector<Sample> sample = held_out(random, distance, 1);
        std::string& text = task.examples.emplace_back();
        for (const int token : sample.front().tokens) text += task.vocabulary[static_cast<std::size_t>(token)];
    }
    task.training.steps = row.steps;
    task.shipped.front().seed = 1;
    task.training.learning_rate = 2e-3;
    task.training.beta2 = 0.98;
    task.training.seed = 1;
    task.training.init = row.init;
    task.sample = sample_recall;
    task.metric_texts = {share_metric("accuracy_#", "accuracy with the letter at distance"),
                         share_metric("attention_on_key", "weight on the letter"),
                         {.name = "margin_gradient_k#", .words = "gradient at distance"},
                         {.name = "gradient_k#_untrained", .words = "gradient before training at distance"},
                         {.name = "untrained_seed", .words = "initial seed", .kind = MetricKind::count},
                         training_loss()};
    task.measure = [init = row.init](const ModelConfig& config, const Weights& weights, std::uint64_t seed) {
        return measure_recall(config, weights, seed, init);
    };
    return task;
}

}  // namespace

Task recall_rnn_task() {
    return make(
        {.name = "recall-rnn",
         .title = "Long-range recall: vanilla RNN",
         .to_try =
             "Change the capital letter: the output stays the same, because its effect on the hidden state has faded.",
         .model = R"("architecture": "recurrent", "n_layers": 1, "recurrent": {"cell": "rnn", "d_hidden": 64})",
         .steps = 1200,
         .init = {}});
}

Task recall_lstm_task() {
    InitOptions init;
    init.forget_bias = 2;  // the cell starts by keeping 0.9 of itself a step; with 0, half, and nothing is learned
    return make(
        {.name = "recall-lstm",
         .title = "Long-range recall: LSTM",
         .to_try = "Change the capital letter and watch the cell state carry it across the noise to the question mark.",
         .model = R"("architecture": "recurrent", "n_layers": 1, "recurrent": {"cell": "lstm", "d_hidden": 64})",
         .steps = 800,
         .init = init});
}

Task recall_transformer_task() {
    InitOptions init;
    init.matrices = MatrixInit::xavier_joint;
    init.embedding_std = 0.1767767F;  // 1/√d_model, and the model multiplies by √d_model
    init.scale_residual = false;
    return make({.name = "recall-transformer",
                 .title = "Long-range recall: transformer",
                 .to_try = "In block 2, the question mark attends to the capital letter wherever it is.",
                 .model = R"("architecture": "decoder", "n_layers": 2, "n_heads": 2, "d_ff": 64, "activation": "relu",
                             "positional": {"kind": "sinusoidal"}, "scale_embeddings": true)",
                 .steps = 300,
                 .init = init});
}

}  // namespace glassformer
