// An activation of every entry; backward its slope times the gradient from above.
#include "activation.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) buffer Result { float result[]; };
layout(std430, binding = 2) readonly buffer Upstream { float upstream[]; };
void main() {
    for (int i = FIRST; i < n; i += STRIDE)
#ifdef BACKWARD
        result[base[1] + i] += activation_slope(x[base[0] + i]) * upstream[base[2] + i];
#else
        result[base[1] + i] = activation(x[base[0] + i]);
#endif
}
