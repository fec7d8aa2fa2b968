// The kernel holds a tile of C in registers: up to `tile_rows` rows of one or two vectors.
#include "core/math/row_product.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/math/lanes.h"

namespace glassformer {

namespace {

using Vector = Lanes;
constexpr int width = lane_count;
constexpr int tile_rows = width == 16 ? 14 : 6;  // two vectors a row: 28 of 32 registers, or 12 of 16
constexpr int columns_a_panel = 2 * width;
// A block of a panel this deep stays in the first-level cache while all tiles of rows pass over it.
constexpr int depth = 8192 / columns_a_panel;
// Entries of a panel that are fetched ahead of their use: memory answers in some hundred nanoseconds.
constexpr int ahead = 2048;

struct Tile {
    int k;
    const float* a;
    std::ptrdiff_t a_stride;  // from row to row
    std::ptrdiff_t a_step;    // along k
    const float* b;
    std::ptrdiff_t b_stride;
    float* c;
    std::ptrdiff_t c_stride;
    bool add;  // to what is in C
};

/// C [Rows, Vectors · width] (+)= A [Rows, k] B [k, Vectors · width].
template <int Rows, int Vectors>
void compute(const Tile& tile) {
    Vector sum[Rows][Vectors];
    for (int r = 0; r < Rows; ++r)
        for (int v = 0; v < Vectors; ++v)
            sum[r][v] = tile.add ? load_lanes(tile.c + r * tile.c_stride + v * width) : Vector{};
    const float *a = tile.a, *b = tile.b;
    for (int i = 0; i < tile.k; ++i, a += tile.a_step, b += tile.b_stride) {
        for (int v = 0; v < Vectors; ++v) __builtin_prefetch(b + ahead + v * width);
        Vector row[Vectors];
        for (int v = 0; v < Vectors; ++v) row[v] = load_lanes(b + v * width);
        for (int r = 0; r < Rows; ++r)
            for (int v = 0; v < Vectors; ++v) sum[r][v] += a[r * tile.a_stride] * row[v];
    }
    for (int r = 0; r < Rows; ++r)
        for (int v = 0; v < Vectors; ++v) store_lanes(tile.c + r * tile.c_stride + v * width, sum[r][v]);
}

using Compute = void (*)(const Tile&);

template <int Vectors, std::size_t... Rows>
constexpr std::array<Compute, sizeof...(Rows)> for_rows(std::index_sequence<Rows...>) {
    return {&compute<static_cast<int>(Rows) + 1, Vectors>...};
}

constexpr std::array one_vector = for_rows<1>(std::make_index_sequence<tile_rows>()),
                     two_vectors = for_rows<2>(std::make_index_sequence<tile_rows>());

template <std::size_t... Lane>
void interleave(const Vector& a, const Vector& b, Vector& low, Vector& high, std::index_sequence<Lane...>) {
    low = __builtin_shufflevector(a, b, (Lane / 2 + Lane % 2 * width)...);
    high = __builtin_shufflevector(a, b, (Lane / 2 + Lane % 2 * width + width / 2)...);
}

/// A square of width × width: entry (i, j) at from[j * stride + i] goes to to[i * to_stride + j]. Interleaving the
/// first half of the rows with the second, log2(width) times, transposes it.
void transpose_square(const float* from, std::ptrdiff_t stride, float* to, std::ptrdiff_t to_stride) {
    Vector rows[width], next[width];
    for (int j = 0; j < width; ++j) rows[j] = load_lanes(from + j * stride);
    for (int step = 1; step < width; step *= 2) {
        for (int j = 0; j < width / 2; ++j)
            interleave(rows[j], rows[j + width / 2], next[2 * j], next[2 * j + 1], std::make_index_sequence<width>());
        std::copy_n(next, width, rows);
    }
    for (int i = 0; i < width; ++i) store_lanes(to + i * to_stride, rows[i]);
}

/// Rows k0 … k0 + k - 1 and columns first … first + columns - 1 of B, padded with zeros to whole vectors.
void pack(const MatrixIn& b, int k0, int k, int first, int columns, int padded, float* to) {
    if (b.transpose == Transpose::no) {
        for (int i = 0; i < k; ++i, to += padded) {
            std::copy_n(b.data + static_cast<std::ptrdiff_t>(k0 + i) * b.stride + first, columns, to);
            std::fill(to + columns, to + padded, 0.0F);
        }
        return;
    }
    const auto column = [&](int j) { return b.data + static_cast<std::ptrdiff_t>(first + j) * b.stride + k0; };
    for (int j = 0; j < padded; j += width) {
        int done = 0;
        if (j + width <= columns)
            for (; done + width <= k; done += width)
                transpose_square(column(j) + done, b.stride, to + static_cast<std::ptrdiff_t>(done) * padded + j,
                                 padded);
        for (int lane = j; lane < j + width; ++lane)
            for (int i = done; i < k; ++i) to[i * padded + lane] = lane < columns ? column(lane)[i] : 0.0F;
    }
}

/// Where a block of a panel is read, wherever that is.
struct Block {
    const float* data;
    int stride;
};

}  // namespace

int panel_columns() { return columns_a_panel; }

PackedMatrix::PackedMatrix(int k, int n, const MatrixIn& b, int group)
    : k_(k), n_(n), group_(group > 0 ? group : n), panel_(group_ <= width ? width : columns_a_panel) {
    const int panels_a_group = (group_ + panel_ - 1) / panel_, groups = (n_ + group_ - 1) / group_;
    const std::size_t size = static_cast<std::size_t>(panel_) * static_cast<std::size_t>(k);
    panels_.resize(static_cast<std::size_t>(groups) * static_cast<std::size_t>(panels_a_group) * size);
    float* to = panels_.data();
    for (int g = 0; g < groups; ++g)
        for (int p = 0; p < panels_a_group; ++p, to += size)
            pack(b, 0, k, g * group_ + p * panel_, std::min(panel_, group_ - p * panel_), panel_, to);
}

const float* PackedMatrix::panel(int column) const {
    const int panels_a_group = (group_ + panel_ - 1) / panel_;
    const int at = column / group_ * panels_a_group + column % group_ / panel_;
    return panels_.data() +
           static_cast<std::size_t>(at) * static_cast<std::size_t>(panel_) * static_cast<std::size_t>(k_);
}

void row_product(int m, int n, int k, const MatrixIn& a, const MatrixIn& b, const PackedMatrix* packed, float* c,
                 int c_stride, bool accumulate) {
    const std::ptrdiff_t a_stride = a.transpose == Transpose::yes ? 1 : a.stride,
                         a_step = a.transpose == Transpose::yes ? a.stride : 1;
    const int tiles = (m + tile_rows - 1) / tile_rows;
    const auto first_row = [&](int t) { return m * t / tiles; };
    alignas(64) std::array<float, static_cast<std::size_t>(depth) * columns_a_panel> scratch;
    for (int k0 = 0; k0 < k; k0 += depth) {
        const int deep = std::min(depth, k - k0);
        for (int j = 0; j < n; j += columns_a_panel) {
            const int columns = std::min(columns_a_panel, n - j);
            const int vectors = columns > width ? 2 : 1;
            Block block{scratch.data(), vectors * width};
            if (packed != nullptr)
                block = {packed->panel(b.column + j) + static_cast<std::ptrdiff_t>(k0) * packed->panel_columns(),
                         packed->panel_columns()};
            else if (b.transpose == Transpose::no && columns == vectors * width)
                block = {b.data + static_cast<std::ptrdiff_t>(k0) * b.stride + j, b.stride};
            else
                pack(b, k0, deep, j, columns, vectors * width, scratch.data());
            const bool add = accumulate || k0 > 0;
            for (int t = 0; t < tiles; ++t) {
                const int i = first_row(t), rows = first_row(t + 1) - i;
                Tile tile{.k = deep,
                          .a = a.data + i * a_stride + k0 * a_step,
                          .a_stride = a_stride,
                          .a_step = a_step,
                          .b = block.data,
                          .b_stride = block.stride,
                          .c = c + static_cast<std::ptrdiff_t>(i) * c_stride + j,
                          .c_stride = c_stride,
                          .add = add};
                const Compute run = (vectors == 1 ? one_vector : two_vectors)[static_cast<std::size_t>(rows - 1)];
                if (columns == vectors * width) {
                    run(tile);
                    continue;
                }
                // C has no room for the last vector's end: it is computed aside.
                alignas(64) std::array<float, static_cast<std::size_t>(tile_rows) * columns_a_panel> edge;
                float* const wanted = tile.c;
                tile.c = edge.data();
                tile.c_stride = vectors * width;
                if (add)
                    for (int r = 0; r < rows; ++r)
                        std::copy_n(wanted + static_cast<std::ptrdiff_t>(r) * c_stride, columns,
                                    edge.data() + r * tile.c_stride);
                run(tile);
                for (int r = 0; r < rows; ++r)
                    std::copy_n(edge.data() + r * tile.c_stride, columns,
                                wanted + static_cast<std::ptrdiff_t>(r) * c_stride);
            }
        }
    }
}

}  // namespace glassformer
