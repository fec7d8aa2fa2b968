// The seam for matrix products: every product of the engine passes here. Eigen always; oneDNN when the build found it.
#pragma once

#include <string>

#include "core/math/matrix.h"

namespace glassformer {

class ThreadPool;

/// C [m, n] = A [m, k] B [k, n], or C += with accumulate. m, n, k are the sizes after the transposes; k = 0 gives
/// zeros. With a pool, large products are split over its threads; the result does not depend on the number of threads
/// beyond rounding. C overlaps neither A nor B.
void product(int m, int n, int k, MatrixIn a, MatrixIn b, float* c, int c_stride, bool accumulate = false,
             ThreadPool* pool = nullptr);

/// Whether a row of a product with this weight (null: no weight's packing) comes out the same to the last bit whichever
/// other rows are computed with it, given that there are m in all. Then some rows can be computed alone.
bool rows_bitwise_independent(int m, const WeightPacking* packing);

/// "Eigen 3.4.0" or "oneDNN 2.6.3, Eigen 3.4.0": what product() computes with.
std::string product_library();

}  // namespace glassformer
