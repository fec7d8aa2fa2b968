// Points of a chart that each stand for a run of a model: what is said of the one under the mouse, and the one that
// "Open in Walk" opens.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/pictures/charts/line_chart.h"
#include "app/views/experiments/frame/page.h"

namespace glassformer {

/// Opens what run_behind() of the page says; a click on a point asks for it.
inline constexpr Command experiments_walk = command_named("experiments.walk");

struct ChartRun {
    std::string chart;                   // id of the chart
    std::size_t series = 0, point = 0;   // of the chart that was drawn, each from 0
    bool operator==(const ChartRun&) const = default;
};

class ChartRuns {
public:
    /// The point under the mouse, at most 1 em away. Call after place_line_chart() with what it gave; where there is
    /// one, the box beside the line of numbers is left out (`chart.hover_box`), and `says` fills a tooltip.
    /// `opens`: a click on it makes it the chosen one and asks for "Open in Walk".
    void point_at(ViewContext& context, const std::string& id, LineChart& chart, const LineChartDrawn& placed,
                  const std::function<std::string(const ChartRun&)>& says,
                  const std::function<bool(const ChartRun&)>& opens);
    /// Rings around the point under the mouse and the chosen one; call after draw_line_chart().
    void mark(ViewContext& context, const std::string& id, const LineChart& chart, const LineChartDrawn& placed) const;

    const std::optional<ChartRun>& chosen() const { return chosen_; }

private:
    std::optional<ChartRun> chosen_, pointed_;
};

}  // namespace glassformer
