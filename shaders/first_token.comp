// The first row of each sequence; backward it alone gets the gradient.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer X { float x[]; };            // backward: its gradient
layout(std430, binding = 1) buffer Result { float result[]; };  // backward: the gradient from above
uniform int tokens, d_model;
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
        const int at = base[0] + e / d_model * tokens * d_model + e % d_model;
#ifdef BACKWARD
        x[at] += result[base[1] + e];
#else
        result[base[1] + e] = x[at];
#endif
    }
}
