// Several series over one axis, with numbers at ticks, named levels and steps, and what is under the mouse: the chart
// of whatever changes with steps, lengths or positions.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "app/pictures/charts/axis_ticks.h"
#include "app/pictures/charts/thinned_line.h"

namespace glassformer {

struct ChartSeries {
    std::string name;  // "training"; empty: the box of numbers leaves it out
    /// From left to right. A number that is not finite leaves a gap, on a logarithmic axis 0 and below too; a point
    /// between two gaps is a dot. They are read while the chart is drawn.
    std::span<const ChartPoint> points{};
    Colour colour{};
    float width = 1.6F;  // pixels
    bool dashed = false;
    float dash = 1;   // length of its dashes, against the usual one
    float aside = 0;  // pixels to the right that it is drawn from its numbers, so that equal ones are seen to be so
};
/// A dashed line across the chart with its name over it or below, as far right as it covers no series: "chance".
struct ChartLevel {
    std::string name;
    double y = 0;
    Colour colour{};
    std::string brief{};  // where the name is too wide; empty: the name is cut
};
/// A dashed upright line with its name at the top: "step 240".
struct ChartMark {
    double x = 0;
    std::string name;
    Colour colour{};
    bool flag = false;  // a solid line instead, with the name on a flag
};

/// An upright line between two numbers: of an interval.
struct ChartInterval {
    double x = 0, low = 0, high = 0;
    float aside = 0;  // pixels, as of a series
};

struct LineChartDrawn;
struct LineChart {
    std::string title{};  // empty: none
    ChartAxis across{}, up{};
    std::vector<ChartSeries> series{};  // drawn in this order; the legend and the box of numbers have the same
    std::vector<ChartLevel> levels{};
    std::vector<ChartMark> marks{};
    bool legend = true;               // false: the series are named elsewhere
    std::optional<double> hovered{};  // a number of the axis across: each series' number nearest to it is shown
    bool hover_box = true;            // false: only where they are, without their numbers
    bool numbers_across = true;       // false: another chart below this one has them
    bool numbers_up = true;
    float least_left = 0;  // pixels between the left ends of the rectangle and the plot: of charts below each other
    std::function<void(const LineChartDrawn&)> under{};  // draws what lies in the plot under the series
    std::vector<ChartInterval> intervals{};              // … of which names keep off these
};

/// Axes that hold all points of the series, and all levels; see fit() in axis_ticks.h.
ChartAxis fit_across(std::string title, std::span<const ChartSeries> series, bool logarithmic = false);
ChartAxis fit_up(std::string title, std::span<const ChartSeries> series, bool logarithmic = false,
                 std::span<const ChartLevel> levels = {});

/// Where a chart was drawn.
struct LineChartDrawn {
    Rect plot;             // between the ends of both axes; empty where there is no room for it
    ChartAxis across, up;  // as they were drawn: sound()
    /// The point of two numbers; NaN for what has no place on an axis.
    Vec2 at(double x, double y) const;
    /// The numbers under a pixel; the nearest end of the axis outside the plot.
    double x_of(float pixel) const;
    double y_of(float pixel) const;
};
/// Draws inside the rectangle. Nothing overlaps from 12 em × 8 em on; in a smaller one the titles are left out, then
/// the grid and the legend, then the numbers.
LineChartDrawn draw_line_chart(Painter& painter, const Rect& rect, const LineChart& chart);
/// The same without drawing: for what is hovered, which must be known before.
LineChartDrawn place_line_chart(Painter& painter, const Rect& rect, const LineChart& chart);

}  // namespace glassformer
