// a ⊙ b + c ⊙ d; backward the gradient of a factor: its partner (a) times the gradient from above (b).
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) buffer Result { float result[]; };
#ifndef BACKWARD
layout(std430, binding = 3) readonly buffer C { float c[]; };
layout(std430, binding = 4) readonly buffer D { float d[]; };
#endif
void main() {
    for (int i = FIRST; i < n; i += STRIDE)
#ifdef BACKWARD
        result[base[2] + i] += a[base[0] + i] * b[base[1] + i];
#else
        result[base[2] + i] = a[base[0] + i] * b[base[1] + i] + c[base[3] + i] * d[base[4] + i];
#endif
}
