// The Train view: a task is learned from random weights while one looks on. Curves of every step, the weights of
// earlier steps under a scrubber, and the attention of the step looked at. Layout is here; the training is in run.h,
// its settings in knobs.h.
#pragma once

#include "app/views/shared/view.h"
#include "app/views/train/charts.h"
#include "app/views/train/heads.h"
#include "app/views/train/run.h"
#include "app/views/train/state.h"

namespace glassformer {

extern const ViewRow train_row;

inline constexpr Command train_again = command_named("train.again");

class TrainView final : public AppView {
public:
    explicit TrainView(const ViewServices& services);
    void draw(ViewContext& context, const Rect& area) override;
    static std::span<const ViewCommand> command_rows();
    void describe(State& state, const Session::Snapshot& shown) const override;
    ViewValues save() const override;
    void load(const ViewValues& values) override;
    void leave() override;

protected:
    bool ready(ViewContext&) override { return true; }  // it needs no open model

private:
    void begin();
    void start_or_pause();
    void one_step();
    void begin_again();
    void new_seed();
    void choose_head(int by);
    void page(ViewContext& context, Rect rest, bool wide, float top);
    void bar(ViewContext& context, Rect& area);
    std::string progress() const;
    void settings(ViewContext& context, Rect& area);
    void scrubber_line(ViewContext& context, Rect line);
    void attention(ViewContext& context, Rect area);
    bool running() const { return run_.begun() && run_.shown().phase == TrainingPhase::running; }

    TrainState state_;
    TrainRun run_;
    TrainCharts charts_;
    std::vector<TrainedHeadMap> maps_;
    std::uint64_t maps_of_ = 0;  // generation
    int head_ = 0;               // of the maps, drawn large
    float controls_ = 0;         // height of what stands above the charts, in the last frame
};

}  // namespace glassformer
