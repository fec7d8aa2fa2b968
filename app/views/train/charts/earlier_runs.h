// The curves of the runs of a task before the one that is shown, to be compared with it; each is named by what differs.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/pictures/charts/thinned_line.h"
#include "core/train/live/training_plan.h"

namespace glassformer {

struct EarlierRun {
    std::shared_ptr<const TrainingPlan> plan;
    int steps_done = 0;
    bool ended = false;                      // all steps are done, or it diverged
    std::vector<ChartPoint> loss, accuracy;  // on held-out texts, by step
};

class EarlierRuns {
public:
    static constexpr std::size_t most = 3;
    /// A run that another one follows. One that was given up in its first tenth is not kept; of more than `most`, the
    /// oldest that did not end goes first.
    void add(EarlierRun run);
    void forget(const TrainingPlan* plan);  // it is shown again
    void keep_those_of(const TrainingPlan& now);  // whose curves can be compared with its
    void clear() { runs_.clear(); }
    std::span<const EarlierRun> all() const { return runs_; }  // from the oldest on

private:
    std::vector<EarlierRun> runs_;
};

/// Of one task, and where that learns a text of the user's, of one text: their losses can be compared.
bool same_texts(const TrainingPlan& a, const TrainingPlan& b);
/// What differs from the run that is shown, in words: "rate 0.01, seed 2"; that nothing does.
std::string difference_text(const TrainingPlan& earlier, const TrainingPlan& now);

}  // namespace glassformer
