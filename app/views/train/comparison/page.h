// Two to four trainings that differ in one thing, side by side: trained here, or with curves that are stored.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/views/shared/context.h"
#include "app/views/shared/state.h"
#include "app/views/train/comparison/charts.h"
#include "app/views/train/comparison/runs.h"
#include "app/views/train/comparison/stored.h"

namespace glassformer {

class ComparisonPage {
public:
    /// `ablations`: the folder of stored curves; empty: there are none.
    explicit ComparisonPage(const std::function<void()>& wake, std::filesystem::path ablations = {});
    void draw(ViewContext& context, const Rect& area);
    /// Trains all runs, or pauses them.
    void start_or_pause();
    /// Back to the initial weights.
    void begin_again();
    void new_seed();
    void look_beside(int by);  // the kept step so many before (< 0) or after the one looked at
    void look_at_end(bool newest);
    void choose_head(int by);
    /// The user leaves the page: the trainings pause.
    void leave();
    /// Adds what a script would ask about.
    void describe(State& state) const;

private:
    const Contrast* contrast() const;  // null: a stored one is shown
    void begin();
    void choose(std::size_t row);
    void page(ViewContext& context, Rect rest, float top);
    void bar(ViewContext& context, Rect& area);
    void sentences(ViewContext& context, Rect& area) const;
    void scrubber_line(ViewContext& context, Rect line);
    std::string progress() const;
    std::string equal_start() const;

    StoredComparisons stored_;
    ComparedRuns runs_;
    ComparisonCharts charts_;
    std::size_t row_ = 0;  // of the menu: the contrasts, then the stored ones
    int seed_ = 1;
    int head_ = -1;       // of the maps; −1: the one that the contrast names
    bool chosen_ = true;  // the trainings of the row are to be prepared
    float controls_ = 0;  // height of what stands above the charts, in the last frame
};

}  // namespace glassformer
