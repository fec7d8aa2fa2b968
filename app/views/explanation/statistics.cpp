#include "app/views/explanation/statistics.h"

#include "app/pictures/board/weights_scale.h"
#include "core/math/distribution.h"

namespace glassformer {

const float* values_or_gradient(const Record& record, bool gradient, std::size_t first, std::size_t count) {
    if (!gradient) return record.entries(first, count);
    return record.gradient == nullptr ? nullptr : record.gradient_view().data + first;
}

ConstMatrix slice_matrix(const Evaluation& evaluation, const Record& record, const Grid& grid) {
    if (record.value == nullptr || !record.value_kept) return {};
    return {.data = record.value + grid.offset,
            .rows = grid.rows,
            .cols = grid.cols,
            .row_stride = grid.cols,
            .generation = evaluation.generation(),
            .record = record.readback != nullptr ? &record : nullptr};
}

Statistics statistics(const Trace& trace, int record, const Grid& grid, bool gradient) {
    Statistics s;
    const std::size_t count = static_cast<std::size_t>(grid.rows) * static_cast<std::size_t>(grid.cols);
    const float* const value = values_or_gradient(trace.record(record), gradient, grid.offset, count);
    if (value == nullptr) return s;
    const Spread spread = spread_of(value, count);
    s.finite = spread.finite;
    s.infinite = spread.infinite;
    s.minus_infinite = spread.minus_infinite;
    s.not_a_number = spread.not_a_number;
    s.zeros = spread.zeros;
    s.norm1 = spread.magnitudes;
    s.norm2 = std::sqrt(spread.squares);
    if (s.finite == 0) return s;
    s.min = spread.min;
    s.max = spread.max;
    s.mean = spread.sum / static_cast<double>(s.finite);
    const double squares = count_in_bars(value, count, spread, s.mean, s.bars);
    s.highest = *std::ranges::max_element(s.bars);
    s.sigma = std::sqrt(squares / static_cast<double>(s.finite));
    return s;
}

const Statistics& StatisticsMemory::of(const Evaluation& evaluation, int record, int head) {
    return of(evaluation, record, grid_of(evaluation.trace(), record, head));
}

const Statistics* StatisticsMemory::of(Painter& painter, const Evaluation& evaluation, int record, int head) {
    const Grid grid = grid_of(evaluation.trace(), record, head);
    constexpr std::size_t passes = 4;  // as long as reading for a heatmap takes, so many times
    const auto count = static_cast<std::size_t>(grid.rows) * static_cast<std::size_t>(grid.cols);
    if (!knows(evaluation, record, grid, false) && !painter.has_time(passes * count)) return nullptr;
    return &of(evaluation, record, grid);
}

namespace {

/// Address of a parameter without edits, the same for every text; null for other records. A table of words has tens of
/// millions of numbers: they are not read again for another text.
const float* fixed_numbers(const Record& record, bool gradient) {
    const bool fixed =
        !gradient && record.kind == Record::Kind::parameter && record.edits.empty() && record.readback == nullptr;
    return fixed ? record.value : nullptr;
}

}  // namespace

bool StatisticsMemory::knows(const Evaluation& evaluation, int record, const Grid& grid, bool gradient) const {
    if (record != record_ || grid.offset != offset_ || gradient != gradient_) return false;
    const float* const weights = fixed_numbers(evaluation.trace().record(record), gradient);
    return weights != nullptr ? weights == weights_ && model_.lock() == evaluation.model_pointer()
                              : evaluation.generation() == generation_;
}

const Statistics& StatisticsMemory::of(const Evaluation& evaluation, int record, const Grid& grid, bool gradient) {
    if (knows(evaluation, record, grid, gradient)) return known_;
    generation_ = evaluation.generation();
    weights_ = fixed_numbers(evaluation.trace().record(record), gradient);
    model_ = evaluation.model_pointer();
    record_ = record;
    offset_ = grid.offset;
    gradient_ = gradient;
    known_ = statistics(evaluation.trace(), record, grid, gradient);
    return known_;
}

float StatisticsMemory::weights_end(const Evaluation& evaluation) {
    if (weights_end_of_ != evaluation.generation()) {
        weights_end_of_ = evaluation.generation();
        weights_end_ = weights_scale_end(evaluation.trace());
    }
    return weights_end_;
}

}  // namespace glassformer
