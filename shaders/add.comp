// a + b, where b may serve every sequence of a batch: entry i reads b at (offset + i) modulo its size.
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };
uniform int offset, period;
void main() {
    for (int i = FIRST; i < n; i += STRIDE)
        result[base[2] + i] = a[base[0] + i] + b[base[1] + (offset + i) % period];
}
