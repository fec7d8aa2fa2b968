// Six digits, then the same digits in order: a task whose answer anyone can check. A causal decoder; the loss is on the
// sorted half.
#include <algorithm>
#include <array>

#include "core/train/measure.h"
#include "core/train/tasks/split.h"
#include "core/train/tasks/tasks.h"

namespace glassformer {

namespace {

constexpr int length = 6;
constexpr int symbols = 10;
constexpr int measured_sequences = 2000;
using Digits = std::array<int, length>;

Split split_of_digits(const Digits& digits) {
    std::uint64_t number = 0;
    for (const int digit : digits) number = number * symbols + static_cast<std::uint64_t>(digit);
    return split_of(number);
}

/// The last sorted digit is only asked for, never read: tokens are one fewer than both halves.
void sample_sort(Random& random, Split split, Sample& sample) {
    Digits digits{};
    do {
        for (int& digit : digits) digit = random.below(symbols);
    } while (split_of_digits(digits) != split);
    Digits sorted = digits;
    std::ranges::sort(sorted);
    sample.tokens.assign(digits.begin(), digits.end());
    sample.tokens.insert(sample.tokens.end(), sorted.begin(), sorted.end() - 1);
    sample.labels.assign(length - 1, -1);
    sample.labels.insert(sample.labels.end(), sorted.begin(), sorted.end());
}

std::vector<Metric> measure_sort(const ModelConfig& config, const Weights& weights, std::uint64_t seed) {
    Random random(seed);
    std::vector<Sample> samples(measured_sequences);
    for (Sample& sample : samples) sample_sort(random, Split::held_out, sample);
    int exact = 0, digits = 0;
    evaluate(config, weights, samples, [&](const Reading& reading) {
        int right = 0;
        for (int position = length - 1; position < 2 * length - 1; ++position)
            right += reading.predicted(position) == samples[reading.sample].labels[static_cast<std::size_t>(position)]
                         ? 1
                         : 0;
        digits += right;
        exact += right == length ? 1 : 0;
    });
    return {{"exact", exact / static_cast<double>(measured_sequences)},
            {"digits", digits / static_cast<double>(measured_sequences * length)},
            {"sequences", measured_sequences}};
}

}  // namespace

Task sort_task() {
    Task task = begin_task(
        "sort", "Sorting six digits",
        "Enter six digits and generate six more: the model sorts them. The attention shows which digit it picks next.",
        R"({"architecture": "decoder", "vocab_size": 10, "d_model": 32, "n_heads": 2, "d_ff": 128, "n_layers": 1,
            "max_seq_len": 12, "positional": {"kind": "learned"}, "tokenizer": {"kind": "characters"}})");
    for (int digit = 0; digit < symbols; ++digit) task.vocabulary.push_back(std::to_string(digit));
    task.examples = {"583120", "907742", "333111"};
    task.question = "Which digit comes next in the sorted sequence?";
    task.training.steps = 1600;
    task.shipped.push_back({.name = "sort-appended",
                            .architecture = R"({"positional":{"combine":"append","dims":8}})",
                            .title = "Sorting with appended positions",
                            .to_try =
                                "Each position has 8 columns of its own beside the embedding, and a matrix "
                                "brings both to d_model. Find those columns, then follow them into the queries."});
    task.sample = sample_sort;
    task.measure = measure_sort;
    task.metric_texts = {share_metric("exact", "sequences sorted correctly"), share_metric("digits", "digit accuracy"),
                         training_loss(), evaluated_on("sequences")};
    return task;
}

}  // namespace glassformer
