// The Train view: a task is learned from random weights while one looks on. Curves of every step, the weights of
// earlier steps under a scrubber, and the attention of the step looked at. The commands are here; the pages are drawn
// in page.cpp, the training is in run.h, its settings in knobs.h, and what other views see of it in window_step.h.
#pragma once

#include <deque>

#include "app/views/memory/sheet.h"
#include "app/views/shared/prepares.h"
#include "app/views/shared/view.h"
#include "app/views/train/charts/charts.h"
#include "app/views/train/comparison/page.h"
#include "app/views/train/film/film.h"
#include "app/views/train/heads/head_watch.h"
#include "app/views/train/heads/heads.h"
#include "app/views/train/keeper.h"
#include "app/views/train/prepared.h"
#include "app/views/train/run/run.h"
#include "app/views/train/run/state.h"
#include "app/views/train/setup_panel.h"
#include "app/views/train/step/page.h"
#include "app/views/train/surface/page.h"
#include "app/views/train/window_step.h"

namespace glassformer {

extern const ViewRow train_row;

inline constexpr Command train_restart = command_named("train.restart"), train_keep = command_named("train.keep"),
                         train_resume = command_named("train.resume"), train_settings = command_named("train.settings"),
                         train_film = command_named("train.film"), train_run = command_named("train.run"),
                         train_memory = command_named("train.memory");

/// What the view shows of its training: its tabs, in their order.
enum class TrainPage : std::uint8_t { training, step, surface, comparison };

class TrainView final : public AppView, public Prepares {
public:
    explicit TrainView(const ViewServices& services);
    void draw(ViewContext& context, const Rect& area) override;
    static std::span<const ViewCommand> command_rows();
    static std::vector<ViewPage> page_rows();
    void describe(State& state, const Session::Snapshot& shown) const override;
    ViewValues save() const override;
    void load(const ViewValues& values) override;
    ViewValues completed(ViewValues values, const ViewValues& first) const override;
    void leave() override;
    bool take_text(const std::filesystem::path& file) override;
    std::vector<NamedNumber> numbers() const override;
    bool numbers_to_come() const override { return page_ != TrainPage::comparison && (reaching_ || loaded_); }
    bool prepare(std::span<const ViewValues> likely, bool shown) override;
    std::shared_ptr<const ViewFilm> film() const override;
    bool scrubs_training() const override { return true; }  // each page has a scrubber of its own

protected:
    bool ready(ViewContext&) override { return true; }  // it needs no open model

private:
    void begin();
    bool show_prepared();
    void put_aside();
    void write_by_itself();
    std::string problem_text() const;
    void show_settings_of_run();
    void show_page(TrainPage page);
    void leave_pages();
    void start_or_pause(ViewContext& context);
    void train_or_pause(ViewContext& context);
    void toggle_film();
    void open_memory(ViewContext& context, bool others = false);
    bool film_shown() const { return page_ == TrainPage::training && film_.is_open(); }
    void one_step(ViewContext& context);
    void look_beside(int by);
    void look_at_end(bool newest);
    void restart();
    void new_seed();
    void keep(ViewContext& context);
    void resume(ViewContext& context);
    bool can_keep() const;
    bool can_resume() const;
    int pace(const ViewContext& context) const;  // steps a second; 0: as fast as it can
    void change_speed(const ViewContext& context, int by);
    void choose_head(int by);
    void show_focused_head();
    void follow(ViewContext& context);
    void reach_asked_step();
    void apply_settings();

    // page.cpp
    void film_page(ViewContext& context, Rect rest);
    void page(ViewContext& context, Rect rest, bool wide, float top);
    void tabs(ViewContext& context, Rect& area);
    void presented_bar(ViewContext& context, Rect& area);
    void bar(ViewContext& context, Rect& area);
    void buttons(ViewContext& context, Rect& line);
    void problem(ViewContext& context, Rect& area) const;
    std::string progress(int pace) const;
    void pace_choice(ViewContext& context, Rect& line);
    void settings(ViewContext& context, Rect& area);
    void scrubber_line(ViewContext& context, Rect line, bool below_charts);
    void attention(ViewContext& context, Rect area);
    void all_settings(ViewContext& context, const Rect& area);

    std::function<void()> wake_;
    TrainState state_;      // what the knobs show
    TrainState run_state_;  // what the run is, with the changes that were made while it trained
    TrainPage page_ = TrainPage::training;
    TrainKeeper keeper_;  // before the runs, whose last steps are written when they end
    std::unique_ptr<TrainRun> run_;
    /// Runs of other settings, which are shown again when these are chosen again.
    struct Aside {
        TrainState state;
        std::unique_ptr<TrainRun> run;
    };
    std::deque<Aside> aside_;
    std::string complaint_;  // what could not be done, until another run is begun
    std::string not_kept_;   // why its model could not be, until that is tried again
    bool armed_ = false;     // run_ writes itself to the keeper's file
    bool loaded_ = false;    // state_ came from a file since the last frame
    bool another_ = false;   // run_ is another run than in the last frame
    int asked_step_ = 0;     // whose weights a lesson's scene shows; 0: none was asked for
    bool reaching_ = false;  // the run is on its way there
    bool moved_ = false;     // a knob was moved, and is still held
    WindowStep window_step_;
    bool left_behind_;  // a training of another day can be gone on with
    TrainCharts charts_;
    HeadWatch watch_;
    HeadFilm film_;
    SetupPanel setup_;
    MemorySheet memory_;
    bool setup_open_ = false;    // in place of the attention
    bool reveal_setup_ = false;  // it was just opened
    bool scrolls_ = false;       // the page, in a low window
    bool low_ = false;           // a window in which the settings have no room above the charts
    StepPage step_page_;
    std::unique_ptr<SurfacePage> surface_page_;
    PreparedTrainings prepared_;
    ComparisonPage comparison_page_;
    std::vector<TrainedHeadMap> maps_;
    std::uint64_t maps_of_ = 0;    // generation
    int head_ = 0;                 // of the maps, drawn large
    bool head_chosen_ = false;     // by the user
    EndBeside end_beside_;         // of runs that were given up
    int pace_ = -1;                // of training_paces; −1: none was chosen
    bool progress_above_ = false;  // beside the tabs
    float controls_ = 0;           // height of what stands above the charts, in the last frame
};

}  // namespace glassformer
