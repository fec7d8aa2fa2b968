// measure positions: what each encoding of positions learns, and how far beyond the length of training it holds.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/platform/tell.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/stop_signals.h"
#include "core/base/thread_pool.h"
#include "core/train/ablations/position_lengths.h"

namespace glassformer {

namespace {

// Set by the signal handler, which may do nothing else.
struct MeasureOptions {
    LengthRequest request;
    std::string seeds;
    int jobs = 1;
    std::filesystem::path out;
};

std::vector<std::int64_t> seeds_of(const std::string& written) {
    std::vector<std::int64_t> seeds;
    for (const int seed : integers("--seeds", written)) {
        if (seed < 0) throw Error(fmt::format(texts::commands::seed_range, seed));
        if (std::ranges::find(seeds, seed) != seeds.end()) throw Error(fmt::format(texts::commands::seed_twice, seed));
        seeds.push_back(seed);
    }
    return seeds;
}

/// A line for every training that is done: its accuracies, and how long the rest will take at the pace so far.
void show(const LengthProgress& progress, double seconds) {
    const LengthRun& run = *progress.run;
    tell("{} of {}: {}, {}, seed {}:", progress.finished, progress.trainings, progress.task, progress.encoding,
         progress.seed);
    for (const double accuracy : run.accuracy) tell(" {:.2f}", accuracy);
    if (run.diverged_at > 0) tell(texts::commands::run_diverged, run.diverged_at);
    const long left = std::lround(seconds / progress.finished * (progress.trainings - progress.finished));
    tell("; {}:{:02} left\n", left / 60, left % 60);
}

void print(const PositionLengths& lengths) {
    for (const TaskLengths& task : lengths.tasks)
        for (const EncodingLengths& row : task.encodings) {
            std::printf("%s, %s:", task.task.c_str(), row.encoding.c_str());
            for (const AccuracyAtLength& at : accuracy_by_length(task, row))
                std::printf(" %d: %.2f (%.2f to %.2f)", at.length, at.mean, at.least, at.most);
            std::printf("\n");
        }
}

void measure(MeasureOptions options) {
    if (options.out.empty() || std::filesystem::is_directory(options.out))
        throw Error(fmt::format(texts::commands::out_file, path_text(options.out)));
    if (!options.seeds.empty()) options.request.seeds = seeds_of(options.seeds);
    { const FileReplacement writable(options.out); }  // checked before the training runs rather than after them
    ThreadPool pool(options.jobs);
    const auto begin = std::chrono::steady_clock::now();
    const PositionLengths lengths = [&] {
        const StopSignals stop;
        return measure_position_lengths(options.request, pool, [&](const LengthProgress& progress) {
            if (progress.run != nullptr)
                show(progress, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
            return stop.arrived() == 0;
        });
    }();
    save_position_lengths(options.out, lengths);
    print(lengths);
    if (!lengths.note.empty()) tell("glassformer: {}\n", lengths.note);
    std::printf("%s\n", options.out.string().c_str());
}

}  // namespace

void add_measure_positions(CLI::App& measure_app) {
    auto* command = measure_app.add_subcommand(
        "positions", "Train the positional tasks with every encoding; accuracy on texts up to four times as long");
    auto options = std::make_shared<MeasureOptions>();
    give_examples(*command, "  glassformer measure positions --tasks k-back-1 --seeds 0 --out lengths.json\n");
    std::string tasks;
    for (const std::string_view task : positional_tasks()) tasks += (tasks.empty() ? "" : ", ") + std::string(task);
    command->add_option("--tasks", options->request.tasks, "Some of: " + tasks + " (default all)")->delimiter(',');
    command
        ->add_option("--encodings", options->request.encodings, "Positional encodings, as in config.json (default all)")
        ->delimiter(',');
    command->add_option("--seeds", options->seeds, "Seeds of weights and data (default 0,1,2)");
    command->add_option("--steps", options->request.steps, "Optimizer steps per training run (default: the task's)");
    command
        ->add_option("--jobs", options->jobs,
                     "Number of parallel training runs (default 1); does not affect the result")
        ->check(CLI::Range(1, 256));
    command->add_option("--out", options->out, "The JSON file to write")->required();
    command->callback([options] { measure(*options); });
}

}  // namespace glassformer
