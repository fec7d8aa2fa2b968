// A matrix as products read it.
#pragma once

namespace glassformer {

class WeightPacking;  // core/math/weight_packing.h

enum class Transpose : bool { no, yes };

/// A matrix in row-major memory: entry (i, j) at data[i * stride + j]; read as its transpose where `transpose` is yes.
struct MatrixIn {
    const float* data;
    int stride;
    Transpose transpose = Transpose::no;
    const WeightPacking* packing = nullptr;  // of the whole matrix, where it is a weight
    int column = 0;                          // of the packed matrix, where this one begins
};

}  // namespace glassformer
