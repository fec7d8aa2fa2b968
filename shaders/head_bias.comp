// A vector of each head, added to all rows of the head.
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) readonly buffer Bias { float bias[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };
uniform int heads, tokens, d_head;
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
        const int head = e / d_head / tokens % heads;
        result[base[2] + e] = x[base[0] + e] + bias[base[1] + head * d_head + e % d_head];
    }
}
