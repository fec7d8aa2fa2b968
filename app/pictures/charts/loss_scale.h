// How losses become colors, heights and contour levels: by their logarithm, because a surface spans several powers of
// ten.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "app/pictures/charts/axis_ticks.h"

namespace glassformer {

struct LossScale {
    double low = 1, high = 10;  // losses at its ends, above 0
    /// 0 at the low end, 1 at the high end, by the logarithm; a loss of 0 is at the low end. What is not finite stays
    /// as it is.
    double share(double loss) const;
    Colour colour(const Theme& theme, double loss) const;
    ChartAxis axis(std::string title) const;
};

/// From the least to the largest finite loss of all surfaces, so that pictures beside each other can be compared.
LossScale fit_losses(std::span<const std::span<const double>> surfaces);

/// Losses at which contour lines are drawn: 1, 2 and 5 times powers of ten where enough of them lie between the ends,
/// else more digits, so that there are about 4 to 12. Each is exactly the number that contour_text() writes.
std::vector<double> contour_levels(const LossScale& scale);
std::string contour_text(double level);

/// A bar of the colors with numbers below it and its name at the left.
void draw_loss_scale(Painter& painter, const Rect& rect, const LossScale& scale, std::string_view name);

}  // namespace glassformer
