// The part of Shaw's scores that is not a product: each score gets its query's product with the relative key of its
// clipped distance; backward those products collect the gradients of the scores that read them.
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Scores { float scores[]; };      // backward: the gradient from above
layout(std430, binding = 1) buffer Relative { float relative[]; };  // [query of all heads, offset]
uniform int queries, keys, clip, first;
void main() {
    const int offsets = 2 * clip + 1;
    for (int e = FIRST; e < n; e += STRIDE) {
#ifdef BACKWARD
        const int row = e / offsets, o = e % offsets, i = first + row % queries;
        // The outermost offsets stand for all distances beyond.
        const int from = o == 0 ? 0 : i + o - clip, to = o == 2 * clip ? keys - 1 : i + o - clip;
        float sum = 0.0;
        for (int j = max(from, 0); j <= min(to, keys - 1); ++j) sum += scores[base[0] + row * keys + j];
        relative[base[1] + e] = sum;
#else
        const int row = e / keys, j = e % keys, i = first + row % queries;
        scores[base[0] + e] += relative[base[1] + row * offsets + clip + clamp(j - i, -clip, clip)];
#endif
    }
}
