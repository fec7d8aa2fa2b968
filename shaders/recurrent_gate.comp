// act(x + r), or act(x + g ⊙ r) with RESET, of one part of the columns; backward one of the operands' gradients
// (BACKWARD_X, BACKWARD_R, BACKWARD_G).
#include "activation.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) readonly buffer R { float r[]; };
layout(std430, binding = 2) buffer Result { float result[]; };
layout(std430, binding = 3) readonly buffer Upstream { float upstream[]; };
#ifdef RESET
layout(std430, binding = 4) readonly buffer G { float g[]; };
#endif
uniform int columns, width, first;
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
        const int at = e / columns * width + first + e % columns;
#ifdef RESET
        const float share = g[base[4] + e];
#else
        const float share = 1.0;
#endif
        const float sum = x[base[0] + at] + share * r[base[1] + at];
#if defined(BACKWARD_X)
        result[base[2] + at] += activation_slope(sum) * upstream[base[3] + e];
#elif defined(BACKWARD_R)
        result[base[2] + at] += activation_slope(sum) * share * upstream[base[3] + e];
#elif defined(BACKWARD_G)
        result[base[2] + e] += activation_slope(sum) * r[base[1] + at] * upstream[base[3] + e];
#else
        result[base[2] + e] = activation(sum);
#endif
    }
}
