// train: a task's model from nothing, with a progress bar; Ctrl-C saves what there is.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <thread>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/platform/tell.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/number_text.h"
#include "core/base/stop_signals.h"
#include "core/base/thread_pool.h"
#include "core/train/train_task.h"

namespace glassformer {

namespace {

// Set by the signal handler, which may do nothing else.
std::string clock(double seconds) {
    std::array<char, 32> text{};
    const long whole = std::lround(seconds);
    std::snprintf(text.data(), text.size(), "%ld:%02ld", whole / 60, whole % 60);
    return text.data();
}

/// Prints the progress: one line that is updated on a terminal, else a line per tenth.
void show(const TrainProgress& progress) {
    const bool terminal = isatty(STDERR_FILENO) != 0;
    const int tenth = std::max(1, progress.steps / (terminal ? 200 : 10));
    if (progress.step % tenth != 0 && progress.step != progress.steps) return;
    constexpr int width = 30;
    const int filled = progress.step * width / std::max(1, progress.steps);
    const std::string line = fmt::format(texts::commands::train_progress, "", filled, "", width - filled, progress.step,
                                         progress.steps, loss_text(progress.loss), clock(progress.seconds_left));
    if (terminal)
        tell("\r{}   ", line);
    else
        tell("{}\n", line);
}

void train(const TrainRequest& request) {
    if (request.out.empty() || (std::filesystem::exists(request.out) && !std::filesystem::is_directory(request.out)))
        throw Error(fmt::format(texts::commands::out_folder, path_text(request.out)));
    // No more than have something to do: the parts of a batch are computed one after the other where threads are fewer,
    // with the same bits.
    const TrainOptions options = requested_options(requested_task(request), request);
    const int processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int texts = (options.batch + options.accumulate - 1) / options.accumulate;  // that are computed at once
    ThreadPool pool(std::clamp(options.threads, 1, std::min(processors, texts)));
    const TrainReport report = [&] {
        const StopSignals stop;
        return train_task(request, &pool, [&](const TrainProgress& progress) {
            show(progress);
            return stop.arrived() == 0;
        });
    }();
    if (isatty(STDERR_FILENO) != 0) std::fputc('\n', stderr);
    remove_old_reference(request.out);
    if (report.steps_done < report.steps) tell(texts::commands::train_stopped, report.steps_done, report.steps);
    fmt::print(texts::commands::train_result, report.parameters, report.steps_done, clock(report.seconds),
               loss_text(report.loss));
    for (const Metric& metric : report.metrics) fmt::print("{} {}\n", metric.first, six_digits(metric.second));
    std::printf("%s\n", request.out.string().c_str());
}

/// A line for each model that the program ships, as scripts read them: its folder, then the flags of `train`.
void list_shipped() {
    for (const Task& task : all_tasks())
        for (const ShippedModel& model : task.shipped)
            std::printf("%s --task %s%s%s%s%s --seed %llu\n", model.name.c_str(), std::string(task.name).c_str(),
                        model.flags.empty() ? "" : " ", model.flags.c_str(),
                        model.architecture.empty() ? "" : " --architecture ", model.architecture.c_str(),
                        static_cast<unsigned long long>(model.seed));
}

}  // namespace

static void add_train_command(CLI::App& app, const CommandContext&) {
    auto* command = app.add_subcommand("train", "Train a model on a built-in task");
    give_examples(*command,
                  "  glassformer train --task coreference --seed 7 --out my-model\n"
                  "  glassformer train --task induction --architecture '{\"norm\": \"rmsnorm\"}' --out my-rmsnorm\n");
    auto request = std::make_shared<TrainRequest>();
    std::string tasks;
    for (const Task& task : all_tasks()) tasks += (tasks.empty() ? "" : ", ") + std::string(task.name);
    auto* task = command->add_option("--task", request->task, "One of: " + tasks);
    command->add_option("--corpus", request->corpus, "Training text (only for the task characters)");
    command->add_option("--positional", request->positional,
                        "Positional encoding, as in config.json (default: the task's)");
    command->add_option("--steps", request->steps, "Optimizer steps");
    add_seed_option(*command, "Seed of weights and data", [request](std::uint64_t seed) { request->seed = seed; });
    command->add_option("--layers", request->n_layers, "Blocks");
    command->add_option("--heads", request->n_heads, "Attention heads");
    command->add_option("--d-model", request->d_model, "Model dimension d_model (width of the residual stream)");
    command->add_option("--d-ff", request->d_ff, "Dimension of the MLP's hidden layer, d_ff");
    command->add_option("--architecture", request->architecture,
                        "Another architecture: a JSON object of keys that are set in the task's config.json, as "
                        "'{\"norm_placement\": \"post\"}'");
    command->add_option("--batch", request->batch, "Batch size");
    command->add_option("--accumulate", request->accumulate, "Gradient accumulation steps (saves memory)");
    command->add_flag("--checkpoint", request->checkpoint,
                      "Gradient checkpointing: recompute blocks in the backward pass (saves memory)");
    command->add_option("--lr", request->learning_rate, "Peak learning rate");
    command->add_option("--optimizer,--optimiser", request->optimiser, "adamw or sgd (with momentum), else the task's");
    command->add_option("--label-smoothing", request->label_smoothing,
                        "Label smoothing: share of the target probability that is spread over classes");
    command->add_option("--smoothing-over", request->smoothing,
                        "all_classes (the label among them, the default) or other_classes");
    command->add_option("--embedding-std", request->embedding_std, "Standard deviation of the initial embeddings");
    command->add_option("--threads", request->threads, "Threads; each computes one part of the batch (default 1)")
        ->check(CLI::Range(1, 256));
    auto* out = command->add_option("--out", request->out, "The folder to write");
    auto list = std::make_shared<bool>(false);
    command->add_flag("--list-shipped", *list, "Print the name and flags of each model that the program ships")
        ->excludes(task)
        ->excludes(out);
    command->callback([request, list, task, out] {
        if (*list) return list_shipped();
        if (task->count() == 0) throw Error("--task is required");
        if (out->count() == 0) throw Error("--out is required");
        train(*request);
    });
}

extern const Subcommand train_subcommand{.place = 130, .add = add_train_command};

}  // namespace glassformer
