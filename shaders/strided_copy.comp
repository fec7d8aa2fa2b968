// A block of entries that lie side by side, to or from its places among more: entry e is at
// e / width · stride + offset + e % width there. GATHER and GATHER_ADD: from there; SCATTER and SCATTER_ADD: to there.
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Many { float many[]; };
layout(std430, binding = 1) buffer Block { float block[]; };
uniform int width, stride, offset;
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
        const int at = base[0] + e / width * stride + offset + e % width;
#if defined(GATHER)
        block[base[1] + e] = many[at];
#elif defined(GATHER_ADD)
        block[base[1] + e] += many[at];
#elif defined(SCATTER)
        many[at] = block[base[1] + e];
#else
        many[at] += block[base[1] + e];
#endif
    }
}
