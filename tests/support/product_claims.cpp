#include "tests/support/product_claims.h"

#include <algorithm>
#include <cmath>

namespace glassformer::test {

/// Rows of `a` times matrices: heads of the result are blocks of columns of W [d_in, d_out].
std::string product(const Case& at, bool transposed) {
    const Block a = at.operand(0), w = at.operand(1);
    Block expected = Block::zeros(at.out.heads, at.out.rows, at.out.columns);
    const int inner = transposed ? w.columns : w.rows;
    if (a.columns != inner) return "operands that do not fit";
    for (int h = 0; h < expected.heads; ++h)
        for (int r = 0; r < expected.rows; ++r)
            for (int c = 0; c < expected.columns; ++c) {
                const int column = h * expected.columns + c;
                double sum = at.operands() > 2 ? static_cast<double>(at.source(2).view().data[column]) : 0;
                for (int i = 0; i < inner; ++i)
                    sum += a.at(0, r, i) * (transposed ? w.at(0, column, i) : w.at(0, i, column));
                expected.at(h, r, c) = sum;
            }
    return differs(expected, at.out);
}

double dot(const Block& a, int head, int row, const Block& b, int other_head, int other_row) {
    double sum = 0;
    for (int i = 0; i < a.columns; ++i) sum += a.at(head, row, i) * b.at(other_head, other_row, i);
    return sum;
}

std::string dot_products(const Case& at, bool distances) {
    const Block q = at.operand(0), k = at.operand(1);
    Block expected = Block::zeros(at.out.heads, at.out.rows, at.out.columns);
    const Block keys = distances ? at.operand(2) : Block{};
    const int clip = (keys.rows - 1) / 2;
    for (int h = 0; h < expected.heads; ++h)
        for (int i = 0; i < expected.rows; ++i)
            for (int j = 0; j < expected.columns; ++j) {
                expected.at(h, i, j) = dot(q, h, i, k, h * k.heads / q.heads, j);
                if (distances) expected.at(h, i, j) += dot(q, h, i, keys, 0, std::clamp(j - i, -clip, clip) + clip);
            }
    return differs(expected, at.out);
}

std::string dot_with_distance(const Case& at) {
    const Block q = at.operand(0), r = at.operand(1);
    Block expected = Block::zeros(at.out.heads, at.out.rows, at.out.columns);
    const int first = r.rows > at.out.columns ? -(at.out.rows - 1) : 0;  // two-sided: from the farthest later key on
    for (int h = 0; h < expected.heads; ++h)
        for (int i = 0; i < expected.rows; ++i)
            for (int j = 0; j < expected.columns; ++j)
                if (i - j >= first) expected.at(h, i, j) = dot(q, h, i, r, h, i - j - first);
    return differs(expected, at.out);
}

std::string additive_scores(const Case& at) {
    const Block q = at.operand(0), k = at.operand(1), v = at.operand(2);
    Block expected = Block::zeros(at.out.heads, at.out.rows, at.out.columns);
    for (int h = 0; h < expected.heads; ++h)
        for (int i = 0; i < expected.rows; ++i)
            for (int j = 0; j < expected.columns; ++j)
                for (int c = 0; c < q.columns; ++c)
                    expected.at(h, i, j) += v.at(0, 0, c) * std::tanh(q.at(h, i, c) + k.at(h, j, c));
    return differs(expected, at.out);
}

std::string weighted_sum(const Case& at) {
    const Block weights = at.operand(0), v = at.operand(1);
    Block expected = Block::zeros(at.out.heads, at.out.rows, at.out.columns);
    for (int h = 0; h < expected.heads; ++h)
        for (int r = 0; r < expected.rows; ++r)
            for (int c = 0; c < expected.columns; ++c)
                for (int key = 0; key < weights.columns; ++key)
                    expected.at(h, r, c) += weights.at(h, r, key) * v.at(h * v.heads / expected.heads, key, c);
    return differs(expected, at.out);
}

std::string convolves(const Case& at) {
    const Block x = at.operand(0), w = at.operand(1);  // w: [offset, d_in, d_out]
    Block expected = Block::zeros(1, at.out.rows, at.out.columns);
    const bool causal = at.config.convolution.window == Window::causal;
    const int first = causal ? w.heads - 1 : (w.heads - 1) / 2;
    for (int r = 0; r < expected.rows; ++r)
        for (int c = 0; c < expected.columns; ++c) {
            double sum = static_cast<double>(at.source(2).view().data[c]);
            for (int offset = 0; offset < w.heads; ++offset)
                if (const int row = r - first + offset; row >= 0 && row < x.rows)
                    for (int i = 0; i < x.columns; ++i) sum += x.at(0, row, i) * w.at(offset, i, c);
            expected.at(0, r, c) = sum;
        }
    return differs(expected, at.out);
}

}  // namespace glassformer::test
