// A convolution along the tokens: the window begins `before` tokens before its own, and what lies outside the text or
// under PADDING is zero. BACKWARD_X and BACKWARD_W: the gradient of the input or of the weight.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer X { float x[]; };
layout(std430, binding = 1) buffer W { float w[]; };
layout(std430, binding = 2) buffer Result { float result[]; };  // backward: the gradient from above
#ifdef PADDING
layout(std430, binding = 3) readonly buffer Padding { float padding[]; };
#endif
#if !defined(BACKWARD_X) && !defined(BACKWARD_W)
layout(std430, binding = 4) readonly buffer Bias { float bias[]; };
#endif
uniform int rows, tokens, taps, before, d_in, d_out;
bool is_token(int row) {
#ifdef PADDING
    return padding[base[3] + row] != 0.0;
#else
    return true;
#endif
}
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
        float sum = 0.0;
#if defined(BACKWARD_X)  // x: its gradient
        const int row = e / d_in, c = e % d_in, at = row % tokens;
        if (!is_token(row)) continue;
        for (int k = 0; k < taps; ++k) {
            const int to = at + before - k;
            if (to < 0 || to >= tokens) continue;
            for (int o = 0; o < d_out; ++o)
                sum += result[base[2] + (row + before - k) * d_out + o] * w[base[1] + (k * d_in + c) * d_out + o];
        }
        x[base[0] + e] += sum;
#elif defined(BACKWARD_W)  // w: its gradient
        const int o = e % d_out, c = e / d_out % d_in, k = e / d_out / d_in;
        for (int row = 0; row < rows; ++row) {
            const int from = row % tokens + k - before;
            if (from < 0 || from >= tokens || !is_token(row + k - before)) continue;
            sum += x[base[0] + (row + k - before) * d_in + c] * result[base[2] + row * d_out + o];
        }
        w[base[1] + e] += sum;
#else
        const int row = e / d_out, o = e % d_out;
        for (int k = 0; k < taps; ++k) {
            const int from = row % tokens + k - before;
            if (from < 0 || from >= tokens || !is_token(row + k - before)) continue;
            for (int c = 0; c < d_in; ++c)
                sum += x[base[0] + (row + k - before) * d_in + c] * w[base[1] + (k * d_in + c) * d_out + o];
        }
        result[base[2] + e] = sum + bias[base[4] + o];
#endif
    }
}
