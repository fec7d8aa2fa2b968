#include "core/math/extremes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace glassformer {

namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

/// Extremes of columns that lie side by side; few enough to stay in the nearest cache.
struct Columns {
    static constexpr int most = 1024;
    std::array<float, most> low, high, odd;  // odd: 1 where an entry is NaN

    void clear(int count) {
        std::fill_n(low.begin(), count, infinite);
        std::fill_n(high.begin(), count, -infinite);
        std::fill_n(odd.begin(), count, 0.0F);
    }
    // Comparisons with NaN are false: it is in neither extreme.
    void add(const float* row, int count) {
        for (int c = 0; c < count; ++c) {
            const float x = row[c], above = x == -infinite ? infinite : x;
            const auto at = static_cast<std::size_t>(c);
            low[at] = above < low[at] ? above : low[at];
            high[at] = x > high[at] ? x : high[at];
            odd[at] = x == x ? odd[at] : 1.0F;
        }
    }
    /// Each two neighbours as one, into `half`; returns how many those are.
    int fold(int count, Columns& half) const {
        const int pairs = count / 2;
        for (int c = 0; c < pairs; ++c) {
            const auto at = static_cast<std::size_t>(c), left = 2 * at, right = left + 1;
            half.low[at] = low[right] < low[left] ? low[right] : low[left];
            half.high[at] = high[right] > high[left] ? high[right] : high[left];
            half.odd[at] = odd[right] > odd[left] ? odd[right] : odd[left];
        }
        if (count % 2 == 0) return pairs;
        const auto last = static_cast<std::size_t>(count - 1), at = static_cast<std::size_t>(pairs);
        half.low[at] = low[last];
        half.high[at] = high[last];
        half.odd[at] = odd[last];
        return pairs + 1;
    }
    /// Of `count` neighbours from `first` on.
    float pooled(int first, int count, bool middle) const {
        float least = infinite, max_of_all = -infinite, any_odd = 0;
        for (auto at = static_cast<std::size_t>(first); at < static_cast<std::size_t>(first + count); ++at) {
            least = low[at] < least ? low[at] : least;
            max_of_all = high[at] > max_of_all ? high[at] : max_of_all;
            any_odd = odd[at] > any_odd ? odd[at] : any_odd;
        }
        if (any_odd > 0) return std::numeric_limits<float>::quiet_NaN();
        if (max_of_all == infinite || least > max_of_all) return max_of_all;
        if (middle && least < max_of_all) return 0.5F * least + 0.5F * max_of_all;
        return -least > max_of_all ? least : max_of_all;
    }
};

/// Writes groups of `together` of the first `count` columns; what is in `columns` and `spare` is lost.
void write_groups(Columns& columns, Columns& spare, int count, int together, bool middle, float* out) {
    Columns *from = &columns, *to = &spare;
    for (; together % 2 == 0; together /= 2) {
        count = from->fold(count, *to);
        std::swap(from, to);
    }
    for (int c = 0; c < count; c += together)
        out[c / together] = from->pooled(c, std::min(together, count - c), middle);
}

/// Of a matrix whose rows are read along memory; other rows are gathered.
void pool_rows(const Strided& m, const Grouping& grouping, float* pooled) {
    const int across = (m.cols + grouping.cols - 1) / grouping.cols,
              down = (m.rows + grouping.rows - 1) / grouping.rows;
    // Whole groups at a time; a group that is wider than that is taken in pieces.
    const int width = grouping.cols >= Columns::most ? Columns::most : Columns::most / grouping.cols * grouping.cols;
    Columns columns, spare;
    std::vector<float> gathered;
    const auto row_of = [&](int row, int first, int count) -> const float* {
        const float* const begin = m.data + row * m.row_stride + first * m.col_stride;
        if (m.col_stride == 1) return begin;
        gathered.resize(static_cast<std::size_t>(count));
        for (int c = 0; c < count; ++c) gathered[static_cast<std::size_t>(c)] = begin[c * m.col_stride];
        return gathered.data();
    };
    for (int line = 0; line < down; ++line) {
        const int top = line * grouping.rows, bottom = std::min(top + grouping.rows, m.rows);
        float* const out = pooled + static_cast<std::ptrdiff_t>(line) * across;
        if (grouping.cols > Columns::most) {
            for (int group = 0; group < across; ++group) {
                const int end = std::min((group + 1) * grouping.cols, m.cols);
                columns.clear(width);
                for (int first = group * grouping.cols; first < end; first += width)
                    for (int row = top; row < bottom; ++row)
                        columns.add(row_of(row, first, std::min(width, end - first)), std::min(width, end - first));
                out[group] = columns.pooled(0, std::min(width, end - group * grouping.cols), grouping.middle);
            }
            continue;
        }
        for (int first = 0; first < m.cols; first += width) {
            const int count = std::min(width, m.cols - first);
            columns.clear(count);
            for (int row = top; row < bottom; ++row) columns.add(row_of(row, first, count), count);
            write_groups(columns, spare, count, grouping.cols, grouping.middle, out + first / grouping.cols);
        }
    }
}

}  // namespace

float largest_finite_magnitude(const float* x, std::size_t n) {
    constexpr std::size_t lanes = 32;
    std::array<float, lanes> largest{};
    const auto take = [&](std::size_t lane, float entry) {
        const float size = std::abs(entry), finite = size < infinite ? size : 0;  // NaN: the comparison is false
        largest[lane] = finite > largest[lane] ? finite : largest[lane];
    };
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) take(lane, x[i + lane]);
    for (std::size_t lane = 0; i < n; ++i, ++lane) take(lane, x[i]);
    return *std::max_element(largest.begin(), largest.end());
}

void pool_entries(const Strided& matrix, const Grouping& grouping, float* pooled) {
    if (matrix.col_stride == 1 || matrix.row_stride != 1 || matrix.rows == 1)
        return pool_rows(matrix, grouping, pooled);
    // A transpose is read as it lies in memory, and what comes of it is turned.
    const Strided turned{.data = matrix.data,
                         .rows = matrix.cols,
                         .cols = matrix.rows,
                         .row_stride = matrix.col_stride,
                         .col_stride = matrix.row_stride};
    const int across = (matrix.cols + grouping.cols - 1) / grouping.cols,
              down = (matrix.rows + grouping.rows - 1) / grouping.rows;
    std::vector<float> upright(static_cast<std::size_t>(across) * static_cast<std::size_t>(down));
    pool_rows(turned, {.rows = grouping.cols, .cols = grouping.rows, .middle = grouping.middle}, upright.data());
    for (int row = 0; row < down; ++row)
        for (int col = 0; col < across; ++col)
            pooled[static_cast<std::ptrdiff_t>(row) * across + col] =
                upright[static_cast<std::size_t>(col) * static_cast<std::size_t>(down) + static_cast<std::size_t>(row)];
}

}  // namespace glassformer
