// Scores into weights in one pass, where the stages between are not inspected: factor, bias, mask, padding and softmax, one
// group a row. The same arithmetic in the same order as scale, add, mask and softmax one after the other.
#include "reduce.glsl"
#include "weight.glsl"
layout(local_size_x = LOCAL) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
layout(std430, binding = 2) readonly buffer Sees { float sees[]; };
#ifdef BIAS
layout(std430, binding = 3) readonly buffer Bias { float bias[]; };  // [head, query, key]
#endif
#ifdef PADDING
layout(std430, binding = 4) readonly buffer Padding { float padding[]; };
#endif
uniform int first_row, row_count, heads, queries, keys, padding_sequence;
uniform float factor;
#ifdef CACHED
shared float row_entries[CACHED];
#endif

bool open(int row, int j) {
    bool here = sees[base[2] + row % queries * keys + j] != 0.0;
#ifdef PADDING
    here = here && padding[base[4] + row / queries / heads * padding_sequence + j] != 0.0;
#endif
    return here;
}

float score(int r, int row, int j) {  // row r of this call, which is row `row` of the tensor
    if (!open(row, j)) return minus_infinity;
    float value = factor * x[base[0] + r * keys + j];
#ifdef BIAS
    value += bias[base[3] + row % (heads * queries) * keys + j];
#endif
    return value;
}

#define EACH_KEY(j) int j = int(gl_LocalInvocationIndex); j < keys; j += LOCAL
void main() {
    for (int r = int(gl_WorkGroupID.x); r < row_count; r += int(gl_NumWorkGroups.x)) {
        const int row = first_row + r;
        float peak = minus_infinity;
        for (EACH_KEY(j)) {
            const float value = score(r, row, j);
#ifdef CACHED
            row_entries[j] = value;
#endif
            peak = max(peak, peak_of(value));
        }
        peak = maximum_of_group(peak);
        if (floatBitsToUint(peak) == 0xff800000u || floatBitsToUint(peak) == 0x7f800000u) {
            float sighted = peak > 0.0 ? 1.0 : 0.0;  // -inf at an open key is no mask: a score that overflows
            for (EACH_KEY(j)) sighted = open(row, j) ? 1.0 : sighted;
            const bool none = maximum_of_group(sighted) > 0.0;
            for (EACH_KEY(j)) result[base[1] + r * keys + j] = none ? not_a_number : 0.0;
            continue;
        }
        float sum = 0.0;
        for (EACH_KEY(j)) {
#ifdef CACHED
            row_entries[j] = weight_of(row_entries[j], peak);
            sum += row_entries[j];
#else
            sum += weight_of(score(r, row, j), peak);
#endif
        }
        const float share = 1.0 / sum_of_group(sum);
        for (EACH_KEY(j))
#ifdef CACHED
            result[base[1] + r * keys + j] = row_entries[j] * share;
#else
            result[base[1] + r * keys + j] = weight_of(score(r, row, j), peak) * share;
#endif
    }
}
