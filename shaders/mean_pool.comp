// The mean over a sequence's tokens, without those that are padding; backward each token gets its share.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer X { float x[]; };            // backward: its gradient
layout(std430, binding = 1) buffer Result { float result[]; };  // backward: the gradient from above
#ifdef PADDING
layout(std430, binding = 2) readonly buffer Padding { float padding[]; };
#endif
uniform int tokens, d_model;
bool counts(int row) {
#ifdef PADDING
    return padding[base[2] + row] != 0.0;
#else
    return true;
#endif
}
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {  // a sequence and a column
        const int sequence = e / d_model, c = e % d_model;
        int number = 0;
        float sum = 0.0;
        for (int i = 0; i < tokens; ++i) {
            const int row = sequence * tokens + i;
            if (!counts(row)) continue;
            ++number;
#ifndef BACKWARD
            sum += x[base[0] + row * d_model + c];
#endif
        }
        const float share = number == 0 ? 0.0 : 1.0 / float(number);
#ifdef BACKWARD
        for (int i = 0; i < tokens; ++i) {
            const int row = sequence * tokens + i;
            if (counts(row)) x[base[0] + row * d_model + c] += share * result[base[1] + e];
        }
#else
        result[base[1] + e] = sum * share;
#endif
    }
}
