// The Train view: a task is learned from random weights while one looks on. Curves of every step, the weights of
// earlier steps under a scrubber, and the attention of the step looked at. The commands are here; the pages are drawn
// in page.cpp, the training is in run.h, its settings in knobs.h, and what other views see of it in window_step.h.
#pragma once

#include <deque>

#include "app/views/memory/sheet.h"
#include "app/views/shared/prepares.h"
#include "app/views/shared/trains_beside.h"
#include "app/views/shared/view.h"
#include "app/views/train/keeper.h"
#include "app/views/train/prepared.h"
#include "app/views/train/run/page.h"
#include "app/views/train/training/page.h"
#include "app/views/train/window_step.h"

namespace glassformer {

extern const ViewRow train_row;

struct TrainKnob;  // knobs.h

class TrainView final : public AppView, public Prepares, public TrainsBeside {
public:
    explicit TrainView(const ViewServices& services);
    void draw(ViewContext& context, const Rect& area) override;
    static std::span<const ViewCommand> command_rows();
    static std::vector<ViewTab> tab_rows();
    bool run(Command command, ViewContext& context) override;
    void describe(State& state, const Session::Snapshot& shown) const override;
    ViewValues save() const override;
    void load(const ViewValues& values) override;
    ViewValues completed(ViewValues values, const ViewValues& first) const override;
    void leave() override;
    bool take_text(const std::filesystem::path& file) override;
    std::vector<NamedNumber> numbers() const override;
    bool numbers_to_come() const override { return page().shows_run() && (training_to_step_ || settings_loaded_); }
    bool picture_to_come() const override { return settling_; }
    bool prepare(ViewContext& context, std::span<const ViewValues> likely, bool shown) override;
    void end_preparing() override { static_cast<void>(prepared_.follow({}, false)); }
    std::optional<TrainingBeside> training_beside(const Ui& ui) override;
    std::shared_ptr<const ViewFilm> film() const override;
    const void* picture() const override { return &page(); }
    bool scrubs_training() const override { return true; }  // each page has a scrubber of its own

protected:
    bool ready(ViewContext&) override { return true; }  // it needs no open model

private:
    void begin();
    bool show_prepared();
    void park_run();
    bool run_of_hand_waits() const;
    void write_by_itself();
    std::string problem_text() const;
    void show_settings_of_run();
    TrainPage& page() const { return *pages_[page_]; }
    static std::size_t page_of(const ViewValues& values, std::size_t otherwise);
    void show_page(std::size_t index);
    void leave_pages();
    void train_or_pause(ViewContext& context);
    void open_memory(ViewContext& context, bool others = false);
    void one_step(ViewContext& context);
    void show_end(bool newest);
    void restart();
    void new_seed();
    void keep(ViewContext& context);
    void resume(ViewContext& context);
    bool can_keep() const;
    bool can_resume() const;
    int pace(const ViewContext& context) const;  // steps a second; 0: as fast as it can
    void change_speed(const ViewContext& context, int by);
    void follow(ViewContext& context);
    void reach_asked_step();
    void apply_settings();

    // page.cpp
    void draw_page(TrainScene& scene, Rect rest);
    void tabs(ViewContext& context, Rect& area);
    void presented_bar(ViewContext& context, Rect& area);
    void bar(ViewContext& context, Rect& area);
    void buttons(ViewContext& context, Rect& line);
    void problem(ViewContext& context, Rect& area) const;
    std::string progress(int pace) const;
    void pace_choice(ViewContext& context, Rect& line);
    void settings(ViewContext& context, Rect& area);
    bool shows_all_controls(ViewContext& context) const;
    void take_moved(ViewContext& context, const TrainKnob* moved);

    std::function<void()> wake_;
    TrainState state_;      // what the knobs show
    TrainState run_state_;  // what the run is, with the changes that were made while it trained
    TrainKeeper keeper_;    // before the runs, whose last steps are written when they end
    std::unique_ptr<TrainRun> run_;
    /// Runs of other settings, which are shown again when these are chosen again.
    struct ParkedRun {
        TrainState state;
        std::unique_ptr<TrainRun> run;
        bool by_hand = false;
    };
    std::deque<ParkedRun> parked_runs_;
    bool by_hand_ = false;   // somebody has trained run_, not a lesson's scene alone
    std::string complaint_;  // what could not be done, until another run is begun
    std::string not_kept_;   // why its model could not be, until that is tried again
    bool autosaving_ = false;       // run_ writes itself to the keeper's file
    bool settings_loaded_ = false;  // state_ came from a file since the last frame
    bool run_changed_ = false;      // run_ is another run than in the last frame
    int asked_step_ = 0;     // whose weights a lesson's scene shows; 0: none was asked for
    bool training_to_step_ = false;  // the run is on its way there
    bool knob_moved_ = false;        // a knob was moved, and is still held
    bool rate_above_ = false;        // the learning rate is in the line of the buttons
    WindowStep window_step_;
    bool has_unfinished_training_;  // a training of another day can be gone on with
    MemorySheet memory_;
    bool settling_ = false;                          // something of the picture is computed that comes soon
    bool low_ = false;                               // a window in which the settings have no room above the charts
    std::vector<std::unique_ptr<TrainPage>> pages_;  // as train_page_rows() has them
    std::size_t page_ = 0;
    TrainingPage* training_page_;  // the first of them
    PreparedTrainings prepared_;
    DestroyInBackground destroy_in_background_;  // of runs that were given up
    int pace_ = -1;                // of training_paces; −1: none was chosen
    bool progress_above_ = false;  // beside the tabs
    float controls_ = 0;           // height of what stands above the charts, in the last frame
};

}  // namespace glassformer
