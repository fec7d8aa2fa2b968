#include "app/views/train/charts/loss_axis.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace glassformer {

LossAxis loss_axis(std::span<const ChartSeries> series, std::span<const ChartLevel> levels, double chance) {
    LossAxis axis{.up = fit_up("", series, false, levels)};
    axis.up.low = std::min(0.0, axis.up.low);
    if (!(chance > 0)) return axis;
    double most = 0, end = useful_losses * chance;
    for (const ChartLevel& level : levels) end = std::max(end, level.y);
    for (const ChartSeries& one : series)
        for (const ChartPoint& point : one.points)
            if (std::isfinite(point.y)) most = std::max(most, point.y);
    const double high = fit("", std::array{0.0, end}).high;
    if (most <= high) return axis;
    axis.up.high = high;
    axis.beyond = most;
    return axis;
}

}  // namespace glassformer
