// bench lesson: the time from the key to the next step of a lesson, computed and drawn, for each step.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/commands/view_options.h"
#include "app/program/app.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/io/assets.h"

namespace glassformer {

namespace {

using LessonClock = std::chrono::steady_clock;

constexpr double next_step_limit = 100;  // milliseconds, in which a step is to be shown
constexpr auto longest_preparing = std::chrono::minutes(10);
constexpr int most_presses = 100;        // of the key, until a step has shown all of its parts and its answer

struct LessonBenchOptions {
    std::vector<std::filesystem::path> files;
    std::string size = "1280x720";
    bool json = false, presented = false;
};

struct StepTime {
    int step = 0;  // that is shown, from 0
    double milliseconds = 0;
    std::string title;
};

/// What is computed ahead before a class is there.
void wait_prepared(App& app) {
    constexpr double moment = 0.01;  // seconds
    const auto begun = LessonClock::now();
    while (app.state().at("lesson_prepared") != "yes") {
        if (LessonClock::now() - begun > longest_preparing) throw Error(texts::commands::steps_not_prepared);
        app.platform().make_current();
        app.platform().begin_frame(moment);
        app.frame();
    }
    app.session().wait_prepared();
}

/// Presses the key once; milliseconds until the frame is drawn in which text, picture and numbers of what it leads to
/// are all there.
double press_and_wait(App& app, bool presented) {
    app.settle();
    if (presented) wait_prepared(app);
    const auto start = LessonClock::now();
    app.platform().events().push(KeyDown{Key::page_down, {}});
    do {
        app.frame();
        static_cast<void>(app.platform().read_pixels());  // waits for the last pixel
        if (const std::string error = app.session().shown().error; !error.empty()) throw Error(error);
    } while (!app.platform().events().empty() || !app.lesson_stands());
    const double passed = std::chrono::duration<double, std::milli>(LessonClock::now() - start).count();
    app.platform().events().push(KeyUp{Key::page_down, {}});
    return passed;
}

std::vector<StepTime> step_times(App& app, bool presented) {
    const LessonPlayer& lesson = app.lesson();
    std::vector<StepTime> times;
    while (lesson.step() + 1 < lesson.steps()) {
        const int before = lesson.step();
        double passed = 0;
        for (int presses = 0; lesson.step() == before && presses < most_presses; ++presses)
            passed = press_and_wait(app, presented);
        if (lesson.step() == before) break;
        times.push_back({lesson.step(), passed, lesson.now().title});
    }
    return times;
}

void bench_lessons(const CommandContext& context, LessonBenchOptions options) {
    const std::filesystem::path assets = find_assets(context.executable_dir);
    if (options.files.empty())
        options.files = lesson_files(assets);
    else
        for (std::filesystem::path& file : options.files) file = find_lesson(file, assets);
    for (const std::filesystem::path& file : options.files) {
        ViewOptions view;
        view.lesson = file;
        view.lesson_step = 1;
        view.size = options.size;
        AppOptions window = picture_options(context, view);
        window.still = true;
        const auto platform = open_headless(window.size);
        App app(*platform, window);
        if (options.presented) app.present(true);
        std::vector<StepTime> times = step_times(app, options.presented);
        if (times.empty()) throw Error(fmt::format(texts::commands::lesson_of_one_step, path_text(file)));
        if (!options.json)
            for (const StepTime& time : times)
                fmt::print(texts::commands::step_time, time.step + 1, time.milliseconds,
                           time.milliseconds > next_step_limit ? texts::commands::over_step_limit : "", time.title);
        std::ranges::sort(times, {}, &StepTime::milliseconds);
        const double median = times[times.size() / 2].milliseconds, largest = times.back().milliseconds;
        const auto over =
            std::ranges::count_if(times, [](const StepTime& time) { return time.milliseconds > next_step_limit; });
        if (options.json) {
            const Json row{
                {"lesson", path_text(file.stem())}, {"steps", times.size()}, {"median_ms", median}, {"max", largest},
                {"limit_ms", next_step_limit},      {"over_limit", over},    {"threads", 1},        {"backend", "cpu"},
                {"presented", options.presented}};
            std::printf("%s\n", row.dump().c_str());
        } else {
            fmt::print(texts::commands::lesson_times, path_text(file.stem()), median, largest, next_step_limit, over,
                       times.size());
        }
        std::fflush(stdout);
    }
}

}  // namespace

void add_lesson_bench(CLI::App& bench, const CommandContext& context) {
    auto* command = bench.add_subcommand("lesson", "Time from a key to the next step of a lesson, computed and drawn");
    auto options = std::make_shared<LessonBenchOptions>();
    give_examples(*command, "  glassformer bench lesson tour\n");
    command->add_option("FILE", options->files,
                        "Lesson files, or names of built-in lessons (default: all built-in ones)");
    command->add_option("--size", options->size, "Size in pixels (default 1280x720)");
    command->add_flag("--presented", options->presented,
                      "In presenter mode, each key once what is computed ahead is there");
    command->add_flag("--json", options->json, "A line of JSON for each lesson");
    command->callback([options, context] { bench_lessons(context, *options); });
}

}  // namespace glassformer
