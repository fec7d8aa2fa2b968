// Pairs of dimensions turned by an angle that grows with the position (Su et al. 2021); backward turns back. The turns
// come from the processor in double. HALF: the pairs are (k, k + dims / 2), otherwise (2k, 2k + 1).
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };  // backward: the gradient from above
layout(std430, binding = 1) buffer Result { float result[]; };
layout(std430, binding = 2) readonly buffer Turns { float turns[]; };  // [position, pair, cosine and sine]
uniform int tokens, d_head, dims;
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
        const int c = e % d_head, row = e / d_head, position = row % tokens, at = base[0] + row * d_head;
        float y = x[at + c];
        if (c < dims) {
#ifdef HALF
            const int pair = c % (dims / 2), a = pair, b = pair + dims / 2;
#else
            const int pair = c / 2, a = 2 * pair, b = a + 1;
#endif
            const int turn = base[2] + 2 * (position * (dims / 2) + pair);
            const float cosine = turns[turn];
#ifdef BACKWARD
            const float sine = -turns[turn + 1];
#else
            const float sine = turns[turn + 1];
#endif
            y = c == a ? x[at + a] * cosine - x[at + b] * sine : x[at + a] * sine + x[at + b] * cosine;
        }
#ifdef BACKWARD
        result[base[1] + e] += y;
#else
        result[base[1] + e] = y;
#endif
    }
}
