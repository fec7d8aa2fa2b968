// A map and a chart with axes, as every column of the positions view draws them: what is under the mouse is answered
// in the numbers of the axes, so that all columns can mark it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/views/shared/context.h"
#include "app/widgets/controls.h"

namespace glassformer {

struct MapPlot {
    std::string id;  // of the region and the target: "score map 0"
    ConstMatrix values;
    HeatStyle style;
    std::string across, down;              // names of the axes: "key", "query"
    int first_across = 0, first_down = 0;  // numbers of the first column and row
    int marked_row = -1, marked_column = -1;
    bool numbers = true;  // the ends of the axes and the legend; a small map has no room for them
};
struct MapTouch {
    CellAt at;  // under the mouse
    Rect cell;
    bool clicked = false;
};
/// The cells with the ends of both axes beside them and the legend below; the marked row is framed.
MapTouch draw_map(ViewContext& context, const Rect& area, const MapPlot& plot);

/// Least and largest number of a matrix as the ends of a scale; never the same.
HeatStyle spectrum_of(std::span<const float> values);

struct ChartAxes {
    float left = 0, right = 1;  // numbers at the ends
    float low = 0, high = 1;
    std::string across{};               // "distance i − j"
    std::string at_left{}, at_right{};  // texts of the ends; empty: the numbers
    std::string at_low{}, at_high{};
};
/// The frame of a chart; draws its axes and says where a point lies.
class Chart {
public:
    Chart(ViewContext& context, const Rect& area, const ChartAxes& axes);
    Vec2 at(float x, float y) const;
    float x_of(float pixel) const;
    const Rect& plot() const { return plot_; }
    void curve(std::span<const Vec2> points, Colour colour, float width);  // in the numbers of the axes
    void upright(float x, Colour colour);                                  // a dashed line
    void level(float y, Colour colour);

private:
    Painter& painter_;
    ChartAxes axes_;
    Rect plot_;
    std::vector<Vec2> line_;
};

}  // namespace glassformer
