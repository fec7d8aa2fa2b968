#include "app/views/train/charts/part_map.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/train/charts/part_names.h"

namespace glassformer {

namespace {

constexpr double most_decades_of_parts = 8;
constexpr float widest_part_name = 9.5F, beside_part_name = 0.4F;  // em

}  // namespace

void PartSteps::clear(int parts) {
    parts_ = parts;
    numbers_.clear();
    least_ = std::numeric_limits<float>::infinity();
    largest_ = 0;
}

void PartSteps::add(std::span<const float> numbers) {
    for (int part = 0; part < parts_; ++part) {
        const auto i = static_cast<std::size_t>(part);
        const float number = i < numbers.size() ? numbers[i] : std::numeric_limits<float>::quiet_NaN();
        numbers_.push_back(number);
        if (!(number > 0) || !std::isfinite(number)) continue;
        least_ = std::min(least_, number);
        largest_ = std::max(largest_, number);
    }
}

float PartSteps::at(int part, int step) const {
    return numbers_[static_cast<std::size_t>(step - 1) * static_cast<std::size_t>(parts_) +
                    static_cast<std::size_t>(part)];
}

ChartAxis PartSteps::axis() const {
    if (largest_ <= 0) return fit({}, {}, true);
    const auto high = static_cast<double>(largest_);
    const std::array ends{std::max(static_cast<double>(least_), high * std::pow(10.0, -most_decades_of_parts)), high};
    return fit({}, ends, true);
}

std::vector<float> PartSteps::columns(int per) const {
    const int done = steps(), count = (done + per - 1) / per;
    std::vector<float> columns(static_cast<std::size_t>(count) * static_cast<std::size_t>(parts_));
    for (int part = 0; part < parts_; ++part)
        for (int column = 0; column < count; ++column) {
            float largest = at(part, column * per + 1);
            for (int step = column * per + 2; step <= std::min(done, (column + 1) * per); ++step)
                largest = std::max(largest, at(part, step));
            columns[static_cast<std::size_t>(part) * static_cast<std::size_t>(count) +
                    static_cast<std::size_t>(column)] = std::log10(largest);
        }
    return columns;
}

std::vector<float> norms_of_parts(const StepRecord& record, const PartsOfModel& parts) {
    std::vector<double> squares(parts.names.size());
    const std::size_t count = std::min(record.gradient_norms.size(), parts.of_parameter.size());
    for (std::size_t i = 0; i < count; ++i) {
        const auto norm = static_cast<double>(record.gradient_norms[i]);
        squares[static_cast<std::size_t>(parts.of_parameter[i])] += norm * norm;
    }
    std::vector<float> norms;
    norms.reserve(squares.size());
    for (const double square : squares) norms.push_back(static_cast<float>(std::sqrt(square)));
    return norms;
}

HeatStyle part_style(const ChartAxis& axis, Meaning meaning) {
    return {.map = HeatMap::spectrum,
            .meaning = meaning,
            .limit = static_cast<float>(std::log10(axis.high)),
            .low = static_cast<float>(std::log10(axis.low)),
            .gap = 0,
            .own_scale = true};
}

void draw_part_map(Painter& painter, const LineChartDrawn& chart, const PartSteps& numbers, const HeatStyle& style,
                   int steps_planned, std::vector<float>& columns) {
    const Rect& plot = chart.plot;
    const int done = numbers.steps(), parts = numbers.parts();
    if (done == 0 || parts == 0 || plot.w < 4) return;
    // No more columns than pixels. A step's cell lies around its place on the axis.
    const int per = std::max(1, static_cast<int>(std::ceil(static_cast<float>(steps_planned) / plot.w)));
    columns = numbers.columns(per);
    const int count = (done + per - 1) / per;
    const float from = chart.at(0.5, chart.up.low).x, to = chart.at(count * per + 0.5, chart.up.low).x;
    painter.push_clip(plot);
    painter.heatmap({.data = columns.data(), .rows = parts, .cols = count, .row_stride = count},
                    {from, plot.y, to - from, plot.h}, style);
    painter.pop_clip();
}

float part_names_width(Painter& painter, std::span<const std::string> parts) {
    float widest = 0;
    for (const std::string& part : parts) widest = std::max(widest, painter.measure(part_brief(part), em::small).width);
    return std::min(widest, widest_part_name * painter.em()) + beside_part_name * painter.em();
}

void name_part_rows(Painter& painter, const Rect& plot, float left, std::span<const std::string> parts, int pointed) {
    const float em = painter.em(), line = painter.measure("0", em::small).height;
    const auto rows = static_cast<int>(parts.size());
    if (rows == 0 || plot.h < line) return;
    const float high = plot.h / static_cast<float>(rows);
    const int every = std::max(1, static_cast<int>(std::ceil(0.9F * line / high)));
    for (int row = 0; row < rows; ++row) {
        const bool named =
            pointed < 0 ? row % every == 0 : row == pointed || (row % every == 0 && std::abs(row - pointed) >= every);
        if (!named) continue;
        const float width = plot.x - left - beside_part_name * em;
        const float y = plot.y + (static_cast<float>(row) + 0.5F) * high;
        painter.text({plot.x - beside_part_name * em, y},
                     shortened(painter, part_brief(parts[static_cast<std::size_t>(row)]), width, em::small, Face::sans),
                     {.colour = row == pointed ? painter.theme().accent_text : painter.theme().muted,
                      .size = em::small,
                      .align = Align::right,
                      .anchor = Anchor::middle});
    }
}

}  // namespace glassformer
