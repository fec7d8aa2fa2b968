#include "app/views/train/charts/part_map.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/train/charts/part_names.h"

namespace glassformer {

namespace {

constexpr double most_decades_of_parts = 8;
constexpr float widest_part_name = 9.5F;  // em

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
    LabelledMatrix{.values = {.data = columns.data(), .rows = parts, .cols = count, .row_stride = count},
                   .style = style}
        .draw(painter, Rect{from, plot.y, to - from, plot.h});
    painter.pop_clip();
}

MatrixWords part_words(std::span<const std::string> parts) {
    MatrixWords words{.longest = widest_part_name};
    for (const std::string& part : parts) words.names.push_back(part_brief(part));
    return words;
}

void name_part_rows(Painter& painter, const Rect& plot, std::span<const std::string> parts, int pointed) {
    LabelledMatrix names{.rows = part_words(parts), .all_rows = static_cast<int>(parts.size()), .all_cols = 1};
    names.rows.lit = {{pointed, painter.theme().accent_text}};
    names.draw(painter, plot);
}

}  // namespace glassformer
