// The dot product of a single query with every row, -inf for padding. Backward the rows and the query get each other's
// share of the gradient.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer X { float x[]; };                // BACKWARD_ROWS: its gradient
layout(std430, binding = 1) buffer Query { float query[]; };        // BACKWARD_QUERY: its gradient
layout(std430, binding = 2) buffer Result { float result[]; };      // backward: the gradient from above
#ifdef PADDING
layout(std430, binding = 3) readonly buffer Padding { float padding[]; };
#endif
uniform int rows, columns;
bool counts(int row) {
#ifdef PADDING
    return padding[base[3] + row] != 0.0;
#else
    return true;
#endif
}
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
#if defined(BACKWARD_ROWS)
        const int row = e / columns;
        if (counts(row)) x[base[0] + e] += result[base[2] + row] * query[base[1] + e % columns];
#elif defined(BACKWARD_QUERY)
        float sum = 0.0;
        for (int row = 0; row < rows; ++row)
            if (counts(row)) sum += result[base[2] + row] * x[base[0] + row * columns + e];
        query[base[1] + e] += sum;
#else
        float sum = 0.0;
        for (int c = 0; c < columns; ++c) sum += x[base[0] + e * columns + c] * query[base[1] + c];
        result[base[2] + e] = counts(e) ? sum : minus_infinity;
#endif
    }
}
