#include "app/views/explanation/derivative_checker.h"

#include <utility>

namespace glassformer {

DerivativeChecker::DerivativeChecker()
    : DerivativeChecker([](const Evaluation& evaluation, const CellRef& cell, const std::function<bool()>& goes_on) {
          return check_derivative(evaluation, cell.record, cell.cell, nullptr, goes_on);
      }) {}

void DerivativeChecker::start(std::shared_ptr<const Evaluation> evaluation, const CellRef& cell,
                              std::function<void()> wake) {
    checks_.forget();  // the old one gives no answer after this
    place_ = {evaluation->generation(), cell};
    request_ = {std::move(evaluation), std::move(wake)};
    go_on();
}

void DerivativeChecker::go_on() {
    if (!request_ || !checks_.idle()) return;
    const Request wanted = *std::exchange(request_, std::nullopt);
    checks_.follow(
        place_,
        [this, evaluation = wanted.evaluation, cell = place_.cell](const auto& work) {
            return check_(*evaluation, cell, [&work] { return !work.stopped.load(); });
        },
        wanted.wake);
}

DerivativeChecker::Answer DerivativeChecker::answer(std::uint64_t generation, const CellRef& cell) const {
    if (!(place_ == Place{generation, cell})) return {};
    const auto found = checks_.shown();
    if (!found) return {.phase = request_ || checks_.request() ? Phase::running : Phase::none};
    if (!found->error.empty()) return {.phase = Phase::failed, .check = {}, .error = found->error};
    return {.phase = found->result.finished ? Phase::done : Phase::none, .check = found->result};
}

}  // namespace glassformer
