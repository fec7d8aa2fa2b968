// The learned score of each place, -inf for padding; backward a place collects what all sequences say of it.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Table { float table[]; };    // backward: its gradient
layout(std430, binding = 1) buffer Result { float result[]; };  // backward: the gradient from above
#ifdef PADDING
layout(std430, binding = 2) readonly buffer Padding { float padding[]; };
#endif
uniform int rows, tokens;
bool counts(int row) {
#ifdef PADDING
    return padding[base[2] + row] != 0.0;
#else
    return true;
#endif
}
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
#ifdef BACKWARD
        float sum = 0.0;
        for (int row = e; row < rows; row += tokens)
            if (counts(row)) sum += result[base[1] + row];
        table[base[0] + e] += sum;
#else
        result[base[1] + e] = counts(e) ? table[base[0] + e % tokens] : minus_infinity;
#endif
    }
}
