// Helpers for the bodies of operations: checks of operands, their bytes, their entries as Eigen arrays, gradients that
// are assigned or accumulated, and loops split over the threads of a pool. Included by operations only.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <string>

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/thread_pool.h"
#include "core/ops/operation.h"

namespace glassformer {

using Array = Eigen::Map<Eigen::ArrayXf>;
using ConstArray = Eigen::Map<const Eigen::ArrayXf>;

inline Array array(float* data, std::size_t count) { return {data, static_cast<Eigen::Index>(count)}; }
inline ConstArray array(const float* data, std::size_t count) { return {data, static_cast<Eigen::Index>(count)}; }

/// Throws where an operation got fewer or more operands than it takes.
inline void expect_operands(std::string_view operation, std::span<const Shape> in, std::size_t least,
                            std::size_t most) {
    if (in.size() >= least && in.size() <= most) return;
    const std::string range =
        least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
    throw Error(std::string(operation) + " takes " + range + (most == 1 ? " operand" : " operands") + ", got " +
                std::to_string(in.size()));
}

/// Bytes of all operands and of the result, each touched once.
inline double bytes(std::span<const Shape> in, const Shape& out) {
    auto entries = static_cast<double>(out.count());
    for (const Shape& shape : in) entries += static_cast<double>(shape.count());
    return 4 * entries;
}

inline double entries(const Shape& shape) { return static_cast<double>(shape.count()); }

/// An id or a label as a message prints it: without decimals where it is whole, else as short as it reads back.
inline std::string id_text(float id) {
    if (id == std::floor(id) && std::abs(id) < 1e9F) return std::to_string(static_cast<long>(id));
    if (std::isnan(id)) return "NaN";
    return shortest_digits(id);
}

/// Accumulates a contribution into a gradient, or assigns it.
template <class Target, class Contribution>
void contribute(Target&& gradient, const Contribution& contribution, bool accumulates) {
    if (accumulates)
        gradient += contribution;
    else
        gradient = contribution;
}

/// Accumulates the column sums of the upstream gradient into a bias's gradient, or assigns them.
inline void contribute_column_sums(const ConstView& upstream, float* gradient, bool accumulates) {
    const auto cols = static_cast<std::size_t>(upstream.shape.cols());
    Array sum = array(gradient, cols);
    if (!accumulates) sum.setZero();
    for (std::size_t r = 0; r < upstream.shape.rows(); ++r) sum += array(upstream.row(r), cols);
}

/// The sum of n floats, sixteen side by side.
inline double sum_in_double(const float* x, std::size_t n) {
    constexpr std::size_t lanes = 16;
    Eigen::Array<double, static_cast<int>(lanes), 1> sums = Eigen::Array<double, static_cast<int>(lanes), 1>::Zero();
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes)
        sums += Eigen::Map<const Eigen::Array<float, static_cast<int>(lanes), 1>>(x + i).cast<double>();
    double sum = sums.sum();
    for (; i < n; ++i) sum += static_cast<double>(x[i]);
    return sum;
}

/// Copies a head's vector: short, so that a call into the library would cost more than the copy.
inline void copy_short(const float* from, std::size_t count, float* to) {
    constexpr std::size_t block = 16;
    std::size_t i = 0;
    for (; i + block <= count; i += block) std::memcpy(to + i, from + i, block * sizeof(float));
    for (; i < count; ++i) to[i] = from[i];
}

/// Calls part(begin, end) so that the ranges cover 0 … n-1; on several threads where n items of `entries` entries each
/// are worth waking them. Never allocates.
template <class Part>
void split(ThreadPool* pool, std::size_t n, std::size_t entries, const Part& part) {
    constexpr std::size_t worth_waking = 1U << 15U;
    if (pool == nullptr || pool->threads() == 1 || n < 2 || n * entries < worth_waking) {
        part(std::size_t{0}, n);
        return;
    }
    const std::size_t parts = std::min(n, static_cast<std::size_t>(pool->threads()));
    const auto one = [&](int p) {
        const auto i = static_cast<std::size_t>(p);
        part(n * i / parts, n * (i + 1) / parts);
    };
    pool->run(static_cast<int>(parts), std::ref(one));  // by reference: a copy of the captures would be allocated
}

}  // namespace glassformer
