// What encodings of positions learn: the same small model trained on each positional task with each encoding, from
// several seeds, and how often it is right on texts up to four times as long as those of training. Stored with the
// command that makes it again (docs/formats.md), so that the window shows figures that somebody measured.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace glassformer {

class ThreadPool;

/// One training.
struct LengthRun {
    std::int64_t seed = 0;
    double loss = 0;               // mean over the last steps
    int diverged_at = 0;           // step (counted from 1) whose loss was no number; 0: none
    std::vector<double> accuracy;  // of the task's lengths, the shortest first; only of those that the model can read
    bool operator==(const LengthRun&) const = default;
};

/// All trainings of one encoding on one task.
struct EncodingLengths {
    std::string encoding;                                  // as in config.json
    int max_seq_len = 0;                                   // longer texts the model cannot read
    std::vector<std::pair<std::string, double>> training;  // settings by name, as in card.json
    std::vector<LengthRun> runs;                           // by seed
    bool operator==(const EncodingLengths&) const = default;
};

struct TaskLengths {
    std::string task, title;
    int trained_length = 0;    // of the longest text of training
    double chance = 0;         // accuracy of a guess among all symbols
    std::vector<int> lengths;  // measured
    std::vector<EncodingLengths> encodings;
    bool operator==(const TaskLengths&) const = default;
};

/// What assets/positions/lengths.json holds.
struct PositionLengths {
    std::string command, note;  // note: "stopped after 17 of 108 trainings"
    std::vector<std::int64_t> seeds;
    std::vector<TaskLengths> tasks;
    bool operator==(const PositionLengths&) const = default;
};

/// Mean and range over the seeds at one length.
struct AccuracyAtLength {
    int length = 0;
    double mean = 0, least = 0, most = 0;
    int runs = 0;  // that reached it
};
/// By length, the shortest first, without those that no run could read.
std::vector<AccuracyAtLength> accuracy_by_length(const TaskLengths& task, const EncodingLengths& encoding);

struct LengthRequest {
    std::vector<std::string> tasks, encodings;  // empty: all
    std::vector<std::int64_t> seeds{0, 1, 2};
    std::optional<int> steps = {};  // of each training; nothing: the task's
};

/// The tasks that are measured, in the order of the menu.
std::vector<std::string_view> positional_tasks();

struct LengthProgress {
    std::string_view task, encoding;
    std::int64_t seed = 0;
    int step = 0, steps = 0;          // of this training
    int finished = 0, trainings = 0;  // of all
    const LengthRun* run = nullptr;   // where this training has just finished
};

/// Trains and measures, one training after the other or as many at once as the pool has threads; the result does not
/// depend on it. `progress` is called by one thread at a time; where it returns false, no more is begun and what is
/// finished is handed back with a note. Throws Error for a task, an encoding or a number of steps that does not exist.
PositionLengths measure_position_lengths(const LengthRequest& request, ThreadPool& pool,
                                         const std::function<bool(const LengthProgress&)>& progress = {});

/// Accuracies and losses are written with four digits. Throws Error where the file cannot be written, or read, or holds
/// something else.
void save_position_lengths(const std::filesystem::path& file, const PositionLengths& lengths);
PositionLengths load_position_lengths(const std::filesystem::path& file);

}  // namespace glassformer
