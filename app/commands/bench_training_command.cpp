// bench training: what the window and a training beside it take from each other: the training's pace alone and under
// the Train view, the view's frames, and the time from an event to the frame that shows it.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/commands/view_options.h"
#include "app/program/app.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/train/live/training_plan.h"
#include "core/train/live/training_session.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

struct TrainingBenchOptions {
    std::string task = "coreference", size = "1280x720";
    double seconds = 5;
    bool json = false;
};

constexpr int most_steps_of_the_view = 20000;  // so that it does not end while it is timed

/// Runs `while_it_runs` until so many seconds are over; the steps per second that `steps_done` counts meanwhile.
template <typename Steps, typename Run>
double pace(double seconds, const Steps& steps_done, const Run& while_it_runs) {
    const Clock::time_point begin = Clock::now();
    const int before = steps_done();
    while_it_runs(begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)));
    const int made = steps_done() - before;
    return made / std::chrono::duration<double>(Clock::now() - begin).count();
}

double pace_alone(const TrainingBenchOptions& options) {
    TrainRequest request;
    request.task = options.task;
    request.steps = most_steps_of_the_view;
    TrainingSession session(training_plan(request), {});
    session.start();
    while (session.shown().steps_done == 0 && session.shown().problem.empty())
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return pace(
        options.seconds, [&] { return session.shown().steps_done; },
        [](Clock::time_point end) { std::this_thread::sleep_until(end); });
}

struct WindowTimes {
    std::vector<double> frames, answers;  // milliseconds, ascending
    double steps_per_second = 0;
};

/// Frames as a window draws them: when something has happened, sixty a second at most. The mouse moves over the view.
void draw_frames(App& app, PixelSize size, Clock::time_point end, WindowTimes& times) {
    constexpr auto between_events = std::chrono::milliseconds(130);
    constexpr auto shortest_frame = std::chrono::microseconds(16667);
    Clock::time_point next = Clock::now() + between_events;
    for (int events = 0; Clock::now() < end;) {
        const bool came = Clock::now() >= next;
        if (came) {
            const auto along = static_cast<float>(events++ % 20) / 20;
            app.platform().events().push(MouseMove{{(0.2F + 0.6F * along) * static_cast<float>(size.width),
                                                    (0.4F + 0.4F * along) * static_cast<float>(size.height)}});
        } else if (!app.needs_frame()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            continue;
        }
        const Clock::time_point begin = Clock::now();
        app.frame();
        static_cast<void>(app.platform().read_pixels());  // waits for the last pixel
        times.frames.push_back(Milliseconds(Clock::now() - begin).count());
        if (came) {
            times.answers.push_back(Milliseconds(Clock::now() - next).count());
            next = Clock::now() + between_events;
        }
        std::this_thread::sleep_until(begin + shortest_frame);
    }
}

WindowTimes beside_the_window(const CommandContext& context, const TrainingBenchOptions& options) {
    ViewOptions view;
    view.view = "train";
    view.size = options.size;
    AppOptions window = picture_options(context, view);
    window.still = false;
    window.view_values = {{"task", in_quotes(options.task)}, {"steps", std::to_string(most_steps_of_the_view)}};
    const auto platform = open_headless(window.size);
    App app(*platform, window);
    app.settle();
    app.platform().events().key(Key::space);
    const auto steps_done = [&] { return std::stoi(app.state().at("train_step")); };
    const Clock::time_point give_up = Clock::now() + std::chrono::seconds(30);
    while (steps_done() == 0 && Clock::now() < give_up) app.frame();
    WindowTimes times;
    times.steps_per_second =
        pace(options.seconds, steps_done, [&](Clock::time_point end) { draw_frames(app, window.size, end, times); });
    std::ranges::sort(times.frames);
    std::ranges::sort(times.answers);
    return times;
}

double at(const std::vector<double>& ascending, double share) {
    if (ascending.empty()) return 0;
    const auto place = static_cast<std::size_t>(share * static_cast<double>(ascending.size()));
    return ascending[std::min(ascending.size() - 1, place)];
}

void time_training(const CommandContext& context, const TrainingBenchOptions& options) {
    const double alone = pace_alone(options);
    const WindowTimes window = beside_the_window(context, options);
    const double frames_per_second = static_cast<double>(window.frames.size()) / options.seconds;
    if (options.json) {
        const Json row{{"task", options.task},
                       {"alone_steps_per_second", alone},
                       {"steps_per_second", window.steps_per_second},
                       {"share", window.steps_per_second / alone},
                       {"frames_per_second", frames_per_second},
                       {"median_ms", at(window.frames, 0.5)},
                       {"p95_ms", at(window.frames, 0.95)},
                       {"answer_ms", at(window.answers, 0.5)},
                       {"max", at(window.answers, 1)},
                       {"backend", "cpu"}};
        std::printf("%s\n", row.dump().c_str());
        return;
    }
    fmt::print(texts::commands::training_beside, options.task, options.size, window.steps_per_second, alone,
               100 * window.steps_per_second / alone, frames_per_second, at(window.frames, 0.5),
               at(window.frames, 0.95), at(window.answers, 0.5), at(window.answers, 1));
}

}  // namespace

void add_training_bench(CLI::App& bench, const CommandContext& context) {
    auto* command =
        bench.add_subcommand("training", "The pace of a training under the Train view, and the view's frames");
    auto options = std::make_shared<TrainingBenchOptions>();
    give_examples(*command, "  glassformer bench training --task induction --size 1920x1080\n");
    command->add_option("--task", options->task, "The task that is trained (default coreference)");
    command->add_option("--size", options->size, "Size in pixels (default 1280x720)");
    command->add_option("--seconds", options->seconds, "How long each is timed (default 5)")
        ->check(CLI::Range(0.1, 600.0));
    command->add_flag("--json", options->json, "One line of JSON");
    command->callback([options, context] { time_training(context, *options); });
}

}  // namespace glassformer
