// A word and its opposite: what a table would hold, learned as a soft one, in which every key answers as much as it
// fits. Texts are four words in a row, each asked for its opposite, so that whole texts can be held out of training.
#include <algorithm>
#include <array>

#include "core/train/measure.h"
#include "core/train/tasks/split.h"
#include "core/train/tasks/tasks.h"

namespace glassformer {

namespace {

// Neighbours are opposites of each other.
constexpr std::array<const char*, 12> words{"hot", "cold",  "up",  "down", "day",  "night",
                                            "big", "small", "old", "new",  "left", "right"};
constexpr int length = 4;
constexpr int measured_texts = 1000;
constexpr float hard = 1e4F;  // in place of the hardness, it makes the soft table a plain one

int opposite(int word) { return word % 2 == 0 ? word + 1 : word - 1; }

void sample_soft_lookup(Random& random, Split split, Sample& sample) {
    do {
        sample.tokens.clear();
        for (int i = 0; i < length; ++i) sample.tokens.push_back(random.below(static_cast<int>(words.size())));
    } while (split_of(sample.tokens) != split);
    for (const int word : sample.tokens) sample.labels.push_back(opposite(word));
}

std::vector<Metric> measure_soft_lookup(const ModelConfig& config, const Weights& weights, std::uint64_t seed) {
    Random random(seed);
    std::vector<Sample> samples(measured_texts);
    for (Sample& sample : samples) sample_soft_lookup(random, Split::held_out, sample);
    constexpr double asked = measured_texts * length;
    const auto accuracy = [&](const ModelConfig& of, double& largest) {
        double right = 0;
        evaluate(of, weights, samples, [&](const Reading& reading) {
            const Record& shares = reading.batch.tape().trace().record(
                reading.batch.tape().trace().find(full_name(stage::lookup_weights, {})));
            for (int position = 0; position < length; ++position) {
                const int label = samples[reading.sample].labels[static_cast<std::size_t>(position)];
                right += reading.predicted(position) == label ? 1 : 0;
                float most = 0;
                for (int entry = 0; entry < of.lookup.entries; ++entry)
                    most = std::max(most, shares.at({{reading.row, position, entry}}));
                largest += static_cast<double>(most) / asked;
            }
        });
        return right / asked;
    };
    double largest = 0, of_the_hard_one = 0;
    const double soft = accuracy(config, largest);
    ModelConfig plain = config;
    plain.lookup.hardness = hard;
    return {{"accuracy", soft},
            {"accuracy_hard", accuracy(plain, of_the_hard_one)},
            {"largest_weight", largest},
            {"texts", measured_texts}};
}

}  // namespace

Task soft_lookup_task() {
    Task task = begin_task(
        "soft-lookup", "A soft lookup table of opposites",
        "Each word looks up its opposite in a table of keys and values. See which keys match, and how strongly.",
        R"({"architecture": "lookup", "vocab_size": 12, "d_model": 8, "max_seq_len": 8,
                               "lookup": {"entries": 12, "hardness": 1}, "tokenizer": {"kind": "words"}})");
    task.vocabulary.assign(words.begin(), words.end());
    task.examples = {"hot", "day left old small", "up down"};
    task.answers = AnswerPlace::here;
    task.question = "What is the opposite of “{}”?";
    task.training.steps = 400;
    task.training.batch = 32;
    task.training.learning_rate = 2e-2;
    task.sample = sample_soft_lookup;
    task.measure = measure_soft_lookup;
    task.metric_texts = {share_metric("accuracy", "accuracy with the soft table"),
                         share_metric("accuracy_hard", "accuracy as a plain table"),
                         share_metric("largest_weight", "mean largest weight"), training_loss(), evaluated_on("texts")};
    return task;
}

}  // namespace glassformer
