// The loss of a step's batch, position by position: what the model of before the step predicted where a text has a
// label.
#pragma once

#include <span>
#include <vector>

#include "core/train/step/step_inspection.h"

namespace glassformer {

struct LabelledPosition {
    int text = 0, position = 0;  // of the text's labels: 0 of a classifier
    int label = 0;
    double loss = 0;  // cross-entropy, with the plan's label smoothing
    std::vector<float> logits;
};

struct StepLosses {
    std::vector<LabelledPosition> positions;  // by text, then position
    std::vector<std::vector<int>> at;        // [text][label]: of `positions`; −1: no label
    double smoothing = 0;                    // over all classes, as smoothing_of_loss() has it
    double mean = 0, largest = 0;

    /// Null where the text has no label there.
    const LabelledPosition* find(int text, int position) const;
    /// The labeled position of the text that is nearest; −1: it has none.
    int nearest(int text, int position) const;
};

/// Of the batch, with the weights of before the step.
StepLosses losses_of(const StepInspection& inspection);
/// Of any texts, padded to the longest of them.
StepLosses losses_of(const TrainingPlan& plan, const Weights& weights, std::span<const Sample> texts);

/// What one answer's probability was to be, and was.
struct TargetAndPrediction {
    int answer = 0;
    double target = 0, predicted = 0;
};
/// The most probable answers, at most so many, the label always among them. `smoothing`: as StepLosses has it. `left`,
/// if given: the sums of all others.
std::vector<TargetAndPrediction> predictions_at(const LabelledPosition& position, double smoothing, std::size_t most,
                                                TargetAndPrediction* left = nullptr);

}  // namespace glassformer
