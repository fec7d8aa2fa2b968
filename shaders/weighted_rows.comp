// The rows of a sequence, each faded by its weight, added up. Backward a row gets its share of the gradient, a weight
// the product of its row with it.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Weights { float weights[]; };  // BACKWARD_WEIGHTS: their gradient
layout(std430, binding = 1) buffer X { float x[]; };              // BACKWARD_ROWS: its gradient
layout(std430, binding = 2) buffer Result { float result[]; };    // backward: the gradient from above
uniform int tokens, columns;
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
#if defined(BACKWARD_WEIGHTS)
        const int sequence = e / tokens;
        float sum = 0.0;
        for (int c = 0; c < columns; ++c) sum += result[base[2] + sequence * columns + c] * x[base[1] + e * columns + c];
        weights[base[0] + e] += sum;
#elif defined(BACKWARD_ROWS)
        const int row = e / columns, sequence = row / tokens;
        x[base[1] + e] += weights[base[0] + row] * result[base[2] + sequence * columns + e % columns];
#else
        const int sequence = e / columns, c = e % columns;
        float sum = 0.0;
        for (int i = 0; i < tokens; ++i) {
            const int row = sequence * tokens + i;
            sum += weights[base[0] + row] * x[base[1] + row * columns + c];
        }
        result[base[2] + e] = sum;
#endif
    }
}
