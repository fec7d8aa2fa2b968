// Products and the pool: every transpose against the obvious loop, split over threads or not.
// ctest: optimised too
#include "core/math/product.h"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <stdexcept>
#include <vector>

#include "core/base/random.h"
#include "core/base/thread_pool.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

std::vector<float> random_values(std::size_t count, Random& random) {
    std::vector<float> values(count);
    for (float& value : values) value = random.normal();
    return values;
}

void check(int m, int n, int k, Transpose ta, Transpose tb, bool accumulate, ThreadPool* pool, Random& random) {
    const int a_stride = (ta == Transpose::yes ? m : k) + 3, b_stride = (tb == Transpose::yes ? k : n) + 1,
              c_stride = n + 2;
    const auto a = random_values(static_cast<std::size_t>((ta == Transpose::yes ? k : m) * a_stride), random);
    const auto b = random_values(static_cast<std::size_t>((tb == Transpose::yes ? n : k) * b_stride), random);
    auto c = random_values(static_cast<std::size_t>(m * c_stride), random);
    std::vector<float> expected = c;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            double sum = accumulate ? expected[static_cast<std::size_t>(i * c_stride + j)] : 0.0;
            for (int x = 0; x < k; ++x)
                sum += static_cast<double>(
                           a[static_cast<std::size_t>(ta == Transpose::yes ? x * a_stride + i : i * a_stride + x)]) *
                       b[static_cast<std::size_t>(tb == Transpose::yes ? j * b_stride + x : x * b_stride + j)];
            expected[static_cast<std::size_t>(i * c_stride + j)] = static_cast<float>(sum);
        }
    product(m, n, k, {a.data(), a_stride, ta}, {b.data(), b_stride, tb}, c.data(), c_stride, accumulate, pool);
    CAPTURE(m);
    CAPTURE(n);
    CAPTURE(k);
    CHECK(test::relative_difference(c.data(), expected.data(), c.size()) < 5e-6);  // gaps between rows untouched, too
}

}  // namespace

TEST_SUITE_BEGIN("product");

TEST_CASE("products equal the obvious loop, for all transposes, sizes and thread counts of the pool" *
          doctest::test_suite("threads")) {
    Random random(3);
    ThreadPool pool(3);
    for (const auto [m, n, k] :
         {std::array{1, 1, 1}, {3, 5, 7}, {16, 32, 32}, {33, 17, 65}, {2, 3, 0}, {200, 150, 130}})
        for (const Transpose ta : {Transpose::no, Transpose::yes})
            for (const Transpose tb : {Transpose::no, Transpose::yes})
                for (const bool accumulate : {false, true})
                    for (ThreadPool* with : {static_cast<ThreadPool*>(nullptr), &pool})
                        check(m, n, k, ta, tb, accumulate, with, random);
}

TEST_CASE("the pool runs every part once and passes a failure on" * doctest::test_suite("threads")) {
    ThreadPool pool(4);
    CHECK(pool.threads() == 4);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::atomic<int>> counts(37);
        pool.run(37, [&](int i) { ++counts[static_cast<std::size_t>(i)]; });
        for (const auto& count : counts) REQUIRE(count == 1);
    }
    CHECK_THROWS_AS(pool.run(8,
                             [](int i) {
                                 if (i == 5) throw std::runtime_error("part 5");
                             }),
                    std::runtime_error);
    std::atomic<int> after{0};
    pool.run(8, [&](int) { ++after; });
    CHECK(after == 8);
}

TEST_SUITE_END();
