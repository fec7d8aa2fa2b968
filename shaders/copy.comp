// y = x, or y += x: a stage where there is nothing to do, the first rows of a table, and gradients that only pass on.
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) buffer Y { float y[]; };
void main() {
    for (int i = FIRST; i < n; i += STRIDE)
#ifdef ADD
        y[base[1] + i] += x[base[0] + i];
#else
        y[base[1] + i] = x[base[0] + i];
#endif
}
