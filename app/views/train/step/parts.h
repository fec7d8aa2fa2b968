// The parts that a gradient is the sum of, as signed bars side by side; the largest are named.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "app/views/shared/context.h"

namespace glassformer {

struct PartBars {
    std::string id;  // of targets: "train part", and "train part 3" for the third bar
    std::span<const double> values;
    int selected = -1;
    std::function<std::string(int)> name;  // short, below the largest ones
    std::function<std::string(int)> tip;
};
/// The bar that was clicked.
std::optional<int> draw_part_bars(ViewContext& context, const Rect& area, const PartBars& bars);

}  // namespace glassformer
