// How a model that is being trained does on texts that it never learns from.
#pragma once

#include <vector>

#include "core/train/batch.h"
#include "core/train/task.h"

namespace glassformer {

struct HeldOutRecord {
    int step = 0;        // steps done
    float loss = 0;      // mean cross entropy over the labeled positions, in nats
    float accuracy = 0;  // share of these positions whose largest logit is the label's; the first of equal ones counts
    bool operator==(const HeldOutRecord&) const = default;
};

class HeldOutSamples {
public:
    /// 64 held-out texts of the task, the same ones for every run. The weights' memory is read anew by each measure(),
    /// and must stay as long as this does. Throws Error where the task's texts do not fit the config.
    HeldOutSamples(const Task& task, const ModelConfig& config, const Weights& weights);
    HeldOutRecord measure(int steps_done);

private:
    std::vector<Sample> samples_;
    Batch batch_;
};

/// Losses in nats of a model that reads nothing, on the same texts: what a curve starts from and must get below.
struct LossWithoutReading {
    double uniform = 0;        // every answer is as probable as every other: ln(answers)
    double frequencies = 0;    // each is as probable as it is frequent: the entropy of the labels
    double most_frequent = 0;  // accuracy of always answering the most frequent one
};
LossWithoutReading loss_without_reading(const Task& task, const ModelConfig& config);

}  // namespace glassformer
