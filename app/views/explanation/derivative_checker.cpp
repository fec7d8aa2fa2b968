#include "app/views/explanation/derivative_checker.h"

#include "core/error.h"
#include "core/priority.h"

namespace glassformer {

void DerivativeChecker::stop() {
    stopped_ = true;
    if (thread_.joinable()) thread_.join();
    stopped_ = false;
}

void DerivativeChecker::start(std::shared_ptr<const Evaluation> evaluation, const CellRef& cell,
                              std::function<void()> wake) {
    stop();
    cell_ = cell;
    generation_ = evaluation->generation();
    answer_ = {.phase = Phase::running};
    thread_ = std::thread([this, evaluation = std::move(evaluation), cell, wake = std::move(wake)] {
        give_way();
        Answer found;
        try {
            found.check =
                check_derivative(*evaluation, cell.record, cell.cell, nullptr, [this] { return !stopped_.load(); });
            found.phase = found.check.finished ? Phase::done : Phase::none;
        } catch (const std::exception& error) {
            found.phase = Phase::failed;
            found.error = error.what();
        }
        {
            const std::lock_guard lock(mutex_);
            answer_ = std::move(found);
        }
        wake();
    });
}

DerivativeChecker::Answer DerivativeChecker::answer(std::uint64_t generation, const CellRef& cell) const {
    const std::lock_guard lock(mutex_);
    if (generation != generation_ || !(cell == cell_)) return {};
    return answer_;
}

}  // namespace glassformer
