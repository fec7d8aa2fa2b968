// What an encoding of positions can and cannot do: two tasks that need exact distances, one that needs a neighbourhood
// and one that needs no order at all. Trained on texts of 8 to 32 tokens and measured on texts up to four times as
// long. A learned table has no row beyond the lengths of training: what it cannot read is not measured.
#include <algorithm>
#include <array>

#include "core/train/measure.h"
#include "core/train/tasks/split.h"
#include "core/train/tasks/tasks.h"

namespace glassformer {

namespace {

constexpr int shortest = 8, longest_trained = 32;  // even lengths between them, each as likely
constexpr std::array measured_lengths{16, 32, 48, 64, 96, 128};
constexpr int measured_sequences = 64;       // of each length
constexpr std::size_t measured_targets = 8;  // the last ones of each
constexpr int window = 2;                    // local majority: tokens on either side

/// Labels the tokens that are there.
using Rule = void (*)(Sample&);

template <int distance>
void label_k_back(Sample& sample) {
    for (std::size_t t = distance; t < sample.tokens.size(); ++t) sample.labels[t] = sample.tokens[t - distance];
}

/// Where the window is whole: an even number of tokens may have no majority.
void label_local_majority(Sample& sample) {
    const auto length = static_cast<int>(sample.tokens.size());
    for (int t = window; t < length - window; ++t) {
        const auto first = sample.tokens.begin() + t - window;
        const auto ones = std::count(first, first + 2 * window + 1, 1);
        sample.labels[static_cast<std::size_t>(t)] = ones > window ? 1 : 0;
    }
}

/// The symbol that came most often so far, where it is one.
void label_running_majority(Sample& sample) {
    std::array<int, 4> counts{};
    for (std::size_t t = 0; t < sample.tokens.size(); ++t) {
        ++counts.at(static_cast<std::size_t>(sample.tokens[t]));
        const auto most = std::ranges::max_element(counts);
        if (std::ranges::count(counts, *most) == 1) sample.labels[t] = static_cast<int>(most - counts.begin());
    }
}

void draw(Random& random, Split split, int symbols, int length, Rule rule, Sample& sample) {
    do {
        sample.tokens.clear();
        for (int t = 0; t < length; ++t) sample.tokens.push_back(random.below(symbols));
    } while (split_of(sample.tokens) != split);
    sample.labels.assign(sample.tokens.size(), -1);
    rule(sample);
}

template <int symbols, Rule rule>
void sample_positions(Random& random, Split split, Sample& sample) {
    const int length = shortest + 2 * random.below((longest_trained - shortest) / 2 + 1);
    draw(random, split, symbols, length, rule, sample);
}

/// Share of right answers among the last targets of held-out texts, by their length.
template <int symbols, Rule rule>
std::vector<Metric> measure_positions(const ModelConfig& config, const Weights& weights, std::uint64_t seed) {
    Random random(seed);
    std::vector<Metric> metrics;
    for (const int length : measured_lengths) {
        if (length > config.max_seq_len) continue;
        std::vector<Sample> samples(measured_sequences);
        for (Sample& sample : samples) draw(random, Split::held_out, symbols, length, rule, sample);
        double right = 0, asked = 0;
        evaluate(config, weights, samples, [&](const Reading& reading) {
            const std::vector<int>& labels = samples[reading.sample].labels;
            std::size_t targets = 0;
            for (std::size_t t = labels.size(); t-- > 0 && targets < measured_targets;) {
                if (labels[t] < 0) continue;
                ++targets;
                right += reading.predicted(static_cast<int>(t)) == labels[t] ? 1 : 0;
            }
            asked += static_cast<double>(targets);
        });
        metrics.emplace_back("accuracy_" + std::to_string(length), right / asked);
    }
    return metrics;
}

struct Kind {
    std::string_view name, title, to_try, question;
    const char* architecture;
    char first_symbol;
    int steps;
    std::vector<std::string> examples;
};

template <int symbols, Rule rule>
Task make(const Kind& kind) {
    Task task = begin_task(kind.name, kind.title, kind.to_try,
                           R"({"architecture": ")" + std::string(kind.architecture) + R"(", "vocab_size": )" +
                               std::to_string(symbols) +
                               R"(, "d_model": 64, "n_heads": 4, "d_ff": 128, "n_layers": 2, "max_seq_len": 128,
                                      "positional": {"kind": "rope"}, "tokenizer": {"kind": "characters"}})");
    for (int symbol = 0; symbol < symbols; ++symbol)
        task.vocabulary.emplace_back(1, static_cast<char>(kind.first_symbol + symbol));
    task.examples = kind.examples;
    task.answers = AnswerPlace::here;
    task.question = kind.question;
    task.training.steps = kind.steps;
    task.training.batch = 32;
    task.training.learning_rate = 2e-3;
    task.trained_length = longest_trained;
    task.sample = sample_positions<symbols, rule>;
    task.measure = measure_positions<symbols, rule>;
    task.metric_texts = {share_metric("accuracy_#", "accuracy at length"), training_loss()};
    task.shipped.clear();
    for (const char* encoding : {"none", "learned", "rope", "alibi", "t5", "shaw", "xpos", "fire"})
        task.shipped.push_back(
            {.name = std::string(kind.name) + "-" + encoding, .flags = std::string("--positional ") + encoding});
    // Sines of amplitude 1 would drown embeddings of 0.02.
    task.shipped.push_back(
        {.name = std::string(kind.name) + "-sinusoidal", .flags = "--positional sinusoidal --embedding-std 1"});
    task.attention_measured = false;
    return task;
}

}  // namespace

