// A number of every part of a model at every step, as a heat map below the axis of the charts: one row per part, the
// color by its logarithm.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "app/pictures/board/labelled_matrix.h"
#include "app/pictures/charts/line_chart.h"
#include "app/views/shared/context.h"
#include "core/train/live/step_record.h"

namespace glassformer {

/// The numbers of all steps so far.
class PartSteps {
public:
    void clear(int parts);
    void add(std::span<const float> numbers);  // of the next step, by part
    int parts() const { return parts_; }
    int steps() const { return parts_ > 0 ? static_cast<int>(numbers_.size()) / parts_ : 0; }
    float at(int part, int step) const;  // steps are counted from 1
    /// The logarithmic axis that holds all finite numbers above 0, down to a hundred-millionth of the largest.
    ChartAxis axis() const;
    /// The base-ten logarithms in columns of so many steps, by row: the largest of each column's steps.
    std::vector<float> columns(int per) const;

private:
    int parts_ = 0;
    float least_ = std::numeric_limits<float>::infinity(), largest_ = 0;
    std::vector<float> numbers_;
};

/// The norm of the gradient of each part: the root of the sum of the squares of its parameters' norms.
std::vector<float> norms_of_parts(const StepRecord& record, const PartsOfModel& parts);

/// Scale of the map for that axis.
HeatStyle part_style(const ChartAxis& axis, Meaning meaning);

/// Draws the map in a chart's plot, over `steps_planned` steps. `columns` holds its numbers until the frame is drawn.
void draw_part_map(Painter& painter, const LineChartDrawn& chart, const PartSteps& numbers, const HeatStyle& style,
                   int steps_planned, std::vector<float>& columns);
/// Names of the rows beside the plot: those that have room, and the one pointed at (−1: none).
MatrixWords part_words(std::span<const std::string> parts);
void name_part_rows(Painter& painter, const Rect& plot, std::span<const std::string> parts, int pointed);

}  // namespace glassformer
