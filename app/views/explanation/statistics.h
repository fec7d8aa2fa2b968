// What the numbers of one slice of a record look like together, for the panel: read from the record, kept until it
// changes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>

#include "app/views/cursor.h"

namespace glassformer {

struct Statistics {
    float min = 0, max = 0;      // of the finite entries
    double mean = 0, sigma = 0;  // σ of the population
    std::size_t finite = 0, infinite = 0, not_a_number = 0, zeros = 0;
    double norm1 = 0, norm2 = 0;  // Σ|x| and √Σx² of the finite entries
    std::array<int, 24> bars{};   // entries in equal steps from min to max
    int highest = 0;              // bar
    /// The largest magnitude, which is the maximum norm.
    float largest() const { return std::max(std::abs(min), std::abs(max)); }
};
Statistics statistics(const Trace& trace, int record, const Grid& grid);

/// Computes again only when another record, head or evaluation is asked for.
class StatisticsMemory {
public:
    const Statistics& of(const Evaluation& evaluation, int record, int head);
    const Statistics& of(const Evaluation& evaluation, int record, const Grid& grid);

private:
    std::uint64_t generation_ = 0;
    // Of a parameter without edits, which are the same for every text; the model tells them from another at their
    // place.
    const float* weights_ = nullptr;
    std::weak_ptr<const Model> model_;
    int record_ = -1;
    std::size_t offset_ = 0;
    Statistics known_;
};

}  // namespace glassformer
