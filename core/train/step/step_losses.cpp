#include "core/train/step/step_losses.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/train/measure.h"

namespace glassformer {

namespace {

double log_sum_exp(std::span<const float> logits) {
    const auto most = static_cast<double>(*std::ranges::max_element(logits));
    double sum = 0;
    for (const float logit : logits) sum += std::exp(static_cast<double>(logit) - most);
    return most + std::log(sum);
}

/// As core/ops/cross_entropy.cpp has it, in double precision.
double cross_entropy_of(std::span<const float> logits, int label, double smoothing) {
    double loss = log_sum_exp(logits) - (1 - smoothing) * static_cast<double>(logits[static_cast<std::size_t>(label)]);
    if (smoothing > 0)
        loss -= smoothing * std::accumulate(logits.begin(), logits.end(), 0.0) / static_cast<double>(logits.size());
    return loss;
}

}  // namespace

const LabelledPosition* StepLosses::find(int text, int position) const {
    if (text < 0 || static_cast<std::size_t>(text) >= at.size()) return nullptr;
    const std::vector<int>& row = at[static_cast<std::size_t>(text)];
    if (position < 0 || static_cast<std::size_t>(position) >= row.size()) return nullptr;
    const int index = row[static_cast<std::size_t>(position)];
    return index < 0 ? nullptr : &positions[static_cast<std::size_t>(index)];
}

int StepLosses::nearest(int text, int position) const {
    if (text < 0 || static_cast<std::size_t>(text) >= at.size()) return -1;
    const std::vector<int>& row = at[static_cast<std::size_t>(text)];
    int best = -1;
    for (int i = 0; i < static_cast<int>(row.size()); ++i)
        if (row[static_cast<std::size_t>(i)] >= 0 && (best < 0 || std::abs(i - position) < std::abs(best - position)))
            best = i;
    return best;
}

StepLosses losses_of(const StepInspection& inspection) {
    return losses_of(inspection.plan(), inspection.weights_before(), inspection.texts());
}

StepLosses losses_of(const TrainingPlan& plan, const Weights& weights, std::span<const Sample> texts) {
    StepLosses losses{
        .positions = {}, .at = {}, .smoothing = smoothing_of_loss(plan.options, answer_count(plan.config))};
    evaluate(plan.config, weights, texts, [&](const Reading& reading) {
        const std::vector<int>& labels = texts[reading.sample].labels;
        std::vector<int>& row = losses.at.emplace_back(labels.size(), -1);
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (labels[i] < 0) continue;
            const std::span<const float> logits = reading.logits(static_cast<int>(i));
            row[i] = static_cast<int>(losses.positions.size());
            losses.positions.push_back({.text = static_cast<int>(reading.sample),
                                        .position = static_cast<int>(i),
                                        .label = labels[i],
                                        .loss = cross_entropy_of(logits, labels[i], losses.smoothing),
                                        .logits = {logits.begin(), logits.end()}});
        }
    });
    for (const LabelledPosition& one : losses.positions) {
        losses.mean += one.loss / static_cast<double>(losses.positions.size());
        losses.largest = std::max(losses.largest, one.loss);
    }
    return losses;
}

std::vector<TargetAndPrediction> predictions_at(const LabelledPosition& position, double smoothing, std::size_t most,
                                                TargetAndPrediction* left) {
    const double total = log_sum_exp(position.logits), count = static_cast<double>(position.logits.size());
    std::vector<TargetAndPrediction> all;
    for (std::size_t i = 0; i < position.logits.size(); ++i) {
        const int answer = static_cast<int>(i);
        all.push_back({.answer = answer,
                       .target = smoothing / count + (answer == position.label ? 1 - smoothing : 0),
                       .predicted = std::exp(static_cast<double>(position.logits[i]) - total)});
    }
    std::ranges::stable_sort(all, std::ranges::greater{}, &TargetAndPrediction::predicted);
    const auto label = std::ranges::find(all, position.label, &TargetAndPrediction::answer);
    const std::size_t shown = std::min(std::max<std::size_t>(most, 1), all.size());
    if (label - all.begin() >= static_cast<std::ptrdiff_t>(shown))  // the last line is its
        std::rotate(all.begin() + static_cast<std::ptrdiff_t>(shown) - 1, label, label + 1);
    if (left != nullptr) {
        *left = {.answer = -1};
        for (std::size_t i = shown; i < all.size(); ++i) {
            left->target += all[i].target;
            left->predicted += all[i].predicted;
        }
    }
    all.resize(shown);
    return all;
}

}  // namespace glassformer
