// Two to four trainings that differ in one thing, side by side: trained here, or with curves that are stored.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/views/train/comparison/charts.h"
#include "app/views/train/comparison/maps.h"
#include "app/views/train/comparison/panels.h"
#include "app/views/train/comparison/stored.h"
#include "app/views/train/run/page.h"
#include "core/train/comparison/compared_runs.h"
#include "core/train/live/trained_steps.h"

namespace glassformer {

class ComparisonPage final : public TrainPage {
public:
    /// `steps`: where the runs are entered that other views open; null: none is opened. `ablations`: the folder of
    /// stored curves; empty: there are none.
    explicit ComparisonPage(ComparedRuns::Options options, std::shared_ptr<TrainedSteps> steps = {},
                            std::filesystem::path ablations = {});
    void draw(TrainScene& scene, Rect area) override;
    bool shows_run() const override { return false; }
    void pace(int steps_per_second) override { runs_.pace(steps_per_second); }
    bool run(Command command, TrainRun& run) override;
    /// The trainings pause.
    void leave() override;
    bool settling() const override { return runs_.settling(); }
    bool is_training() const override { return runs_.exists() && runs_.phase() == TrainingPhase::running; }
    void describe(State& state) const override;
    /// What lessons read of the runs at the step that is looked at, or of stored curves; runs are counted from 1.
    std::vector<NamedNumber> numbers() const override;
    /// What is compared, from which seed, and what is looked at; not the trainings.
    ViewValues save() const override;
    void load(const ViewValues& values) override;

private:
    void start_or_pause();  // all runs
    void new_seed();
    void look_at_next(int by);  // the kept step so many before (< 0) or after the one looked at
    void show_end(bool newest);
    void choose_head(int by);
    const Contrast* contrast() const;  // null: a stored one is shown
    void begin();
    void choose(std::size_t row);
    void presented_title(ViewContext& context, Rect& area) const;
    void bar(ViewContext& context, Rect& area);
    void sentences(ViewContext& context, Rect& area) const;
    void scrubber_line(ViewContext& context, Rect line);
    void head_choice(ViewContext& context, Rect& line);
    std::string progress() const;
    std::string equal_start() const;
    std::string name_of_row() const;
    // open_pair.cpp
    void compare_button(ViewContext& context, Rect& line);
    bool can_compare() const;
    void open_in_compare(ViewContext& context);
    std::string entered(std::size_t run);

    static constexpr int most_seed = 99;

    StoredComparisons stored_;
    ComparedRuns runs_;
    ComparedMaps maps_;
    ComparisonCharts charts_;
    std::size_t row_ = 0;  // of the menu: the contrasts, then the stored ones
    int seed_ = 1;
    int head_ = -1;  // of the maps; −1: the one that the contrast names
    RunPair pair_{0, 1};
    int step_ = -1;       // that is looked at once the trainings are prepared; −1: the newest
    bool chosen_ = true;  // the trainings of the row are to be prepared
    /// The runs that were opened in another view, which are given up there when others are opened.
    struct Entered {
        std::shared_ptr<const TrainingPlan> plan;
        std::string name;
    };
    std::shared_ptr<TrainedSteps> steps_;
    std::vector<Entered> entered_;
};

}  // namespace glassformer
