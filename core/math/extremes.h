// The smallest and largest of many numbers: where a scale ends, and what is drawn of cells that share a pixel. Part of
// the engine, so that the loops are as wide as the processor allows: a model of GPT-2's size has a hundred million
// entries that the canvas shows at once.
#pragma once

#include <cstddef>

namespace glassformer {

/// Largest finite |x| among n entries; 0 where there is none.
float largest_finite_magnitude(const float* x, std::size_t n);

/// Entries (row, column) of a matrix in memory, at row * row_stride + column * col_stride.
struct Strided {
    const float* data = nullptr;
    int rows = 0, cols = 0;
    std::ptrdiff_t row_stride = 0, col_stride = 1;
};

/// How many rows and columns become one number. Shares and magnitudes show the largest, so that a single high one is
/// not lost. Signed values show the `middle` between the largest and the smallest: of two neighbours that is their
/// mean, where the larger magnitude would hide any pattern finer than the pixels (sines beside cosines), and a single
/// high value among many small ones still stands out.
struct Grouping {
    int rows = 1, cols = 1;
    bool middle = false;
    bool one() const { return rows == 1 && cols == 1; }
};

/// Blocks of grouping.rows × grouping.cols entries as one number each, into `pooled`: [⌈rows / grouping.rows⌉,
/// ⌈cols / grouping.cols⌉], row by row. NaN before all, +∞ before what is finite, −∞ only where there is nothing else;
/// of two magnitudes that are equal the positive one.
void pool_entries(const Strided& matrix, const Grouping& grouping, float* pooled);

}  // namespace glassformer
