// Row i is 1 in column first + i and 0 elsewhere.
layout(local_size_x = 256) in;
layout(std430, binding = 0) writeonly buffer Result { float result[]; };
uniform int columns, first;
void main() {
    for (int e = FIRST; e < n; e += STRIDE) result[base[0] + e] = first + e / columns == e % columns ? 1.0 : 0.0;
}
