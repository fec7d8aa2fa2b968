// Products with few rows against a plain sum, over every shape of tile and panel; packed or not, the same to the last
// bit.
// ctest: optimised too
#include "core/math/row_product.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "core/base/random.h"
#include "core/math/weight_packing.h"

using namespace glassformer;

namespace {

std::vector<float> normal(std::size_t count, std::uint64_t seed) {
    std::vector<float> values(count);
    Random random(seed);
    for (float& value : values) value = random.normal();
    return values;
}

std::size_t size(int n) { return static_cast<std::size_t>(n); }

}  // namespace

TEST_SUITE_BEGIN("row_product");

TEST_CASE("a product with few rows equals the plain sum, however its weight lies") {
    for (const int m : {1, 2, 3, 5, 6, 7, 13, 14, 15, 16, 29, 96})
        for (const int n : {1, 4, 8, 9, 16, 17, 31, 32, 33, 64, 70})
            for (const int k : {1, 5, 64, 257, 700}) {
                CAPTURE(m);
                CAPTURE(n);
                CAPTURE(k);
                const std::vector<float> a = normal(size(m) * size(k), 1), b = normal(size(k) * size(n), 2),
                                         before = normal(size(m) * size(n), 3);
                std::vector<float> transposed(b.size()), a_turned(a.size());
                for (int i = 0; i < m; ++i)
                    for (int c = 0; c < k; ++c) a_turned[size(c) * size(m) + size(i)] = a[size(i) * size(k) + size(c)];
                for (int i = 0; i < k; ++i)
                    for (int j = 0; j < n; ++j)
                        transposed[size(j) * size(k) + size(i)] = b[size(i) * size(n) + size(j)];
                const MatrixIn plain{b.data(), n}, turned{transposed.data(), k, Transpose::yes};
                const PackedMatrix packed(k, n, plain), packed_turned(k, n, turned);
                std::vector<float> results[8];  // four ways of B with A as it is, then the same with A turned
                int which = 0;
                for (const MatrixIn& left : {MatrixIn{a.data(), k}, MatrixIn{a_turned.data(), m, Transpose::yes}})
                    for (const auto& [matrix, copy] : {std::pair<MatrixIn, const PackedMatrix*>{plain, nullptr},
                                                       {plain, &packed},
                                                       {turned, nullptr},
                                                       {turned, &packed_turned}}) {
                        results[which] = before;
                        row_product(m, n, k, left, matrix, copy, results[which].data(), n, which % 2 == 1);
                        ++which;
                    }
                double worst = 0;
                for (int i = 0; i < m; ++i)
                    for (int j = 0; j < n; ++j) {
                        double sum = 0, scale = 1;
                        for (int c = 0; c < k; ++c) {
                            const double term = static_cast<double>(a[size(i) * size(k) + size(c)]) *
                                                static_cast<double>(b[size(c) * size(n) + size(j)]);
                            sum += term;
                            scale += std::abs(term);
                        }
                        const std::size_t at = size(i) * size(n) + size(j);
                        for (int way = 0; way < 8; ++way)
                            worst = std::max(worst, std::abs(static_cast<double>(results[way][at]) - sum -
                                                             (way % 2 == 1 ? static_cast<double>(before[at]) : 0.0)) /
                                                        scale);
                    }
                REQUIRE(worst < 1e-6);
                for (int way = 2; way < 8; ++way) REQUIRE(results[way] == results[way % 2]);  // set; added
            }
}

TEST_CASE("a packed weight gives the same bits as one that is not packed, by heads and by parts") {
    const int m = 11, k = 300;
    for (const int d_head : {3, 8, 16, 20, 48, 64}) {
        CAPTURE(d_head);
        const int heads = 3, n = heads * d_head;
        const std::vector<float> a = normal(size(m) * size(k), 1), b = normal(size(k) * size(n), 2);
        const PackedMatrix packed(k, n, {b.data(), n}, d_head);
        for (int head = 0; head < heads; ++head) {
            std::vector<float> plain(size(m) * size(d_head)), from_packed(plain.size());
            MatrixIn of{b.data() + head * d_head, n};
            of.column = head * d_head;
            row_product(m, d_head, k, {a.data(), k}, of, nullptr, plain.data(), d_head, false);
            row_product(m, d_head, k, {a.data(), k}, of, &packed, from_packed.data(), d_head, false);
            CHECK(plain == from_packed);
        }
    }
    // Parts of one product, as threads take them, and some rows of it alone.
    const int n = 5 * panel_columns() + 3, part = 2 * panel_columns();
    const std::vector<float> a = normal(size(m) * size(k), 3), b = normal(size(k) * size(n), 4);
    const PackedMatrix packed(k, n, {b.data(), n});
    std::vector<float> whole(size(m) * size(n)), parts(whole.size()), rows(whole.size());
    row_product(m, n, k, {a.data(), k}, {b.data(), n}, &packed, whole.data(), n, false);
    for (int begin = 0; begin < n; begin += part) {
        MatrixIn of{b.data() + begin, n};
        of.column = begin;
        row_product(m, std::min(part, n - begin), k, {a.data(), k}, of, &packed, parts.data() + begin, n, false);
    }
    for (int row = 0; row < m; ++row)
        row_product(1, n, k, {a.data() + row * k, k}, {b.data(), n}, &packed, rows.data() + row * n, n, false);
    CHECK(whole == parts);
    CHECK(whole == rows);
}

TEST_SUITE_END();
