// The table's entry for the bucket of the distance (Raffel et al. 2020). Buckets come from the processor, one a
// difference key - query row from -(queries - 1) to keys - 1. Backward in two steps: DISTANCES adds up the gradients of
// each head and distance, BACKWARD those of each bucket.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Table { float table[]; };  // [bucket, head]; BACKWARD: its gradient
layout(std430, binding = 1) readonly buffer Buckets { float buckets[]; };
layout(std430, binding = 2) buffer Result { float result[]; };  // DISTANCES: the gradient from above
layout(std430, binding = 3) buffer Sums { float sums[]; };      // [head, distance]
uniform int heads, queries, keys;
void main() {
    const int distances = queries + keys - 1;
    for (int e = FIRST; e < n; e += STRIDE) {
#if defined(DISTANCES)
        const int head = e / distances, distance = e % distances - (queries - 1);
        float sum = 0.0;
        for (int i = max(0, -distance); i < min(queries, keys - distance); ++i)
            sum += result[base[2] + (head * queries + i) * keys + i + distance];
        sums[base[3] + e] = sum;
#elif defined(BACKWARD)
        const int bucket = e / heads, head = e % heads;
        float sum = 0.0;
        for (int d = 0; d < distances; ++d)
            if (int(buckets[base[1] + d]) == bucket) sum += sums[base[3] + head * distances + d];
        table[base[0] + e] += sum;
#else
        const int j = e % keys, i = e / keys % queries, head = e / keys / queries;
        result[base[2] + e] = table[base[0] + int(buckets[base[1] + j - i + queries - 1]) * heads + head];
#endif
    }
}
