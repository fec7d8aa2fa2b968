// Scores where the query may see the key and the key is a token, -inf elsewhere. Backward the open ones pass on. The
// call does entries from `offset` on.
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };  // backward: the gradient from above
layout(std430, binding = 1) readonly buffer Sees { float sees[]; };
layout(std430, binding = 2) buffer Result { float result[]; };
#ifdef PADDING
layout(std430, binding = 3) readonly buffer Padding { float padding[]; };
#endif
uniform int offset, heads, queries, keys, padding_sequence;  // padding_sequence: from one sequence's to the next
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
        const int at = offset + e, j = at % keys, row = at / keys;
        bool open = sees[base[1] + row % queries * keys + j] != 0.0;
#ifdef PADDING
        open = open && padding[base[3] + row / queries / heads * padding_sequence + j] != 0.0;
#endif
#ifdef BACKWARD
        if (open) result[base[2] + e] += x[base[0] + e];
#else
        result[base[2] + e] = open ? x[base[0] + e] : minus_infinity;
#endif
    }
}
