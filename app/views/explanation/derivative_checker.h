// Finite-difference check of one gradient entry, on a thread of its own: the window stays responsive while the passes
// are recomputed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/pictures/board/picture.h"
#include "core/analysis/finite_difference.h"
#include "core/base/latest.h"

namespace glassformer {

class DerivativeChecker {
public:
    /// Function that checks; must return soon, unfinished, once `goes_on` returns false.
    using Check =
        std::function<DerivativeCheck(const Evaluation&, const CellRef&, const std::function<bool()>& goes_on)>;
    DerivativeChecker();  // checks with core/analysis/finite_difference.h
    explicit DerivativeChecker(Check check) : check_(std::move(check)) {}

    /// Starts a check without waiting: a running check is cancelled, and ends by itself before the new one is
    /// computed. Calls `wake` when there is an answer, and when go_on() has something to do.
    void start(std::shared_ptr<const Evaluation> evaluation, const CellRef& cell, std::function<void()> wake);
    /// Starts a check that waited for an older one to end. To be called in every frame that shows the answer.
    void go_on();

    enum class Phase { none, running, done, failed };
    struct Answer {
        Phase phase = Phase::none;
        DerivativeCheck check{};
        std::string error{};
    };
    /// Answer for this cell of this evaluation; `none` where the last check was of another.
    Answer answer(std::uint64_t generation, const CellRef& cell) const;

private:
    struct Place {
        std::uint64_t generation = 0;
        CellRef cell;
        bool operator==(const Place&) const = default;
    };
    struct Request {
        std::shared_ptr<const Evaluation> evaluation;
        std::function<void()> wake;
    };

    Check check_;
    Place place_;                            // asked for last
    std::optional<Request> request_;         // not started yet
    Latest<Place, DerivativeCheck> checks_;  // the last member: it ends first
};

}  // namespace glassformer
