// Depth: what many blocks do to the tokens' vectors, with and without MLPs and residual connections, and which gradient
// reaches each block in three orders of norm and residual connection.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/pictures/charts/line_chart.h"
#include "app/views/experiments/frame/chart_runs.h"
#include "app/views/experiments/frame/page.h"
#include "core/experiments/depth.h"
#include "core/experiments/sweep.h"

namespace glassformer {

class DepthPage final : public ExperimentPage {
public:
    explicit DepthPage(const ViewServices& services);
    void follow(ViewContext& context) override;
    std::string sentence() const override;
    void draw(ViewContext& context, const Rect& area) override;
    float least_height(float width) const override;
    bool settling() const override {
        // What has ended since follow() is not shown yet.
        return gradients() ? !gradients_.done() || gradient_ != gradients_.shown()
                           : !streams_.done() || stream_ != streams_.shown();
    }
    void describe(State& state) const override;
    std::vector<NamedNumber> numbers() const override;
    std::string table_title() const override;
    void write_table(const std::function<void(const std::string& piece)>& write) const override;
    bool run(Command command, ViewContext& context) override;
    std::optional<RunBehind> run_behind(const ViewContext& context) const override;

private:
    using Streams = Sweep<DeepStack, StreamDepth>;
    using Gradients = Sweep<DeepStack, DepthDraw>;
    /// Numbers of one measure, one series each; null where a series has none.
    struct Curves {
        std::string id, title, across;
        double first = 0;  // of the axis
        bool logarithmic = false;
        bool share = false;     // in percent
        bool backward = false;  // from the last block to the first, as gradients go
        std::vector<std::vector<double>> series;
        std::vector<std::vector<std::vector<double>>> draws = {};  // that a series is the mean of; none: no mean
        std::span<const char* const> names;
    };

    bool gradients() const { return values().on("show"); }
    std::vector<Curves> token_curves() const;
    std::vector<Curves> gradient_curves() const;
    /// `legend`: names the series; gives where it was drawn.
    LineChartDrawn chart(ViewContext& context, const Rect& place, const Curves& curves, bool legend);
    float roomy_height(float width) const;  // em
    void tokens_page(ViewContext& context, Rect area);
    void gradients_page(ViewContext& context, Rect area);
    // low.cpp
    /// In a low window: two charts beside each other, in sight under one line of names; the rest below.
    void low_page(ViewContext& context, Rect area);
    float low_height() const;
    /// Also names the axis across of both charts below, where there is room: true.
    bool names_line(ViewContext& context, Rect line, std::span<const Curves> curves) const;
    bool a_curve_ends() const;  // all rows are equal, so that the distance has no logarithm
    std::string tokens_note() const;
    std::string gradients_note() const;
    const DepthGradients& mean(BlockOrder order) const { return means_.at(static_cast<std::size_t>(order)); }
    void stream(ViewContext& context, Rect area, std::size_t kind) const;
    // runs.cpp
    std::string run_says(const Curves& curves, const LineChart& chart, const ChartRun& run) const;
    /// Of the stacks or orders; `series` of the chart, which leaves out curves without points.
    std::size_t curve_of(const ChartRun& run) const;
    std::string run_title(std::size_t curve) const;
    /// What the gradient's norm is multiplied by from the last block to the first, and at each block of them.
    double fall(BlockOrder order) const { return mean(order).stream.front() / mean(order).stream.back(); }
    double fall_of_a_block(BlockOrder order) const;
    // ends.cpp
    float ends_width(Painter& painter) const;
    void ends(ViewContext& context, const LineChartDrawn& on, const Rect& margin) const;
    std::string end_text(BlockOrder order) const;
    // orders.cpp
    void block_order(ViewContext& context, Rect area, BlockOrder order) const;
    Colour line_colour(const Theme& theme, std::size_t series) const;

    Streams streams_;
    Gradients gradients_;
    std::shared_ptr<const Streams::Series> stream_;
    std::shared_ptr<const Gradients::Series> gradient_;
    std::array<DepthGradients, block_orders> means_;  // over the draws that are there
    std::optional<double> hovered_, hovered_before_;
    ChartRuns runs_;
};

}  // namespace glassformer
