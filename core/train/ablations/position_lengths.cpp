#include "core/train/ablations/position_lengths.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/thread_pool.h"
#include "core/model/positional.h"
#include "core/train/task.h"
#include "core/train/train_task.h"
#include "core/train/trainer.h"

namespace glassformer {

namespace {

constexpr std::array<std::string_view, 4> tasks{"k-back-1", "k-back-3", "local-majority", "running-majority"};
constexpr std::string_view figure_name = "accuracy_";  // and the length
// Sines of amplitude 1 would drown embeddings of the usual 0.02 (docs/tasks.md).
constexpr std::string_view wide_embeddings_for = "sinusoidal";
constexpr double wide_embeddings = 1;

/// One training that is to be done, and where its result goes.
struct Job {
    std::size_t task, encoding, seed;
};

int length_of(const Metric& metric) {
    return metric.first.starts_with(figure_name) ? std::stoi(metric.first.substr(figure_name.size())) : 0;
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
    return text;
}

std::string command_of(const LengthRequest& request) {
    std::string command = "glassformer measure positions";
    if (!request.tasks.empty()) command += " --tasks " + listed(request.tasks);
    if (!request.encodings.empty()) command += " --encodings " + listed(request.encodings);
    std::vector<std::string> seeds;
    for (const std::int64_t seed : request.seeds) seeds.push_back(std::to_string(seed));
    command += " --seeds " + listed(seeds);
    if (request.steps) command += " --steps " + std::to_string(*request.steps);
    return command + " --out lengths.json";
}

TrainRequest train_request(const LengthRequest& request, std::string_view task, std::string_view encoding,
                           std::int64_t seed) {
    TrainRequest one;
    one.task = task;
    one.positional = encoding;
    one.steps = request.steps;
    one.seed = static_cast<std::uint64_t>(seed);
    if (encoding == wide_embeddings_for) one.embedding_std = wide_embeddings;
    return one;
}

/// All that is known before any training, with an empty run for each seed.
PositionLengths outline(const LengthRequest& request) {
    PositionLengths result{.command = command_of(request), .note = {}, .seeds = request.seeds, .tasks = {}};
    std::vector<std::string> wanted = request.tasks, encodings = request.encodings;
    if (wanted.empty()) wanted.assign(tasks.begin(), tasks.end());
    if (encodings.empty())
        for (const PositionalKind& kind : all_positional_kinds()) encodings.emplace_back(kind.name);
    if (request.seeds.empty()) throw Error("a measurement needs at least one seed");
    for (const std::string& name : wanted) {
        if (std::ranges::find(tasks, name) == tasks.end())
            throw Error(in_quotes(name) + " is not a positional task; there are " + listed({tasks.begin(), tasks.end()}));
        const Task& task = require_task(name);
        TaskLengths& of_task = result.tasks.emplace_back();
        of_task.task = name;
        of_task.title = task.title;
        of_task.trained_length = task.trained_length;
        of_task.chance = 1.0 / task.config.vocab_size;
        for (const std::string& encoding : encodings) {
            const TrainRequest one = train_request(request, name, encoding, request.seeds.front());
            EncodingLengths& row = of_task.encodings.emplace_back();
            row.encoding = encoding;
            row.max_seq_len = requested_config(task, one).max_seq_len;
            const TrainOptions options = requested_options(task, one);
            row.training = settings_of(options, options.steps);
            for (const std::int64_t seed : request.seeds)
                row.runs.push_back({.seed = seed, .loss = 0, .diverged_at = 0, .accuracy = {}});
        }
    }
    return result;
}

}  // namespace

std::vector<std::string_view> positional_tasks() { return {tasks.begin(), tasks.end()}; }

std::vector<AccuracyAtLength> accuracy_by_length(const TaskLengths& task, const EncodingLengths& encoding) {
    std::vector<AccuracyAtLength> result;
    for (std::size_t l = 0; l < task.lengths.size(); ++l) {
        AccuracyAtLength at{.length = task.lengths[l], .mean = 0, .least = 1, .most = 0, .runs = 0};
        for (const LengthRun& run : encoding.runs) {
            if (run.accuracy.size() <= l) continue;
            const double accuracy = run.accuracy[l];
            at.mean += accuracy;
            at.least = std::min(at.least, accuracy);
            at.most = std::max(at.most, accuracy);
            ++at.runs;
        }
        if (at.runs == 0) continue;
        at.mean /= at.runs;
        result.push_back(at);
    }
    return result;
}

PositionLengths measure_position_lengths(const LengthRequest& request, ThreadPool& pool,
                                         const std::function<bool(const LengthProgress&)>& progress) {
    PositionLengths result = outline(request);
    // A seed at a time, so that what is there after a stop covers all encodings.
    std::vector<Job> jobs;
    for (std::size_t seed = 0; seed < request.seeds.size(); ++seed)
        for (std::size_t task = 0; task < result.tasks.size(); ++task)
            for (std::size_t encoding = 0; encoding < result.tasks[task].encodings.size(); ++encoding)
                jobs.push_back({task, encoding, seed});
    std::vector<char> done(jobs.size(), 0);
    std::atomic<bool> stopped = false;
    std::mutex mutex;  // of progress, and of what several trainings write
    int finished = 0;

    pool.run(static_cast<int>(jobs.size()), [&](int index) {
        if (stopped) return;
        const Job& job = jobs[static_cast<std::size_t>(index)];
        TaskLengths& of_task = result.tasks[job.task];
        EncodingLengths& row = of_task.encodings[job.encoding];
        LengthRun& run = row.runs[job.seed];
        const Task& task = require_task(of_task.task);
        LengthProgress now{.task = of_task.task,
                           .encoding = row.encoding,
                           .seed = run.seed,
                           .step = 0,
                           .steps = 0,
                           .finished = 0,
                           .trainings = static_cast<int>(jobs.size()),
                           .run = nullptr};
        const auto report = [&](int step, int steps, const LengthRun* whole) {
            const std::scoped_lock lock(mutex);
            if (whole != nullptr) ++finished;
            now.step = step, now.steps = steps, now.finished = finished, now.run = whole;
            if (progress && !progress(now)) stopped = true;
        };
        try {
            const TrainedModel trained =
                train_in_memory(task, train_request(request, of_task.task, row.encoding, run.seed), nullptr,
                                [&](const TrainProgress& step) {
                                    report(step.step, step.steps, nullptr);
                                    return !stopped;
                                });
            if (trained.report.steps_done < trained.report.steps) return;
            run.loss = trained.report.loss;
            std::vector<int> lengths;
            for (const Metric& metric : trained.report.metrics)
                if (const int length = length_of(metric); length > 0) {
                    lengths.push_back(length);
                    run.accuracy.push_back(metric.second);
                }
            const std::scoped_lock lock(mutex);
            if (lengths.size() > of_task.lengths.size()) of_task.lengths = lengths;
        } catch (const Divergence& divergence) {
            run.diverged_at = divergence.step();
        }
        done[static_cast<std::size_t>(index)] = 1;
        const auto steps = static_cast<int>(row.training.front().second);
        report(steps, steps, &run);
    });

    if (finished == static_cast<int>(jobs.size())) return result;
    result.note = "stopped after " + std::to_string(finished) + " of " + std::to_string(jobs.size()) + " trainings";
    for (std::size_t j = jobs.size(); j-- > 0;) {  // the later seeds first, so that indices stay
        if (done[j] != 0) continue;
        auto& runs = result.tasks[jobs[j].task].encodings[jobs[j].encoding].runs;
        runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(jobs[j].seed));
    }
    return result;
}

}  // namespace glassformer
