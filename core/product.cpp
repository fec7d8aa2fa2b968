#include "core/product.h"

#include <Eigen/Core>
#include <algorithm>

#include "core/pool.h"

#ifdef GLASSFORMER_HAS_ONEDNN
#include <dnnl.h>
#endif

namespace glassformer {

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using In = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;
using Out = Eigen::Map<Matrix, 0, Eigen::OuterStride<>>;

template <class A, class B>
void assign(Out& c, const A& a, const B& b, bool accumulate) {
    if (accumulate)
        c.noalias() += a * b;
    else
        c.noalias() = a * b;
}

void eigen_product(int m, int n, int k, const MatrixIn& a, const MatrixIn& b, float* c, int c_stride, bool accumulate) {
    Out out(c, m, n, Eigen::OuterStride<>(c_stride));
    const bool ta = a.transpose == Transpose::yes, tb = b.transpose == Transpose::yes;
    const In left(a.data, ta ? k : m, ta ? m : k, Eigen::OuterStride<>(a.stride));
    const In right(b.data, tb ? n : k, tb ? k : n, Eigen::OuterStride<>(b.stride));
    if (ta && tb)
        assign(out, left.transpose(), right.transpose(), accumulate);
    else if (ta)
        assign(out, left.transpose(), right, accumulate);
    else if (tb)
        assign(out, left, right.transpose(), accumulate);
    else
        assign(out, left, right, accumulate);
}

void single_product(int m, int n, int k, const MatrixIn& a, const MatrixIn& b, float* c, int c_stride,
                    bool accumulate) {
    if (m == 0 || n == 0) return;
    if (k == 0) {
        if (!accumulate)
            for (int i = 0; i < m; ++i) std::fill_n(c + static_cast<std::ptrdiff_t>(i) * c_stride, n, 0.0F);
        return;
    }
    eigen_product(m, n, k, a, b, c, c_stride, accumulate);
}

}  // namespace

void product(int m, int n, int k, MatrixIn a, MatrixIn b, float* c, int c_stride, bool accumulate, Pool* pool) {
    // Below some 4 MFLOP waking the other threads costs more than it saves.
    const double flop = 2.0 * m * n * k;
    if (pool == nullptr || pool->threads() == 1 || flop < 4e6) {
        single_product(m, n, k, a, b, c, c_stride, accumulate);
        return;
    }
    // Split the longer side of C, in multiples of 16 entries so that every part keeps whole vectors.
    const bool by_columns = n >= m;
    const int length = by_columns ? n : m;
    const int parts = std::min(pool->threads(), std::max(1, length / 16));
    pool->run(parts, [&](int part) {
        const auto edge = [&](int p) {
            return p == parts ? length : static_cast<int>(static_cast<long long>(length) * p / parts / 16 * 16);
        };
        const int begin = edge(part), end = edge(part + 1);
        if (by_columns) {
            MatrixIn slice = b;
            slice.data += b.transpose == Transpose::yes ? static_cast<std::ptrdiff_t>(begin) * b.stride : begin;
            single_product(m, end - begin, k, a, slice, c + begin, c_stride, accumulate);
        } else {
            MatrixIn slice = a;
            slice.data += a.transpose == Transpose::yes ? begin : static_cast<std::ptrdiff_t>(begin) * a.stride;
            single_product(end - begin, n, k, slice, b, c + static_cast<std::ptrdiff_t>(begin) * c_stride, c_stride,
                           accumulate);
        }
    });
}

const char* product_library() {
#define GLASSFORMER_TEXT(x) #x
#define GLASSFORMER_VERSION(a, b, c) "Eigen " GLASSFORMER_TEXT(a) "." GLASSFORMER_TEXT(b) "." GLASSFORMER_TEXT(c)
    return GLASSFORMER_VERSION(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION);
}

}  // namespace glassformer
