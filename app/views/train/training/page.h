// The first page of the Train view: charts of every step beside the attention of the step that is looked at, or all
// settings in its place, or the film of all heads in place of all.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "app/views/train/charts/charts.h"
#include "app/views/train/film/film.h"
#include "app/views/train/heads/head_watch.h"
#include "app/views/train/heads/heads.h"
#include "app/views/train/run/page.h"
#include "app/views/train/training/setup_panel.h"

namespace glassformer {

class TrainingPage final : public TrainPage {
public:
    explicit TrainingPage(const std::function<void()>& wake) : watch_(wake), film_(wake) {}
    void draw(TrainScene& scene, Rect area) override;
    bool fills_view() const override { return film_.is_open(); }
    bool has_scrubber() const override { return true; }
    bool reads_example() const override { return !film_.is_open(); }
    bool run(Command command, TrainRun& run) override;
    void leave() override { film_.stop(); }
    void describe(State& state) const override { film_.describe(state); }
    ViewValues save() const override;
    void load(const ViewValues& values) override;

    /// Reads what is shown of the run beside the frames. `inputs`: the text of the window where it shows this run;
    /// null: the task's example. Call once a frame, whichever page is shown.
    void follow(ViewContext& context, TrainRun& run, const Inputs* inputs);
    bool settling() const override { return watch_.settling() || film_.settling(); }
    /// Another run is looked at.
    void change_run();
    void stop_film() { film_.stop(); }
    /// Called where another page is shown: the film, or all settings, are there when this one is.
    void open_film();
    void open_settings();
    bool film_is_open() const { return film_.is_open(); }
    bool settings_are_open() const { return settings_open_; }
    void draw_settings(TrainScene& scene, const Rect& area);
    std::shared_ptr<const ViewFilm> film(const TrainRun& run) const { return film_.film(run); }
    int head() const { return head_; }
    void choose_head(int by);
    /// The first head, until somebody chooses one.
    void choose_no_head();

private:
    void draw_film(TrainScene& scene, Rect area);
    void attention(TrainScene& scene, Rect area);
    void show_focused_head();

    TrainCharts charts_;
    HeadWatch watch_;
    HeadFilm film_;
    SetupPanel setup_;
    bool settings_open_ = false;    // in place of the attention
    bool reveal_settings_ = false;  // they were just opened
    std::vector<TrainedHeadMap> maps_;
    std::uint64_t maps_generation_ = 0;
    int head_ = 0;              // of the maps, drawn large
    bool head_chosen_ = false;  // by the user
};

}  // namespace glassformer
