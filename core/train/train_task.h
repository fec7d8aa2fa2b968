// A whole training run as the command line asks for it: a task with some settings changed, in; a model folder with its
// measured figures, out.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/train/task.h"

namespace glassformer {

class ThreadPool;

/// Bytes: a text that such a small model learns is smaller.
inline constexpr std::size_t max_corpus = std::size_t{32} << 20U;

/// What is asked for; what is not said comes from the task.
struct TrainRequest {
    std::string task;
    std::optional<std::filesystem::path> corpus;  // the text to learn, of a task that has none of its own
    std::optional<std::string> positional;        // kind, as in config.json
    std::optional<int> n_layers, n_heads, d_model, d_ff;
    std::optional<std::string> architecture;  // a patch of the config that all of these make (patched_model.h)
    std::optional<int> steps, batch, threads;
    std::optional<int> accumulate;  // micro-batches a step
    bool checkpoint = false;        // compute blocks again for their gradients
    std::optional<double> learning_rate;
    std::optional<std::string> optimiser;  // its name
    std::optional<double> label_smoothing;
    std::optional<std::string> smoothing;  // over which classes, as smoothing_names has them
    std::optional<double> embedding_std;   // of the initial embeddings
    std::optional<std::uint64_t> seed;
    std::filesystem::path out;  // the folder to write
};

struct TrainProgress {
    int step = 0, steps = 0;  // done, of
    double loss = 0;          // of this step
    double seconds_left = 0;  // at the pace so far
};

struct TrainReport {
    int steps_done = 0, steps = 0;
    double loss = 0;     // mean over the last steps, at most 20
    double seconds = 0;  // of training, without measuring
    std::size_t parameters = 0;
    std::string command;  // that makes this model again, where it was not stopped
    std::vector<Metric> metrics;
};

/// The row of the task, made whole by the corpus where it needs one. Throws Error for a task that does not exist, a
/// corpus that is missing or that the task has no use for, and one that cannot be read.
Task requested_task(const TrainRequest& request);

/// The task's model and settings with the request's changes. Throws Error for a task, an encoding, an architecture or
/// sizes that do not exist or do not fit.
ModelConfig requested_config(const Task& task, const TrainRequest& request);
TrainOptions requested_options(const Task& task, const TrainRequest& request);

/// The command that trains this request's model again, for its card.
std::string command_of(const TrainRequest& request, const TrainOptions& options);

/// The settings by name, as card.json holds them.
std::vector<std::pair<std::string, double>> settings_of(const TrainOptions& options, int steps_done);

/// A model that has been trained and measured, and is nowhere but in memory.
struct TrainedModel {
    ModelConfig config;
    Weights weights;  // as its file would give them back
    TrainOptions options;
    TrainReport report;  // without a command
};

/// Trains and measures on held-out data. Where `progress` returns false, what there is after that step is measured.
/// Throws Error where the request makes no sense or the training diverges (Divergence). `ready`, if given, is called
/// with the number of parameters when the request has been found sound, before the first step.
TrainedModel train_in_memory(const Task& task, const TrainRequest& request, ThreadPool* pool,
                             const std::function<bool(const TrainProgress&)>& progress = {},
                             const std::function<void(std::size_t parameters)>& ready = {});

/// Trains, measures on held-out data and writes the model folder with its card. Where `progress` returns false, what
/// there is after that step is measured and written, and the card says so. Throws Error where the request makes no
/// sense, the training diverges or the folder cannot be written; nothing is written before the end.
TrainReport train_task(const TrainRequest& request, ThreadPool* pool,
                       const std::function<bool(const TrainProgress&)>& progress = {});

}  // namespace glassformer
