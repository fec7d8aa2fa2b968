// The part of Transformer-XL's position scores that is not a product: each score reads its query's product with the key
// of their distance, 0 where there is none. The first product is that of the distance at which row i - column j is
// `first`. Backward the products get the gradient of the score that read them.
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Scores { float scores[]; };      // backward: the gradient from above
layout(std430, binding = 1) buffer Products { float products[]; };  // [query of all heads, offset]
uniform int queries, keys, offsets, first;
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
#ifdef BACKWARD
        const int row = e / offsets, j = row % queries - (e % offsets + first);
        products[base[1] + e] = j >= 0 && j < keys ? scores[base[0] + row * keys + j] : 0.0;
#else
        const int row = e / keys, offset = row % queries - e % keys - first;
        scores[base[0] + e] = offset >= 0 && offset < offsets ? products[base[1] + row * offsets + offset] : 0.0;
#endif
    }
}
