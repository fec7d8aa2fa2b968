// What stays of a training when the window is closed: its model, in a folder that every window can open, and the
// training itself, so that it goes on another day.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/views/train/run/run.h"
#include "core/base/file_lock.h"
#include "core/base/latest.h"

namespace glassformer {

class TrainKeeper {
public:
    /// An empty folder: nothing is kept.
    TrainKeeper(std::filesystem::path folder, std::function<void()> wake)
        : folder_(std::move(folder)), wake_(std::move(wake)) {}
    ~TrainKeeper();
    TrainKeeper(const TrainKeeper&) = delete;
    TrainKeeper& operator=(const TrainKeeper&) = delete;

    bool on() const { return !folder_.empty(); }
    /// The file of the training under way, which is written every few seconds and at its end; "" where nothing is kept.
    std::filesystem::path training_file() const;
    /// A training of another day lies there and was not gone on with. That of a window which runs is none.
    bool left_behind() const;
    /// Before anything is written or gone on with. False where another window has the file: then this one's training
    /// gets a file of its own.
    bool claim();
    bool claimed() const { return lock_.state() == FileLock::State::held; }

    /// A training begins to be written there: what was left of an earlier window is put beside it,
    /// where the newest three are kept.
    void put_beside() const;
    /// That file cannot be read: it is put beside too, under a name that says so.
    void put_beside_unreadable() const;
    /// Copies the text that the training learns, if it is its user's, to where it is found again. Returns why it cannot
    /// be, or ""; `corpus`: the file; `fingerprint`: of the task.
    std::string remember_text(const std::string& corpus, std::uint64_t fingerprint) const;
    std::vector<std::filesystem::path> texts_left() const;  // that a training may have learned

    /// Measures the weights of the newest step and writes the model's folder, beside the frames. Ask while it pauses.
    void keep(TrainRun& run);
    bool keeping() const { return keeping_ || !work_.idle(); }
    struct Kept {
        std::filesystem::path folder;
        std::string error;  // "" where it was written
    };
    /// What came of it, once. Call once a frame.
    std::optional<Kept> follow(TrainRun& run);

private:
    std::filesystem::path free_folder(const TrainingPlan& plan, int step) const;

    std::filesystem::path folder_;
    std::function<void()> wake_;
    std::string name_ = "training";              // of the file, without its ending
    FileLock lock_;                              // of the file, once it is claimed
    bool keeping_ = false;                       // the state was asked for
    std::shared_ptr<const TrainingPlan> asked_;  // of this run
    Latest<int, Kept> work_;                     // by the step
};

}  // namespace glassformer
