// The film of heads, shown in place of the charts: all heads at the step that is looked at, the film strip, playing.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/views/shared/context.h"
#include "app/views/shared/state.h"
#include "app/views/train/film/film_picture.h"
#include "app/views/train/run/run.h"
#include "core/base/latest.h"
#include "core/train/live/answer_focus.h"

namespace glassformer {

class HeadFilm {
public:
    explicit HeadFilm(std::function<void()> wake) : wake_(std::move(wake)) {}

    bool is_open() const { return open_; }
    /// Opens it, or closes it; closed, it does not play.
    void toggle() {
        open_ = !open_;
        playing_ = false;
    }
    void stop() { playing_ = false; }
    /// False where there are not two steps to play yet.
    bool play_or_pause(TrainRun& run);
    void change_speed(int by);
    bool playing() const { return playing_; }

    /// Takes over the run and the text, has frames read beside those of the window, and plays. Call once a frame.
    /// `inputs`: the text of the window where it shows this run; null: the task's example.
    void follow(ViewContext& context, TrainRun& run, const Inputs* inputs, std::span<const FocusAtStep> focus);
    /// What is to be shown is not read yet.
    bool settling() const { return settling_; }

    struct Clicked {
        int head = -1;
        bool close = false;
    };
    Clicked draw(ViewContext& context, Rect area, TrainRun& run, int head);

    /// Of the run and the text that were followed last; null with fewer than two kept steps.
    std::shared_ptr<const ViewFilm> film(const TrainRun& run) const;
    void describe(State& state) const;

private:
    std::vector<int> missing(const TrainRun& run) const;
    void take_over();
    void play(ViewContext& context, TrainRun& run);
    Clicked controls(ViewContext& context, Rect& area, TrainRun& run);
    void caption(ViewContext& context, Rect& area, const TrainRun& run, const HeadFrame& frame) const;
    int draw_grid(ViewContext& context, const Rect& area, const HeadFrame& frame, int head) const;
    int draw_strip(ViewContext& context, const Rect& area, TrainRun& run, const std::vector<int>& heads, int head);
    std::shared_ptr<const HeadFrame> frame_at(int step) const;

    std::function<void()> wake_;
    bool open_ = false, playing_ = false, settling_ = false;
    int form_ = 0;   // 0 all heads, 1 the strip of all heads
    int speed_ = 2;  // of the speeds
    double shown_at_ = 0;
    int at_ = -1;          // step that it plays
    int shown_step_ = -1;  // whose frame was drawn last
    std::vector<int> columns_;
    int head_ = 0;

    std::shared_ptr<const TrainingPlan> plan_;
    Inputs inputs_;
    HeadFrames frames_;                         // null: could not be read
    std::map<int, std::string> errors_;         // why
    std::vector<std::optional<int>> appeared_;  // by map; empty where it is not measured

    struct Fresh {
        int step = 0;
        std::shared_ptr<const HeadFrame> frame;
        std::string error;
    };
    Latest<std::vector<int>, std::vector<Fresh>> read_;  // by the steps, of this run and text
};

}  // namespace glassformer
