#include "app/views/train/keeper.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <thread>
#include <utility>

#include "app/views/train/texts.h"
#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/file.h"
#include "core/base/folder.h"
#include "core/train/live/kept_model.h"
#include "core/train/train_task.h"

namespace glassformer {

namespace {

constexpr const char* text_prefix = "training-text-";
constexpr int trainings_before = 3;  // that are kept beside the newest

/// "training-123.safetensors"
bool is_numbered_training(std::string_view name) {
    constexpr std::string_view begin = "training-", end = ".safetensors";
    if (!name.starts_with(begin) || !name.ends_with(end) || name.size() <= begin.size() + end.size()) return false;
    const std::string_view number = name.substr(begin.size(), name.size() - begin.size() - end.size());
    return std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

/// A training in a file of its own is found by the next start, by the lock that nobody holds.
TrainKeeper::~TrainKeeper() {
    std::error_code unread;
    if (name_ != "training" && std::filesystem::exists(training_file(), unread)) lock_.leave();
}

std::filesystem::path TrainKeeper::training_file() const {
    return on() ? folder_ / (name_ + ".safetensors") : std::filesystem::path();
}

bool TrainKeeper::left_behind() const {
    std::error_code unread;
    if (!on() || (!claimed() && is_locked(folder_ / "training.lock"))) return false;
    if (std::filesystem::is_regular_file(training_file(), unread)) return true;
    // One that was written beside another window's, and whose window was killed.
    for (const std::string& name : names_in(folder_, unread)) {
        const std::filesystem::path lock = (folder_ / name).replace_extension(".lock");
        // Where the file system knows no locks there is none, and it may be a running window's.
        if (!is_numbered_training(name) || !std::filesystem::exists(lock, unread) || is_locked(lock)) continue;
        const FileLock alone(folder_ / "training.lock");  // two windows may start together
        if (alone.state() != FileLock::State::held) return false;
        std::filesystem::rename(folder_ / name, training_file(), unread);
        const bool adopted = !unread;
        if (adopted) std::filesystem::remove(lock, unread);
        return adopted;
    }
    return false;
}

bool TrainKeeper::claim() {
    if (!on() || lock_.state() == FileLock::State::held) return name_ == "training";
    try {
        make_private_folder(folder_);
    } catch (const Error&) {
        return true;  // writing says why
    }
    name_ = "training";
    for (int tries = 0; tries < 4; ++tries) {  // another window may have looked at it just then
        lock_ = FileLock(folder_ / "training.lock");
        if (lock_.state() != FileLock::State::taken) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    name_ = fmt::format("training-{}", getpid());
    lock_ = FileLock(folder_ / (name_ + ".lock"));
    return false;
}

void TrainKeeper::put_beside() const {
    const auto before = [&](int n) {
        return folder_ / (n == 1 ? "training-before.safetensors" : fmt::format("training-before-{}.safetensors", n));
    };
    std::error_code failed;
    for (int n = trainings_before; n > 1; --n) std::filesystem::rename(before(n - 1), before(n), failed);
    std::filesystem::rename(training_file(), before(1), failed);
}

void TrainKeeper::put_beside_unreadable() const {
    std::error_code failed;
    std::filesystem::rename(training_file(), folder_ / "training-unreadable.safetensors", failed);
}

std::string TrainKeeper::remember_text(const std::string& corpus, std::uint64_t fingerprint) const {
    if (corpus.empty()) return {};
    const std::filesystem::path file = folder_ / fmt::format("{}{:016x}.txt", text_prefix, fingerprint);
    std::error_code unread;
    if (std::filesystem::is_regular_file(file, unread)) return {};
    try {
        write_file(file, read_file(corpus, max_corpus), FileReaders::owner);
    } catch (const std::exception& error) {
        return sentence_of(error);
    }
    return {};
}

std::vector<std::filesystem::path> TrainKeeper::texts_left() const {
    std::vector<std::filesystem::path> files;
    std::error_code unread;
    for (const auto& entry : std::filesystem::directory_iterator(folder_, unread))
        if (entry.path().filename().string().starts_with(text_prefix) && entry.path().extension() == ".txt")
            files.push_back(entry.path());
    return files;
}

/// "coreference-seed-3-step-600", with a number behind it where that is taken.
std::filesystem::path TrainKeeper::free_folder(const TrainingPlan& plan, int step) const {
    const std::filesystem::path home = folder_ / "models";
    const std::string name = fmt::format("{}-seed-{}-step-{}", plan.task.name, plan.options.seed, step);
    std::error_code unread;
    std::filesystem::path folder = home / name;
    for (int n = 2; std::filesystem::exists(folder, unread); ++n) folder = home / fmt::format("{}-{}", name, n);
    return folder;
}

void TrainKeeper::keep(TrainRun& run) {
    if (!on() || keeping()) return;
    run.session().request_state();
    asked_ = run.shown().plan;
    keeping_ = true;
}

std::optional<TrainKeeper::Kept> TrainKeeper::follow(TrainRun& run) {
    if (keeping_ && run.shown().plan != asked_) {
        keeping_ = false;
        return Kept{.folder = {}, .error = texts::train::kept_other};
    }
    const bool idle = work_.idle();  // before: what ends from here on is taken over in the next frame
    const auto written = work_.take();
    if (keeping_ && idle && run.exists()) {
        const TrainingSession::Snapshot& shown = run.shown();
        const bool came =
            shown.state && shown.state->plan == asked_ && shown.state->trainer.steps_done == shown.steps_done;
        if (came) {
            keeping_ = false;
            work_.follow(
                shown.steps_done,
                [this, state = shown.state](const auto&) {
                    Kept kept{.folder = free_folder(*state->plan, state->trainer.steps_done), .error = {}};
                    try {
                        std::filesystem::create_directories(kept.folder.parent_path());
                        keep_model(*state, kept.folder);
                    } catch (const std::exception& error) {
                        kept.error = sentence_of(error);
                    }
                    return kept;
                },
                wake_);
        } else if (!shown.busy) {
            keeping_ = false;  // it could not be handed out: the session's message says why
        }
    }
    return written ? std::optional(written->result) : std::nullopt;
}

}  // namespace glassformer
