// act(gate) ⊙ pre (Shazeer 2020). BACKWARD_GATE and BACKWARD_PRE: the gradient of one of the two.
#include "activation.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Gate { float gate[]; };
layout(std430, binding = 1) readonly buffer Pre { float pre[]; };
layout(std430, binding = 2) buffer Result { float result[]; };
layout(std430, binding = 3) readonly buffer Upstream { float upstream[]; };
void main() {
    for (int i = FIRST; i < n; i += STRIDE)
#if defined(BACKWARD_GATE)
        result[base[2] + i] += activation_slope(gate[base[0] + i]) * pre[base[1] + i] * upstream[base[3] + i];
#elif defined(BACKWARD_PRE)
        result[base[2] + i] += activation(gate[base[0] + i]) * upstream[base[3] + i];
#else
        result[base[2] + i] = activation(gate[base[0] + i]) * pre[base[1] + i];
#endif
}
