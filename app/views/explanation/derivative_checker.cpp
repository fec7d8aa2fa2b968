#include "app/views/explanation/derivative_checker.h"

#include <utility>

#include "core/base/error.h"
#include "core/base/failure.h"

namespace glassformer {

DerivativeChecker::DerivativeChecker()
    : DerivativeChecker([](const Evaluation& evaluation, const CellRef& cell, const std::function<bool()>& goes_on) {
          return check_derivative(evaluation, cell.record, cell.cell, nullptr, goes_on);
      }) {}

void DerivativeChecker::start(std::shared_ptr<const Evaluation> evaluation, const CellRef& cell,
                              std::function<void()> wake) {
    {
        const std::lock_guard lock(mutex_);
        work_.stop();  // the old one gives no answer after this
        cell_ = cell;
        generation_ = evaluation->generation();
        answer_ = {.phase = Phase::running};
    }
    wanted_ = {std::move(evaluation), std::move(wake)};
    go_on();
}

void DerivativeChecker::go_on() {
    if (!wanted_ || !work_.idle()) return;
    Wanted wanted = *std::exchange(wanted_, std::nullopt);
    const auto work = [this, evaluation = std::move(wanted.evaluation),
                       cell = cell_](const std::atomic<bool>& stopped) { find(*evaluation, cell, stopped); };
    work_.start(work, std::move(wanted.wake));
}

void DerivativeChecker::find(const Evaluation& evaluation, const CellRef& cell, const std::atomic<bool>& stopped) {
    Answer found;
    try {
        found.check = check_(evaluation, cell, [&stopped] { return !stopped.load(); });
        found.phase = found.check.finished ? Phase::done : Phase::none;
    } catch (const std::exception& error) {
        found.phase = Phase::failed;
        found.error = sentence_of(error);
    }
    const std::lock_guard lock(mutex_);
    if (!stopped) answer_ = std::move(found);
}

DerivativeChecker::Answer DerivativeChecker::answer(std::uint64_t generation, const CellRef& cell) const {
    const std::lock_guard lock(mutex_);
    if (generation != generation_ || !(cell == cell_)) return {};
    return answer_;
}

}  // namespace glassformer
