// Products with few rows, as one text makes them: C = A B where B, a weight, is much larger than A. What costs then is
// reading B. A weight that is laid out once in panels of columns streams at the speed of the memory; one that is not is
// read where it lies, or packed a panel at a time. Every entry of C is one sum over k in order, whichever way B came,
// so results do not depend on whether a weight has been packed yet, nor on the number of threads.
#pragma once

#include <cstddef>

#include "core/base/aligned.h"
#include "core/math/matrix.h"

namespace glassformer {

/// With more rows than this, libraries that pack A and B win.
constexpr int few_rows = 96;

class PackedMatrix {
public:
    /// Packs B [k, n]. Panels begin anew at each multiple of `group` columns (0: none does), as the heads of a
    /// projection are multiplied one by one.
    PackedMatrix(int k, int n, const MatrixIn& b, int group = 0);

    int k() const { return k_; }
    int n() const { return n_; }
    int panel_columns() const { return panel_; }  // of one panel, the last of a group padded with zeros
    std::size_t bytes() const { return panels_.size() * sizeof(float); }
    /// The panel that begins at a column: the first of a group, or whole panels behind it.
    const float* panel(int column) const;

private:
    int k_, n_, group_, panel_;
    AlignedFloats panels_;
};

/// Columns of a panel where nothing makes it narrower. Parts of a product begin at multiples of it.
int panel_columns();

/// C [m, n] = A [m, k] B [k, n], or C += with accumulate. `packed`: the matrix that holds B from column b.column on, or
/// null. With `packed`, n reaches to the end of its group or is a multiple of panel_columns().
void row_product(int m, int n, int k, const MatrixIn& a, const MatrixIn& b, const PackedMatrix* packed, float* c,
                 int c_stride, bool accumulate);

}  // namespace glassformer
