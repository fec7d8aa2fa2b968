// bench controls: for every page of the experiments and every control of it, the time from a key that changes the
// control to the end of the frame that shows its new value, and how long the frames take that are drawn while what
// follows from it is computed beside them.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <set>
#include <thread>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/program/app.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

using ControlClock = std::chrono::steady_clock;

struct ControlsOptions {
    std::string model, page, size = "1280x720";
    int repeats = 12;
    bool json = false;
};

/// Milliseconds of one control.
struct ControlReadings {
    std::string page, control;
    std::vector<double> answers;  // from the key to the end of the frame that shows the new value
    std::vector<double> frames;   // those after it, while the page computes
};

double milliseconds_since(ControlClock::time_point start) {
    return std::chrono::duration<double, std::milli>(ControlClock::now() - start).count();
}

double middle_of(std::vector<double> times) {
    if (times.empty()) return 0;
    std::ranges::sort(times);
    return times[times.size() / 2];
}
double largest_of(const std::vector<double>& times) { return times.empty() ? 0 : *std::ranges::max_element(times); }

void draw_whole_frame(App& app) {
    app.frame();
    static_cast<void>(app.platform().read_pixels());  // waits for the last pixel
}

/// Until nothing is computed or moves.
void rest(App& app) {
    const auto until = ControlClock::now() + std::chrono::seconds(30);
    do {
        app.settle(20);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } while (app.needs_frame() && ControlClock::now() < until);
}

void press(App& app, Key key) {
    app.platform().events().push(KeyDown{key, {}});
    app.platform().events().push(KeyUp{key, {}});
}

/// Steps the control there and back; every second time as soon as it was shown, so that what is computed is given up.
ControlReadings readings_of_control(App& app, const std::string& page, const std::string& control, int repeats) {
    static constexpr auto computed_for = std::chrono::milliseconds(400);
    ControlReadings readings{.page = page, .control = control, .answers = {}, .frames = {}};
    for (int turn = 0; turn < repeats; ++turn) {
        const Key key = turn % 4 < 2 ? Key::right : Key::left;
        const ControlClock::time_point start = ControlClock::now();
        app.platform().events().push(KeyDown{key, {}});
        while (!app.platform().events().empty()) draw_whole_frame(app);
        readings.answers.push_back(milliseconds_since(start));
        app.platform().events().push(KeyUp{key, {}});
        while (!app.platform().events().empty()) app.frame();  // the next key has a frame of its own
        if (turn % 2 == 0) continue;
        for (const auto until = ControlClock::now() + computed_for; app.needs_frame() && ControlClock::now() < until;) {
            const ControlClock::time_point begun = ControlClock::now();
            draw_whole_frame(app);
            readings.frames.push_back(milliseconds_since(begun));
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    return readings;
}

std::vector<ControlReadings> readings_of_page(App& app, const std::string& page, int repeats) {
    std::vector<ControlReadings> all;
    std::set<std::string> done;
    while (true) {
        press(app, Key::down);  // the next control
        rest(app);
        const std::string control = app.state().at("experiments_control");
        if (!done.insert(control).second) return all;
        all.push_back(readings_of_control(app, page, control, repeats));
        rest(app);
    }
}

void controls(const CommandContext& context, const ControlsOptions& options) {
    std::vector<ViewTab> pages;
    for (const ViewRow& row : view_rows())
        if (row.name == "experiments") pages = row.tabs();
    const auto wanted = std::ranges::find(pages, std::string_view(options.page), &ViewTab::name);
    if (!options.page.empty() && wanted == pages.end()) {
        std::string names;
        for (const ViewTab& page : pages) names += (names.empty() ? "" : ", ") + std::string(page.name);
        throw Error(fmt::format(texts::commands::no_page, "experiments", in_quotes(options.page), names));
    }
    AppOptions window;
    window.load = [&](const std::string& name) { return open_model(context, name); };
    window.inputs.model = options.model;
    const auto model = open_model(context, options.model);
    if (!model->card.examples.empty()) window.inputs.text = model->card.examples.front();
    if (!model->card.targets.empty()) window.inputs.target = model->card.targets.front();
    window.view = "experiments";
    window.view_values["mode"] = (options.page.empty() ? pages.begin() : wanted)->mode;
    window.theme = "dark";
    window.text_scale = 1;
    window.size = parse_size(options.size);
    const auto platform = open_headless(window.size);
    App app(*platform, window);
    app.session().wait();
    if (const std::string error = app.session().shown().error; !error.empty()) throw Error(error);
    rest(app);

    std::vector<ControlReadings> all;
    for (std::size_t turn = 0; turn < (options.page.empty() ? pages.size() : 1); ++turn) {
        if (turn > 0) press(app, Key::v);  // the next page
        rest(app);
        for (ControlReadings& one : readings_of_page(app, app.state().at("experiments_page"), options.repeats))
            all.push_back(std::move(one));
    }
    for (const ControlReadings& one : all) {
        if (options.json) {
            const Json row{{"page", one.page},
                           {"control", one.control},
                           {"median_ms", middle_of(one.answers)},
                           {"max", largest_of(one.answers)},
                           {"frames", one.frames.size()},
                           {"frame_median_ms", middle_of(one.frames)},
                           {"frame_max", largest_of(one.frames)}};
            std::printf("%s\n", row.dump().c_str());
        } else {
            fmt::print(texts::commands::control_times, one.page, one.control, middle_of(one.answers),
                       largest_of(one.answers), one.frames.size(), middle_of(one.frames), largest_of(one.frames));
        }
    }
}

}  // namespace

void add_controls_bench(CLI::App& bench, const CommandContext& context) {
    auto* command = bench.add_subcommand(
        "controls", "Time from a key to the frame with a control's new value, on every page of the experiments");
    auto options = std::make_shared<ControlsOptions>();
    give_examples(*command, "  glassformer bench controls --model sort --page depth\n");
    command->add_option("--model", options->model, "A built-in model's name, or a model folder")->required();
    command->add_option("--page", options->page, "One page of the experiments (default: each in turn)");
    command->add_option("--size", options->size, "Size in pixels (default 1280x720)");
    command->add_option("--repeats", options->repeats, "Steps of each control (default 12)")
        ->check(CLI::Range(1, 1000));
    command->add_flag("--json", options->json, "One line of JSON per control");
    command->callback([options, context] { controls(context, *options); });
}

}  // namespace glassformer
