// v · tanh(q_i + k_j) for every query and key of a head; backward one of the gradients (BACKWARD_Q, BACKWARD_K,
// BACKWARD_V).
#include "activation.glsl"
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Q { float q[]; };
layout(std430, binding = 1) readonly buffer K { float k[]; };
layout(std430, binding = 2) readonly buffer V { float v[]; };
layout(std430, binding = 3) buffer Result { float result[]; };
layout(std430, binding = 4) readonly buffer Upstream { float upstream[]; };
uniform int matrices, queries, keys, columns;
float bent(int row, int key_row, int c) {
    return activation(q[base[0] + row * columns + c] + k[base[1] + key_row * columns + c]);
}
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
        float sum = 0.0;
#if defined(BACKWARD_Q)
        const int c = e % columns, row = e / columns, first = row / queries * keys;
        for (int j = 0; j < keys; ++j) {
            const float t = bent(row, first + j, c);
            sum += upstream[base[4] + row * keys + j] * (1.0 - t * t);
        }
        result[base[3] + e] += sum * v[base[2] + c];
#elif defined(BACKWARD_K)
        const int c = e % columns, row = e / columns, first = row / keys * queries;
        for (int i = 0; i < queries; ++i) {
            const float t = bent(first + i, row, c);
            sum += upstream[base[4] + (first + i) * keys + row % keys] * (1.0 - t * t);
        }
        result[base[3] + e] += sum * v[base[2] + c];
#elif defined(BACKWARD_V)
        for (int row = 0; row < matrices * queries; ++row)
            for (int j = 0; j < keys; ++j)
                sum += upstream[base[4] + row * keys + j] * bent(row, row / queries * keys + j, e);
        result[base[3] + e] += sum;
#else
        const int row = e / keys, key_row = row / queries * keys + e % keys;
        for (int c = 0; c < columns; ++c) sum += v[base[2] + c] * bent(row, key_row, c);
        result[base[3] + e] = sum;
#endif
    }
}
