#include "core/math/product.h"

#define EIGEN_DONT_PARALLELIZE  // OpenMP's threads are oneDNN's, and would fight with our pool
#include <Eigen/Core>
#include <algorithm>

#include "core/base/system_memory.h"
#include "core/base/thread_pool.h"
#include "core/math/weight_packing.h"

#ifdef GLASSFORMER_HAS_ONEDNN
#include <dnnl.h>
#include <omp.h>
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

#ifdef GLASSFORMER_HAS_ONEDNN
// Below this many multiplications a call into oneDNN costs more than Eigen's whole product.
constexpr double onednn_smallest = 16.0 * 32 * 32;

bool onednn_product(int m, int n, int k, const MatrixIn& a, const MatrixIn& b, float* c, int c_stride,
                    bool accumulate) {
    if (static_cast<double>(m) * n * k < onednn_smallest) return false;
    // oneDNN brings OpenMP's threads, which would fight with our pool: one thread a call, set once in every thread.
    thread_local const bool single = [] {
        omp_set_num_threads(1);
        return true;
    }();
    static_cast<void>(single);
    const char ta = a.transpose == Transpose::yes ? 'T' : 'N', tb = b.transpose == Transpose::yes ? 'T' : 'N';
    return dnnl_sgemm(ta, tb, m, n, k, 1.0F, a.data, a.stride, b.data, b.stride, accumulate ? 1.0F : 0.0F, c,
                      c_stride) == dnnl_success;
}
#endif

// A matrix B of no more entries than this stays in the caches and is read in place; one that is transposed, or that is
// multiplied by a transposed A, as attention's are, must stay in the first of them.
constexpr double in_place_most = 1 << 16, transposed_most = 1 << 12;

void single_product(int m, int n, int k, const MatrixIn& a, const MatrixIn& b, float* c, int c_stride,
                    bool accumulate) {
    if (m == 0 || n == 0) return;
    if (k == 0) {
        if (!accumulate)
            for (int i = 0; i < m; ++i) std::fill_n(c + static_cast<std::ptrdiff_t>(i) * c_stride, n, 0.0F);
        return;
    }
    // A weight always takes the same way for the same m, packed or not yet: the sums are the same to the last bit.
    const bool straight = a.transpose == Transpose::no && b.transpose == Transpose::no;
    const bool small = static_cast<double>(n) * k <= (straight ? in_place_most : transposed_most);
    if (m <= few_rows && ((a.transpose == Transpose::no && b.packing != nullptr) || small)) {
        const PackedMatrix* packed = b.packing != nullptr ? b.packing->ready() : nullptr;
        row_product(m, n, k, a, b, packed, c, c_stride, accumulate);
        return;
    }
#ifdef GLASSFORMER_HAS_ONEDNN
    // oneDNN does not look whether it was given the memory it asked for, and calls code that it could not generate.
    if (!allocations_can_fail() && onednn_product(m, n, k, a, b, c, c_stride, accumulate)) return;
#endif
    eigen_product(m, n, k, a, b, c, c_stride, accumulate);
}

}  // namespace

void product(int m, int n, int k, MatrixIn a, MatrixIn b, float* c, int c_stride, bool accumulate, ThreadPool* pool) {
    // Below some 4 MFLOP waking the other threads costs more than it saves.
    const double flop = 2.0 * m * n * k;
    if (pool == nullptr || pool->threads() == 1 || flop < 4e6) {
        single_product(m, n, k, a, b, c, c_stride, accumulate);
        return;
    }
    // Split the longer side of C, in whole panels, so that every part keeps whole vectors.
    const bool by_columns = n >= m;
    const int length = by_columns ? n : m;
    const int panel = panel_columns();
    const int parts = std::min(pool->threads(), std::max(1, length / panel));
    pool->run(parts, [&](int part) {
        const auto edge = [&](int p) {
            return p == parts ? length : static_cast<int>(static_cast<long long>(length) * p / parts / panel * panel);
        };
        const int begin = edge(part), end = edge(part + 1);
        if (by_columns) {
            MatrixIn slice = b;
            slice.data += b.transpose == Transpose::yes ? static_cast<std::ptrdiff_t>(begin) * b.stride : begin;
            slice.column += begin;
            single_product(m, end - begin, k, a, slice, c + begin, c_stride, accumulate);
        } else {
            MatrixIn slice = a;
            slice.data += a.transpose == Transpose::yes ? begin : static_cast<std::ptrdiff_t>(begin) * a.stride;
            single_product(end - begin, n, k, slice, b, c + static_cast<std::ptrdiff_t>(begin) * c_stride, c_stride,
                           accumulate);
        }
    });
}

bool rows_bitwise_independent(int m, const WeightPacking* packing) { return packing != nullptr && m <= few_rows; }

std::string product_library() {
    std::string text = "Eigen " + std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) +
                       "." + std::to_string(EIGEN_MINOR_VERSION);
#ifdef GLASSFORMER_HAS_ONEDNN
    const dnnl_version_t* version = dnnl_version();
    text = "oneDNN " + std::to_string(version->major) + "." + std::to_string(version->minor) + "." +
           std::to_string(version->patch) + ", " + text;
#endif
    return text;
}

}  // namespace glassformer
