#include "app/views/explanation/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace glassformer {

const float* numbers_of(const Record& record, bool gradient, std::size_t first, std::size_t count) {
    if (!gradient) return record.entries(first, count);
    return record.gradient == nullptr ? nullptr : record.gradient_view().data + first;
}

Statistics statistics(const Trace& trace, int record, const Grid& grid, bool gradient) {
    Statistics s;
    const std::size_t count = static_cast<std::size_t>(grid.rows) * static_cast<std::size_t>(grid.cols);
    const float* const value = numbers_of(trace.record(record), gradient, grid.offset, count);
    if (value == nullptr) return s;
    double sum = 0;
    s.min = std::numeric_limits<float>::infinity();
    s.max = -s.min;
    for (std::size_t i = 0; i < count; ++i) {
        if (std::isnan(value[i]))
            ++s.not_a_number;
        else if (std::isinf(value[i]))
            ++s.infinite;
        else {
            ++s.finite;
            sum += static_cast<double>(value[i]);
            if (value[i] == 0) ++s.zeros;
            s.norm1 += std::abs(static_cast<double>(value[i]));
            s.norm2 += static_cast<double>(value[i]) * static_cast<double>(value[i]);
            s.min = std::min(s.min, value[i]);
            s.max = std::max(s.max, value[i]);
        }
    }
    s.norm2 = std::sqrt(s.norm2);
    if (s.finite == 0) {
        s.min = s.max = 0;
        return s;
    }
    s.mean = sum / static_cast<double>(s.finite);
    double squares = 0;
    const double width = static_cast<double>(s.max) - static_cast<double>(s.min);
    for (std::size_t i = 0; i < count; ++i) {
        if (!std::isfinite(value[i])) continue;
        const double v = static_cast<double>(value[i]);
        squares += (v - s.mean) * (v - s.mean);
        const double place = width > 0 ? (v - static_cast<double>(s.min)) / width : 0.5;
        const auto last = static_cast<int>(s.bars.size()) - 1;
        const int bar = std::clamp(static_cast<int>(place * static_cast<double>(s.bars.size())), 0, last);
        s.highest = std::max(s.highest, ++s.bars[static_cast<std::size_t>(bar)]);
    }
    s.sigma = std::sqrt(squares / static_cast<double>(s.finite));
    return s;
}

const Statistics& StatisticsMemory::of(const Evaluation& evaluation, int record, int head) {
    return of(evaluation, record, grid_of(evaluation.trace(), record, head));
}

const Statistics& StatisticsMemory::of(const Evaluation& evaluation, int record, const Grid& grid, bool gradient) {
    const Record& at = evaluation.trace().record(record);
    // A table of words has tens of millions of numbers: they are not read again for another text.
    const bool fixed = !gradient && at.kind == Record::Kind::parameter && at.edits.empty() && at.residence == nullptr;
    const float* const weights = fixed ? at.value : nullptr;
    const bool known = weights != nullptr ? weights == weights_ && model_.lock() == evaluation.model_pointer()
                                          : evaluation.generation() == generation_;
    if (!known || record != record_ || grid.offset != offset_ || gradient != gradient_) {
        generation_ = evaluation.generation();
        weights_ = weights;
        model_ = evaluation.model_pointer();
        record_ = record;
        offset_ = grid.offset;
        gradient_ = gradient;
        known_ = statistics(evaluation.trace(), record, grid, gradient);
    }
    return known_;
}

}  // namespace glassformer
