// Sine and cosine of the position, one pair a frequency; side by side, or with HALF all sines before all cosines. The turns come from the processor in double: a shader's own
// sine may be off by 5e-4.
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Turns { float turns[]; };  // [position, pair, cosine and sine]
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
uniform int d_model, pairs;
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
        const int c = e % d_model;
#ifdef HALF
        const int pair = e / d_model * pairs + c % pairs, part = c < pairs ? 1 : 0;
#else
        const int pair = e / d_model * pairs + c / 2, part = c % 2 == 0 ? 1 : 0;
#endif
        result[base[1] + e] = turns[base[0] + 2 * pair + part];
    }
}
