// Statistics of one slice of a record, for the panel: computed from the record, kept until it changes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>

#include "app/paint/painter.h"
#include "app/views/shared/cursor.h"

namespace glassformer {

/// Entries first … first + count − 1 of a record, or of the loss's gradient with respect to it; null without them.
const float* values_or_gradient(const Record& record, bool gradient, std::size_t first, std::size_t count);

/// The slice of a record that a grid is, as the legend of its scale counts it; empty where its numbers are not kept.
ConstMatrix slice_matrix(const Evaluation& evaluation, const Record& record, const Grid& grid);

struct Statistics {
    float min = 0, max = 0;      // of the finite entries
    double mean = 0, sigma = 0;  // σ of the population
    std::size_t finite = 0, infinite = 0, not_a_number = 0, zeros = 0;
    std::size_t minus_infinite = 0;  // of the infinite ones
    double norm1 = 0, norm2 = 0;  // Σ|x| and √Σx² of the finite entries
    std::array<int, 24> bars{};   // entries in equal steps from min to max
    int highest = 0;              // bar
    /// The largest magnitude, which is the maximum norm.
    float largest() const { return std::max(std::abs(min), std::abs(max)); }
};
/// `gradient`: of ∂loss/∂entries, which needs a backward pass.
Statistics statistics(const Trace& trace, int record, const Grid& grid, bool gradient = false);

/// Recomputes only when another record, head or evaluation is asked for.
class StatisticsMemory {
public:
    const Statistics& of(const Evaluation& evaluation, int record, int head);
    const Statistics& of(const Evaluation& evaluation, int record, const Grid& grid, bool gradient = false);
    /// Computes over several frames where the painter has no time for so many numbers in one; null until done.
    const Statistics* of(Painter& painter, const Evaluation& evaluation, int record, int head);
    /// weights_scale_end() of the evaluation.
    float weights_end(const Evaluation& evaluation);

private:
    bool knows(const Evaluation& evaluation, int record, const Grid& grid, bool gradient) const;
    std::uint64_t generation_ = 0;
    // Parameters without edits are the same for every text: their address identifies them, and the model tells them
    // from others at the same address.
    const float* weights_ = nullptr;
    std::weak_ptr<const Model> model_;
    int record_ = -1;
    bool gradient_ = false;
    std::size_t offset_ = 0;
    Statistics known_;
    std::uint64_t weights_end_of_ = 0;  // generation
    float weights_end_ = 1;
};

}  // namespace glassformer
