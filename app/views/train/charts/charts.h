// The curves of a training over its steps, below each other on one axis: loss, accuracy on held-out texts, learning
// rate, and one of several of its gradients and updates. Their numbers are the trainer's records.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "app/pictures/charts/line_chart.h"
#include "app/views/shared/context.h"
#include "app/views/train/charts/earlier_runs.h"
#include "app/views/train/charts/part_map.h"
#include "app/views/train/run/run.h"
#include "core/train/live/answer_focus.h"
#include "core/train/live/training_session.h"

namespace glassformer {

enum class TrainChart : std::uint8_t { loss, accuracy, rate, norm, by_part, updates, heads };

class TrainCharts {
public:
    struct Touch {
        std::optional<int> dragged;  // to this step
    };
    /// Draws as many of them as there is room for; those that have no place of their own are chosen from in the last.
    /// `looked_at`: the step that is marked in all of them; `clip`: a level of the gradient's norm, 0: none.
    Touch draw(ViewContext& context, const Rect& area, const TrainingSession::Snapshot& shown, int looked_at,
               double clip);
    /// How much attention the heads give the right answer at the steps where that was measured, and how much they would
    /// if they looked at all keys alike; nothing measured: there is no such chart. To be said before draw().
    void watch(const std::vector<FocusAtStep>& measured, double uniform);
    /// The step line on the same axis as the charts that were drawn last: scrub_line().
    int scrub(ViewContext& context, const Rect& line, const std::vector<int>& kept_steps, int looked_at,
              int steps_planned) const;

    /// What the last chart is to show, as sessions and scripts name it: "norm", "by_part", "updates", "rate",
    /// "accuracy".
    std::string_view chosen() const;
    void choose(std::string_view name);  // nothing where there is no such chart
    /// Between the ends of the axis of steps, in pixels; empty before the first frame.
    const Rect& plot() const { return plot_; }

private:
    struct Frame;
    void follow(const TrainingSession::Snapshot& shown);
    void plan_rate(const TrainingSession::Snapshot& shown);
    void mark_changes(LineChart& chart, const Frame& frame) const;
    void draw_heads_into(LineChart& chart, const Frame& frame) const;
    std::string name_of_head(std::size_t head, const Frame& frame) const;
    std::optional<std::size_t> first_to_appear(const Frame& frame) const;  // of the heads
    void draw_earlier_into(LineChart& chart, const Frame& frame, bool loss) const;
    LineChart chart_of(TrainChart kind, const Frame& frame) const;
    const PartSteps* parts_of(TrainChart kind) const;  // null: it is no map
    void choice(ViewContext& context, Rect header, const std::vector<TrainChart>& choices, const Frame& frame);

    std::vector<ChartPoint> loss_, norm_, held_out_loss_, accuracy_, rate_;
    std::vector<ChartPoint> planned_rate_;                            // of all steps, as the last change has it
    std::tuple<const TrainingPlan*, std::size_t, int> planned_of_{};  // plan, changes, steps
    EarlierRuns earlier_;                                             // of the same task
    bool ended_ = false;                                              // this run, as of the last frame
    std::vector<std::vector<ChartPoint>> focus_;                      // by head
    std::vector<std::optional<int>> appeared_;                        // by head
    double uniform_ = 0;
    PartSteps part_norms_, part_updates_;
    std::vector<float> columns_;              // that the frame's heat map draws
    std::shared_ptr<const TrainingPlan> plan_;  // the run that they are of
    TrainChart chosen_ = TrainChart::heads;   // for the last place, where the task has it
    TrainChart bottom_chart_ = TrainChart::norm;  // in it
    float numbers_ = 0;  // the most that the numbers at the left have taken: they do not move while a run goes on
    Rect plot_;
};

/// A line with a handle at the step looked at and a tick at every step whose weights are kept; step 0 at `left`, the
/// last one planned at `right`. Returns the kept step that it was moved to, or −1. Target and id: "train scrubber".
int scrub_line(ViewContext& context, const Rect& line, const std::vector<int>& kept_steps, int looked_at,
               int steps_planned, float left, float right);
/// The same in a page without charts, for the steps of a training, with the step in words at its left. What is chosen
/// is looked at.
void draw_scrubber(ViewContext& context, Rect line, TrainRun& run);

}  // namespace glassformer
