#include "core/train/task.h"

#include <algorithm>

#include "core/base/error.h"

namespace glassformer {

double figure(std::span<const Figure> figures, std::string_view name) {
    const auto found = std::ranges::find(figures, name, &Figure::first);
    if (found == figures.end()) throw Error("the figure \"" + std::string(name) + "\" was not measured");
    return found->second;
}

}  // namespace glassformer
