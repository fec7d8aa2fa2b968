// What the numbers of one slice of a record look like together, for the panel: read from the record, kept until it
// changes.
#pragma once

#include <array>
#include <cstdint>

#include "app/views/cursor.h"

namespace glassformer {

struct Statistics {
    float min = 0, max = 0;      // of the finite entries
    double mean = 0, sigma = 0;  // σ of the population
    std::size_t finite = 0, infinite = 0, not_a_number = 0;
    std::array<int, 24> bars{};  // entries in equal steps from min to max
    int highest = 0;             // bar
};
Statistics statistics(const Trace& trace, int record, const Grid& grid);

/// Computes again only when another record, head or evaluation is asked for.
class StatisticsMemory {
public:
    const Statistics& of(const Evaluation& evaluation, int record, int head);

private:
    std::uint64_t generation_ = 0;
    int record_ = -1, head_ = -1;
    Statistics known_;
};

}  // namespace glassformer
