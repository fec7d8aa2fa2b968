#include "core/train/task.h"

#include <algorithm>

#include "core/base/error.h"

namespace glassformer {

double metric(std::span<const Metric> metrics, std::string_view name) {
    const auto found = std::ranges::find(metrics, name, &Metric::first);
    if (found == metrics.end()) throw Error("the metric \"" + std::string(name) + "\" was not measured");
    return found->second;
}

}  // namespace glassformer
