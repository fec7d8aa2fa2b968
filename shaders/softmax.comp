// Softmax over the last axis, one group a row. A row of nothing but -inf becomes zeros where it was closed, and NaN where
// its open scores overflow (core/ops/closing.h). Backward: y (dy - Σ y dy).
#include "reduce.glsl"
layout(local_size_x = LOCAL) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };  // backward: the weights y
layout(std430, binding = 1) buffer Result { float result[]; };
layout(std430, binding = 2) readonly buffer Upstream { float upstream[]; };
#ifdef SEES
layout(std430, binding = 3) readonly buffer Sees { float sees[]; };  // [query, key]
#endif
#ifdef PADDING
layout(std430, binding = 4) readonly buffer Padding { float padding[]; };
#endif
#ifdef BEFORE
layout(std430, binding = 5) readonly buffer Before { float before[]; };  // the scores before the mask
#endif
#include "row.glsl"
#include "weight.glsl"
uniform int first_row, queries, rows_a_sequence;  // of this call; a padding for all has one sequence

// Whether row r, all of it -inf, has open scores, and -inf before the mask at each of them.
bool overflows(int r) {
    float open = 0.0, held = 0.0;
#ifdef CLOSING
    for (EACH_COLUMN(j)) {
        bool here = true;
#ifdef SEES
        here = here && sees[base[3] + (first_row + r) % queries * columns + j] != 0.0;
#endif
#ifdef PADDING
        here = here && padding[base[4] + (first_row + r) / rows_a_sequence * columns + j] != 0.0;
#endif
        if (!here) continue;
        open = 1.0;
#ifdef BEFORE
        if (floatBitsToUint(before[base[5] + r * columns + j]) != 0xff800000u) held = 1.0;
#endif
    }
#endif
    open = maximum_of_group(open);
    return open > 0.0 && maximum_of_group(held) == 0.0;
}

void main() {
    for (EACH_ROW(r)) {
        const int row_at = base[0] + r * columns, to = base[1] + r * columns;
        read_row(row_at);
#ifdef BACKWARD
        float along = 0.0;
        for (EACH_COLUMN(j)) along += ENTRY(j) * upstream[base[2] + r * columns + j];
        along = sum_of_group(along);
        for (EACH_COLUMN(j)) result[to + j] += ENTRY(j) * (upstream[base[2] + r * columns + j] - along);
#else
        float peak = minus_infinity;
        for (EACH_COLUMN(j)) peak = max(peak, peak_of(ENTRY(j)));
        peak = maximum_of_group(peak);
        if (floatBitsToUint(peak) == 0xff800000u || floatBitsToUint(peak) == 0x7f800000u) {
            const bool none = peak > 0.0 || overflows(r);
            for (EACH_COLUMN(j)) result[to + j] = none ? not_a_number : 0.0;
            continue;
        }
        float sum = 0.0;
        for (EACH_COLUMN(j)) {
            const float w = weight_of(ENTRY(j), peak);
#ifdef CACHED
            row_entries[j] = w;
#endif
            sum += w;
        }
        const float share = 1.0 / sum_of_group(sum);
        for (EACH_COLUMN(j))
#ifdef CACHED
            result[to + j] = row_entries[j] * share;
#else
            result[to + j] = weight_of(ENTRY(j), peak) * share;
#endif
#endif
    }
}
