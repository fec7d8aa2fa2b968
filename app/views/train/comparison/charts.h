// The curves of compared runs over one another: loss, accuracy on held-out texts, gradient norm. Each run has a color
// and a dash of its own, which are the same wherever it is named.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/pictures/charts/line_chart.h"
#include "app/views/shared/context.h"
#include "core/train/ablations/ablations.h"
#include "core/train/comparison/compared_runs.h"

namespace glassformer {

/// How a run is drawn: its line, without points. `run` counts from 0.
ChartSeries run_line(const Theme& theme, std::size_t run, std::string name);
/// Its line and its label; what is left of the rectangle's line.
Rect draw_run_label(Painter& painter, const Rect& line, std::size_t run, const std::string& label, bool draw = true);

/// Steps that a smoothed curve takes the mean of: 5, as loss_at() of an ablation, and more where a run has more steps
/// than pixels could show.
std::size_t smoothed_steps(int steps);
/// Mean over each number and those before it, `steps` in all; from the first that has as many.
std::vector<ChartPoint> smoothed(std::span<const ChartPoint> points, std::size_t steps);

class ComparisonCharts {
public:
    /// Draws as many of them as there is room for; the step that was dragged to. `looked_at` is marked in all of them;
    /// `answers`: of the contrast, 1: no loss is the best possible one.
    std::optional<int> draw(ViewContext& context, const Rect& area, std::span<const ComparedRuns::Run> runs,
                            int looked_at, int answers = 1);
    /// Stored losses, and below them the norms of the gradients where they are stored too.
    void draw(ViewContext& context, const Rect& area, const AblationCurves& stored);

private:
    struct Curves {
        std::vector<ChartPoint> loss, norm, smooth_loss, smooth_norm, held_out;
    };
    void follow(std::span<const ComparedRuns::Run> runs);
    LineChart stored_chart(Ui& ui, const AblationCurves& stored, bool of_norms, float width) const;
    std::optional<int> show(ViewContext& context, const std::string& id, const Rect& place, LineChart chart);

    std::vector<Curves> curves_;                           // by run
    std::vector<std::shared_ptr<const TrainingPlan>> plans_;  // the runs that they are of
    std::string stored_;                                   // … or the stored ones
    std::optional<double> hovered_, hovers_;               // step, in all of them: of the last frame and of this one
};

}  // namespace glassformer
