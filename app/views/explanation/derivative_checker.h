// Checks one derivative by moving the number, on a thread of its own, so that the window goes on while whole passes are
// computed again.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/pictures/picture.h"
#include "core/finite_difference.h"

namespace glassformer {

class DerivativeChecker {
public:
    ~DerivativeChecker() { stop(); }

    /// Begins; what was under way is given up. `wake` is called when there is an answer.
    void start(std::shared_ptr<const Evaluation> evaluation, const CellRef& cell, std::function<void()> wake);

    enum class Phase { none, running, done, failed };
    struct Answer {
        Phase phase = Phase::none;
        DerivativeCheck check{};
        std::string error{};
    };
    /// Of this cell of this evaluation; `none` where another one was asked about.
    Answer answer(std::uint64_t generation, const CellRef& cell) const;

private:
    void stop();

    std::thread thread_;
    std::atomic<bool> stopped_{false};
    mutable std::mutex mutex_;
    Answer answer_;
    CellRef cell_;
    std::uint64_t generation_ = 0;
};

}  // namespace glassformer
