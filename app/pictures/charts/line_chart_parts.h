// Parts of a line chart: where its texts stand, and what is drawn over its series. For line_chart.cpp.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/pictures/charts/line_chart.h"

namespace glassformer {

/// A text and its place. It is drawn at the left end, in the middle.
struct PlacedText {
    Rect box;
    std::string text;
};
struct LegendEntry {
    std::size_t series = 0;
    Rect sample;
    PlacedText name;
};
struct PlacedTick {
    float at = 0;     // pixels, along its axis
    PlacedText text;  // without a text where numbers have no room
};
struct LineChartLayout {
    LineChartDrawn drawn;
    float line = 0;                   // height of a line of small text
    PlacedText title, up, across;     // titles of the chart and its axes; empty: not drawn
    float title_size = em::body;      // smaller where it would be cut
    std::vector<LegendEntry> legend;  // empty: not drawn
    PlacedText more;                  // "and 3 more", after a legend that is cut
    std::vector<PlacedTick> ticks_across, ticks_up;
    bool grid = false;
};
LineChartLayout lay_out(Painter& painter, const Rect& rect, const LineChart& chart);

/// The short line that stands for a series, in the middle of a rectangle.
void draw_sample(Painter& painter, const Rect& rect, const ChartSeries& series);
float sample_width(const Painter& painter);
/// A line of dashes through the points; few enough for any length.
void dashed_polyline(Painter& painter, std::span<const Vec2> points, Colour colour, float width, float scale = 1);

/// Dashed lines of levels and marks, with as many of their names as clear each other. `runs`: what the names keep
/// off, of the series.
void draw_levels_and_marks(Painter& painter, const LineChartLayout& layout, const LineChart& chart,
                           std::vector<LineRun> runs);
/// The numbers nearest to what is hovered, in a box inside the rectangle.
void draw_hovered(Painter& painter, const Rect& rect, const LineChartLayout& layout, const LineChart& chart);

}  // namespace glassformer
