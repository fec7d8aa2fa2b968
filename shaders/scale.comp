// y = factor · x; with ADD y += factor · x.
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) buffer Y { float y[]; };
uniform float factor;
void main() {
    for (int i = FIRST; i < n; i += STRIDE)
#ifdef ADD
        y[base[1] + i] += factor * x[base[0] + i];
#else
        y[base[1] + i] = factor * x[base[0] + i];
#endif
}
