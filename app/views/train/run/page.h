// A page of the Train view: one way of looking at a training. A page and its row stand in a folder of their own beside
// this one; nothing else names them.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/view_page.h"
#include "app/views/train/run/run.h"
#include "app/views/train/run/state.h"
#include "core/train/live/trained_steps.h"

namespace glassformer {

inline constexpr Command train_restart = command_named("train.restart"), train_keep = command_named("train.keep"),
                         train_resume = command_named("train.resume"), train_settings = command_named("train.settings"),
                         train_film = command_named("train.film"), train_run = command_named("train.run"),
                         train_memory = command_named("train.memory");

/// The step whose weights a lesson's scene shows, and whether the run is there.
struct AskedStep {
    int step = 0;  // 0: none was asked for
    bool reached = true;
};

/// What a page is drawn with, and what it asks the view for.
struct TrainScene {
    ViewContext& context;
    TrainRun& run;
    const TrainState& state;  // what the knobs show
    AskedStep asked{};
    bool scrolls = false;  // the page is higher than the window
    /// The window's run of the step that is looked at; null where the window shows another model.
    std::function<std::shared_ptr<const Evaluation>()> window_reading = {};
    std::optional<TrainState> changed = {};  // settings as the page changed them
    bool memory_asked = false;               // the memory of larger models is to be shown
};

class TrainPage : public ViewPage {
public:
    virtual void draw(TrainScene& scene, Rect area) = 0;
    /// In em: the least height that draw() can use. `width` in em too.
    virtual float least_height(float width, bool presented) const { return width > 48 ? 26 : presented ? 30 : 44; }
    /// What it shows is of the view's training, whose bar and settings are above it. False: it has trainings of its
    /// own, and all of the view below the tabs.
    virtual bool shows_run() const { return true; }
    /// The settings of the training are above it, where there is room for them.
    virtual bool has_settings() const { return true; }
    /// It shows the attention of the task's example, which is read where the window shows another model.
    virtual bool reads_example() const { return false; }
    /// Below the bar all is its own: no settings, no scrubber.
    virtual bool fills_view() const { return false; }
    /// It draws the scrubber itself.
    virtual bool has_scrubber() const { return false; }
    /// The pace of trainings of its own, steps in a second at most; 0: as fast as they can.
    virtual void pace(int steps_per_second) { static_cast<void>(steps_per_second); }
    /// Something of its picture is computed that comes by itself soon.
    virtual bool settling() const { return false; }
    /// A training of its own goes on.
    virtual bool is_training() const { return false; }
    /// A command of the view that it carries out itself; false: the view does.
    virtual bool run(Command command, TrainRun& run) {
        return static_cast<void>(command), static_cast<void>(run), false;
    }
    /// What it computes of a trained run takes long: a lesson's scene has it computed beforehand, by prepare().
    virtual bool takes_long() const { return false; }
    /// Goes on with what the scene asks for without being drawn; true once all of it is there, or cannot be.
    virtual bool prepare(const TrainRun& run, const AskedStep& asked) { return static_cast<void>(run), asked.reached; }
};

struct TrainPageServices {
    std::function<void()> wake;
    std::function<std::uint64_t()> free_memory;  // bytes; empty: what the system says
    std::shared_ptr<TrainedSteps> steps;         // where runs are entered that other views open; null: none is opened
    std::filesystem::path ablations;             // the folder of stored curves; empty: there are none
};

struct TrainPageRow {
    std::string_view name;   // "step": of --page, scripts and targets
    int place;               // among the tabs
    int mode;                // what a session keeps of it: of no other page, and it stays
    std::string_view title;  // "One step": its tab
    std::unique_ptr<TrainPage> (*make)(const TrainPageServices& services);
};

/// All pages in the order of their tabs (cmake/rows.cmake). The first one is the training's own.
std::span<const TrainPageRow> train_page_rows();

}  // namespace glassformer
