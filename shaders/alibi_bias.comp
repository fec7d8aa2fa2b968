// -slope · |i - j|, i counted from `first`, the slope a head's own (Press, Smith, Lewis 2022).
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Slopes { float slopes[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
uniform int queries, keys, first;
void main() {
    for (int e = FIRST; e < n; e += STRIDE) {
        const int j = e % keys, i = e / keys % queries, head = e / keys / queries;
        result[base[1] + e] = slopes[base[0] + head] * float(-abs(first + i - j));
    }
}
