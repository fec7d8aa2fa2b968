// [head, pos, d_head] -> [pos, heads · d_head], for each sequence; backward the same path the other way.
// SPLIT and SPLIT_BACKWARD: split_heads, which reads result and writes x.
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer X { float x[]; };            // backward: its gradient
layout(std430, binding = 1) buffer Result { float result[]; };  // backward: the gradient from above
uniform int heads, tokens, d_head;
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
        const int c = e % d_head, head = e / d_head % heads, row = e / d_head / heads;
        const int at = base[0] + ((row / tokens * heads + head) * tokens + row % tokens) * d_head + c;
#if defined(BACKWARD)
        x[at] += result[base[1] + e];
#elif defined(SPLIT)
        x[at] = result[base[1] + e];
#elif defined(SPLIT_BACKWARD)
        result[base[1] + e] += x[at];
#else
        result[base[1] + e] = x[at];
#endif
    }
}
