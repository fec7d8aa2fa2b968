#include "core/train/live/held_out_samples.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace glassformer {

namespace {

std::vector<Sample> draw(const Task& task) {
    constexpr std::size_t texts = 64;
    constexpr std::uint64_t seed = 1;  // of the texts, whatever the run's is: curves of two runs are of the same texts
    Random random(seed);
    std::vector<Sample> samples(texts);
    for (Sample& sample : samples) task.sample(random, Split::held_out, sample);
    return samples;
}

GraphSize size_of(const std::vector<Sample>& samples) {
    const BatchLength length = longest(samples);
    return {.batch = static_cast<int>(samples.size()),
            .seq_len = length.seq_len,
            .target_len = length.target_len,
            .probs = false,
            .loss = true};
}

}  // namespace

HeldOutSamples::HeldOutSamples(const Task& task, const ModelConfig& config, const Weights& weights)
    : samples_(draw(task)), batch_(config, weights, size_of(samples_), Tape::Keep::needed) {
    batch_.set(samples_);
}

HeldOutRecord HeldOutSamples::measure(int steps_done) {
    Tape& tape = batch_.tape();
    tape.parameters_changed();
    tape.evaluate();
    HeldOutRecord record{.step = steps_done, .loss = tape.values(batch_.graph().loss)[0], .accuracy = 0};
    const auto labels = tape.values(batch_.graph().labels), logits = tape.values(batch_.graph().logits);
    const std::size_t answers = logits.size() / labels.size();
    int right = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (labels[i] < 0) continue;
        const auto row = logits.subspan(i * answers, answers);
        right += std::ranges::max_element(row) - row.begin() == std::lround(labels[i]) ? 1 : 0;
    }
    record.accuracy = static_cast<float>(right) / static_cast<float>(std::max(1, batch_.labelled()));
    return record;
}

LossWithoutReading loss_without_reading(const Task& task, const ModelConfig& config) {
    std::map<int, double> counts;
    double all = 0;
    for (const Sample& sample : draw(task))
        for (const int label : sample.labels)
            if (label >= 0) ++counts[label], ++all;
    const int answers = answer_count(config);
    LossWithoutReading loss{.uniform = std::log(static_cast<double>(answers))};
    for (const auto& [label, count] : counts) {
        loss.frequencies -= count / all * std::log(count / all);
        loss.most_frequent = std::max(loss.most_frequent, count / all);
    }
    return loss;
}

}  // namespace glassformer
