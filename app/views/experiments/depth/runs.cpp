// The run behind each point of the curves: what is said of it, and where the Walk opens it.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/experiments/depth/page.h"
#include "app/views/experiments/depth/texts.h"
#include "app/views/shared/wording.h"
#include "core/experiments/runs.h"

namespace glassformer {

namespace {

namespace strings = texts::depth;

/// Share of units: only the stacks with an MLP have one.
constexpr std::array<std::size_t, 2> curves_with_mlp{static_cast<std::size_t>(StackKind::with_mlp),
                                                     static_cast<std::size_t>(StackKind::with_both)};
bool is_of_units(const std::string& chart) { return chart == "depth dead" || chart == "depth quiet"; }
bool is_of_gradients(const std::string& chart) { return chart == "depth stream" || chart == "depth parameters"; }

}  // namespace

std::size_t DepthPage::curve_of(const ChartRun& run) const {
    const std::size_t last = static_cast<std::size_t>(gradients() ? block_orders : stack_kinds) - 1;
    if (is_of_units(run.chart)) return curves_with_mlp.at(std::min(run.series, curves_with_mlp.size() - 1));
    return std::min(run.series, last);
}

std::string DepthPage::run_title(std::size_t curve) const {
    const DeepStack& of = gradients() ? gradient_->setting : stream_->setting;
    const std::string blocks = of.layers == 1 ? strings::one_block : fmt::format(strings::count_of_blocks, of.layers);
    return fmt::format(strings::run_title,
                       gradients() ? strings::order_names.at(curve) : strings::stack_names.at(curve), blocks,
                       of.d_model, gradients() ? stack_of_draw(of, 0).seed : of.seed);
}

std::string DepthPage::run_says(const Curves& curves, const LineChart& chart, const ChartRun& run) const {
    const DeepStack& of = gradients() ? gradient_->setting : stream_->setting;
    const ChartPoint& point = chart.series[run.series].points[run.point];
    const std::size_t curve = curve_of(run);
    const std::string number = number_text(point.y) + (curves.share ? "%" : ""), name = curves.names[curve];
    const long block = std::lround(point.x);
    std::string text = block == 0 ? fmt::format(strings::embeddings_point, name, number)
                                  : fmt::format(strings::run_point, name, curves.across, block, number);
    text += fmt::format(strings::run_setting, curves.title, of.layers, of.d_model, of.seed);
    if (curve < curves.draws.size() && curves.draws[curve].size() > 1)
        text += fmt::format(
            strings::run_draw, curves.draws[curve].size(),
            number_text(curves.draws[curve].front().at(static_cast<std::size_t>(block - std::lround(curves.first)))));
    return text;
}

std::optional<RunBehind> DepthPage::run_behind(const ViewContext& context) const {
    static_cast<void>(context);
    const bool whole = gradients() ? gradient_ && gradient_->error.empty() && !gradient_->points.empty()
                                   : stream_ && stream_->error.empty();
    if (!whole) return {};
    const DeepStack& of = gradients() ? gradient_->setting : stream_->setting;
    // The point that was clicked; else the last block of the last curve.
    ChartRun run{.chart = {},
                 .series = static_cast<std::size_t>(gradients() ? block_orders : stack_kinds) - 1,
                 .point = static_cast<std::size_t>(gradients() ? 0 : of.layers)};  // gradients go backwards
    if (runs_.chosen() && is_of_gradients(runs_.chosen()->chart) == gradients()) run = *runs_.chosen();
    const std::size_t curve = curve_of(run);
    const int point = std::min(static_cast<int>(run.point), of.layers);
    if (gradients()) {
        const int block = std::max(0, of.layers - 1 - point);
        return RunBehind{.inputs = run_of_order(stack_of_draw(of, 0), static_cast<BlockOrder>(curve), run_title(curve)),
                         .record = "blocks." + std::to_string(block) + ".resid_post"};
    }
    const auto kind = static_cast<StackKind>(curve);
    const bool units = is_of_units(run.chart);
    const int block = std::min(units ? point : point - 1, of.layers - 1);
    return RunBehind{.inputs = run_of_stack(of, kind, run_title(curve)),
                     .record = units ? "blocks." + std::to_string(block) + ".mlp.act" : stream_record(kind, block)};
}

}  // namespace glassformer
