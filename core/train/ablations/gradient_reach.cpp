#include "core/train/ablations/gradient_reach.h"

#include <algorithm>
#include <string>

#include "core/analysis/measures.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

constexpr std::size_t reached_at_once = 64;

/// Where n answers are equally probable, the cross entropy's gradient by the logits is 1/n everywhere and less by 1 at
/// the label: that of the margin with its sign turned. A head so small makes them so, and is divided out again; a power
/// of two, it rounds nothing.
constexpr float flattening = 0x1p-24F;

Weights with_flat_head(const Weights& weights) {
    Weights flat = weights;
    for (Parameter& parameter : flat.parameters) {
        if (parameter.name != "head.weight" && parameter.name != "head.bias") continue;
        const auto smaller = std::make_shared<Tensor>(parameter.shape);
        for (std::size_t i = 0; i < smaller->data.size(); ++i) smaller->data[i] = flattening * parameter.data[i];
        parameter = {parameter.name, parameter.shape, smaller->data.data(), smaller};
    }
    return flat;
}

void require(bool holds, const std::string& sentence) {
    if (!holds) throw Error("gradient by position: " + sentence);
}

}  // namespace

std::vector<double> gradient_by_position(const ModelConfig& config, const Weights& weights,
                                         std::span<const Sample> samples, Answer answer) {
    require(!samples.empty(), "there are no texts");
    const std::size_t positions = samples.front().tokens.size();
    for (const Sample& sample : samples) {
        require(sample.tokens.size() == positions, "the texts have different lengths, " + std::to_string(positions) +
                                                       " and " + std::to_string(sample.tokens.size()));
        const auto labelled = std::ranges::count_if(sample.labels, [](int label) { return label >= 0; });
        require(labelled == 1, "a text needs one label, got " + std::to_string(labelled));
    }
    const bool margin = answer == Answer::margin;
    require(!margin || weights.find("head.weight") != nullptr, "the margin needs a head of its own, not a tied one");
    const Weights read = margin ? with_flat_head(weights) : weights;  // lives as long as the tape that reads it
    Batch batch(config, read,
                {.batch = static_cast<int>(std::min(reached_at_once, samples.size())),
                 .seq_len = static_cast<int>(positions),
                 .probs = false,
                 .loss = true});
    Tape& tape = batch.tape();
    const int embed = tape.trace().find("embed");
    require(embed >= 0, "the model has no stage \"embed\"");
    std::vector<double> sums(positions);
    const auto size = static_cast<std::size_t>(batch.size().batch);
    for (std::size_t first = 0; first < samples.size(); first += size) {
        const std::size_t count = std::min(size, samples.size() - first);
        batch.set(samples.subspan(first, count));
        tape.evaluate();
        tape.backward(batch.graph().loss);
        const ConstView gradient = tape.trace().record(embed).gradient_view();  // [batch, pos, d_model]
        // The mean over the labelled texts of the batch has only a part of each one's own gradient.
        const double share = batch.labelled() / (margin ? static_cast<double>(flattening) : 1.0);
        const std::vector<double> norms = row_norms(gradient);  // text by text
        for (std::size_t row = 0; row < count * positions; ++row) sums[row % positions] += share * norms[row];
    }
    for (double& sum : sums) sum /= static_cast<double>(samples.size());
    return sums;
}

}  // namespace glassformer
