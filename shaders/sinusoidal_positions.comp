// Sine and cosine of the position, one pair a frequency. The turns come from the processor in double: a shader's own
// sine may be off by 5e-4.
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Turns { float turns[]; };  // [position, pair, cosine and sine]
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
uniform int d_model, pairs;
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
        const int c = e % d_model, pair = e / d_model * pairs + c / 2;
        result[base[1] + e] = turns[base[0] + 2 * pair + (c % 2 == 0 ? 1 : 0)];
    }
}
