// Checks one derivative by moving the number, on a thread of its own, so that the window goes on while whole passes are
// computed again.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "app/pictures/board/picture.h"
#include "app/views/shared/background.h"
#include "core/analysis/finite_difference.h"

namespace glassformer {

class DerivativeChecker {
public:
    /// What checks; ends soon, unfinished, once `goes_on` says no.
    using Check =
        std::function<DerivativeCheck(const Evaluation&, const CellRef&, const std::function<bool()>& goes_on)>;
    DerivativeChecker();  // core's
    explicit DerivativeChecker(Check check) : check_(std::move(check)) {}

    /// Begins, and never waits: what is under way is given up, and ends by itself before the new check is computed.
    /// `wake` is called when there is an answer, and when go_on() has something to do.
    void start(std::shared_ptr<const Evaluation> evaluation, const CellRef& cell, std::function<void()> wake);
    /// Begins what waits for an older check to end. To be called in every frame that shows the answer.
    void go_on();

    enum class Phase { none, running, done, failed };
    struct Answer {
        Phase phase = Phase::none;
        DerivativeCheck check{};
        std::string error{};
    };
    /// Of this cell of this evaluation; `none` where another one was asked about.
    Answer answer(std::uint64_t generation, const CellRef& cell) const;

private:
    struct Wanted {
        std::shared_ptr<const Evaluation> evaluation;
        std::function<void()> wake;
    };
    void find(const Evaluation& evaluation, const CellRef& cell, const std::atomic<bool>& stopped);

    Check check_;
    mutable std::mutex mutex_;
    Answer answer_;
    CellRef cell_;
    std::uint64_t generation_ = 0;
    std::optional<Wanted> wanted_;  // not begun yet
    Background work_;               // the last member: it ends first
};

}  // namespace glassformer
