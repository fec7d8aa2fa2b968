// The row of the last token before the padding of each sequence, zeros where all of it is padding; backward it alone
// gets the gradient.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer X { float x[]; };            // backward: its gradient
layout(std430, binding = 1) buffer Result { float result[]; };  // backward: the gradient from above
layout(std430, binding = 2) readonly buffer Padding { float padding[]; };
uniform int tokens, columns;
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
        const int sequence = e / columns;
        int last = tokens - 1;
        while (last >= 0 && padding[base[2] + sequence * tokens + last] == 0.0) --last;
        const int at = base[0] + (sequence * tokens + last) * columns + e % columns;
#ifdef BACKWARD
        if (last >= 0) x[at] += result[base[1] + e];
#else
        result[base[1] + e] = last < 0 ? 0.0 : x[at];
#endif
    }
}
