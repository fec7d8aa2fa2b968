// A row of different symbols, repeated: what followed a symbol the last time follows it again. One head has to note
// each symbol's predecessor, and one in the next block finds the note and copies (Elhage et al. 2021; Olsson et al.
// 2022). The period varies, or looking a fixed number of places back would do.
#include <algorithm>
#include <numeric>

#include "core/train/measure.h"
#include "core/train/tasks/split.h"
#include "core/train/tasks/tasks.h"

namespace glassformer {

namespace {

constexpr int symbols = 24;
constexpr int shortest_period = 8, longest_period = 16;
constexpr int length = 32;  // of a text in training
constexpr int measured_sequences = 500;

/// The first symbols are all different, so that the token after the last occurrence is one and no other.
void sample_induction(Random& random, Split split, Sample& sample) {
    std::vector<int> row;
    do {
        row.resize(symbols);
        std::iota(row.begin(), row.end(), 0);
        random.shuffle(row);
        row.resize(static_cast<std::size_t>(shortest_period + random.below(longest_period - shortest_period + 1)));
    } while (split_of(row) != split);
    const std::size_t period = row.size();
    for (std::size_t t = 0; t < length; ++t) {
        sample.tokens.push_back(row[t % period]);
        sample.labels.push_back(t < period ? -1 : row[(t + 1) % period]);
    }
}

int period_of(const Sample& sample) {
    const auto again = std::find(sample.tokens.begin() + 1, sample.tokens.end(), sample.tokens.front());
    return static_cast<int>(again - sample.tokens.begin());
}

/// Mean weight that each head of a block gives to the key at `distance` tokens before the query.
class Share {
public:
    Share(const ModelConfig& config, int block)
        : name_(full_name(stage::weights, {.block = block})), sums_(static_cast<std::size_t>(config.n_heads)) {}

    void add(const Reading& reading, int query, int distance) {
        const int record = reading.batch.tape().trace().find(name_);
        for (std::size_t head = 0; head < sums_.size(); ++head)
            sums_[head] +=
                static_cast<double>(reading.attention(record, static_cast<int>(head), query, query - distance));
        ++count_;
    }
    double of_best_head() const { return *std::ranges::max_element(sums_) / count_; }

private:
    std::string name_;
    std::vector<double> sums_;
    int count_ = 0;
};

std::vector<Metric> measure_induction(const ModelConfig& config, const Weights& weights, std::uint64_t seed) {
    Random random(seed);
    std::vector<Sample> samples(measured_sequences);
    for (Sample& sample : samples) sample_induction(random, Split::held_out, sample);
    double correct = 0, asked = 0;
    Share previous(config, 0), induction(config, config.n_layers - 1);
    evaluate(config, weights, samples, [&](const Reading& reading) {
        const Sample& sample = samples[reading.sample];
        const int period = period_of(sample);
        for (int t = 1; t < length; ++t) previous.add(reading, t, 1);
        for (int t = period; t < length; ++t) {
            correct += reading.predicted(t) == sample.labels[static_cast<std::size_t>(t)] ? 1 : 0;
            ++asked;
            induction.add(reading, t, period - 1);  // the token after the same one before
        }
    });
    return {{"accuracy", correct / asked},
            {"previous_token_share", previous.of_best_head()},
            {"induction_share", induction.of_best_head()},
            {"sequences", measured_sequences}};
}

Task make(std::string_view name, std::string_view title, std::string_view to_try, const char* config) {
    Task task = begin_task(name, title, to_try, config);
    for (char symbol = 'a'; symbol < 'a' + symbols; ++symbol) task.vocabulary.emplace_back(1, symbol);
    task.examples = {"chapterichapterich", "blackformsblackfor", "qbtgkhdnjqbtgkhdnjq"};
    task.training.steps = 400;
    task.training.schedule = Schedule::constant;
    task.sample = sample_induction;
    task.measure = measure_induction;
    task.metric_texts = {share_metric("accuracy", "accuracy"),
                         share_metric("previous_token_share", "weight on the previous token"),
                         share_metric("induction_share", "weight on the token after the earlier copy"), training_loss(),
                         evaluated_on("sequences")};
    return task;
}

}  // namespace

Task induction_task() {
    return make("induction", "Induction heads: completing a repeated pattern",
                "For the last token, block 1 attends to the previous letter, and block 2 to the letter after the "
                "earlier copy of it. Turn either head off and the model can no longer repeat.",
                R"({"architecture": "decoder", "vocab_size": 24, "d_model": 32, "n_heads": 1, "n_layers": 2,
                    "max_seq_len": 64, "mlp": false, "positional": {"kind": "rope"},
                    "tokenizer": {"kind": "characters"}})");
}

Task induction_one_layer_task() {
    return make("induction-one-layer", "Induction with one layer: fails",
                "The same task with a single layer: the model can only guess among the letters that have appeared so far.",
                R"({"architecture": "decoder", "vocab_size": 24, "d_model": 32, "n_heads": 1, "n_layers": 1,
                    "max_seq_len": 64, "mlp": false, "positional": {"kind": "rope"},
                    "tokenizer": {"kind": "characters"}})");
}

}  // namespace glassformer
