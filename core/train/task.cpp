#include "core/train/task.h"

#include <algorithm>

#include "core/base/error.h"

namespace glassformer {

double metric(std::span<const Metric> metrics, std::string_view name) {
    const auto found = std::ranges::find(metrics, name, &Metric::first);
    if (found == metrics.end()) throw Error("the metric \"" + std::string(name) + "\" was not measured");
    return found->second;
}

std::span<const MetricText> metric_texts_of(const Card& card) {
    if (!card.metric_texts.empty()) return card.metric_texts;
    const Task* task = find_task(card.task);
    return task == nullptr ? std::span<const MetricText>{} : task->metric_texts;
}

}  // namespace glassformer