Task k_back_3_task() {
    Task task = make<16, label_k_back<3>>(
        {.name = "k-back-3",
         .title = "Copy the token three back",
         .to_try = "Each position predicts the token three positions earlier. Try a text longer than the 32 tokens "
                   "used in training, if this encoding allows it.",
         .question = "Which token comes three positions before “{}”?",
         .architecture = "decoder",
         .first_symbol = 'a',
         .steps = 400,
         .examples = {"abcdefghijklmnop", "hagfedponmlbackdhagfedpokmlbackd"}});
    task.note = {"alibi",
                 "ALiBi is inaccurate here at every length, because this task needs one exact distance. ALiBi’s bias "
                 "only favors nearer tokens: the bias alone cannot single out the token three positions back. In "
                 "language modeling, where nearby tokens matter most, ALiBi extrapolates well (Press et al., 2022)."};
    return task;
}

Task k_back_1_task() {
    return make<16, label_k_back<1>>({.name = "k-back-1",
                                      .title = "Copy the previous token",
                                      .to_try =
                                          "Each position predicts the previous token. Try a text longer than the 32 "
                                          "tokens used in training, if this encoding allows it.",
                                      .question = "Which token comes before “{}”?",
                                      .architecture = "decoder",
                                      .first_symbol = 'a',
                                      .steps = 300,
                                      .examples = {"abcdefghijklmnop", "hagfedponmlbackdhagfedpokmlbackd"}});
}

Task local_majority_task() {
    Task task = make<2, label_local_majority>(
        {.name = "local-majority",
         .title = "Local majority (window of five)",
         .to_try = "Each position predicts the more frequent symbol among the five tokens around it. Try a text longer "
                   "than the 32 tokens used in training, if this encoding allows it.",
         .question = "Which symbol is more frequent among the five tokens around “{}”?",
         .architecture = "encoder",
         .first_symbol = '0',
         .steps = 400,
         .examples = {"0110100110010110", "00000000111111110000111100110101"}});
    task.shipped.push_back({.name = "local-majority-convolution",
                            .architecture = R"({"architecture":"convolution","n_layers":1,)"
                                            R"("convolution":{"width":5,"causal":false}})",
                            .title = "Local majority by a convolution",
                            .to_try = "One layer reads the five tokens around each position, at every length of text. "
                                      "It has no attention and needs no positional encoding."});
    return task;
}

Task running_majority_task() {
    return make<4, label_running_majority>({.name = "running-majority",
                                            .title = "Running majority",
                                            .to_try = "Each position predicts the most frequent symbol so far. Order "
                                                      "does not matter, so no positional encoding is needed.",
                                            .question = "Which symbol is the most frequent up to “{}”?",
                                            .architecture = "decoder",
                                            .first_symbol = 'a',
                                            .steps = 250,
                                            .examples = {"abacadabacad", "ddccbbaaddccbbaaddccbbaaddccbbaa"}});
}

}  // namespace glassformer
