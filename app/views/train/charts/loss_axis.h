// The axis of the losses of a training: one that ends where losses say nothing any more, so that a run that explodes
// does not press all others onto the axis.
#pragma once

#include <span>

#include "app/pictures/charts/line_chart.h"

namespace glassformer {

/// Losses above so many times that of equally likely predictions are beyond the axis.
inline constexpr double useful_losses = 2;

struct LossAxis {
    ChartAxis up;
    double beyond = 0;  // the largest loss above its end; 0: the axis holds all
};
/// From 0 (or the least below it) to the largest of the series and levels, in nats, or to `useful_losses` times
/// `chance`; chance 0: not known, all are held.
LossAxis loss_axis(std::span<const ChartSeries> series, std::span<const ChartLevel> levels, double chance);

}  // namespace glassformer
