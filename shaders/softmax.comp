// Softmax over the last axis, one group a row; a row of nothing but -inf becomes zeros. Backward: y (dy - Σ y dy).
#include "reduce.glsl"
layout(local_size_x = LOCAL) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };  // backward: the weights y
layout(std430, binding = 1) buffer Result { float result[]; };
layout(std430, binding = 2) readonly buffer Upstream { float upstream[]; };
#include "row.glsl"

const float least = -87.0;  // below it an exponential is 0, as on the processor
float weight_of(float score, float peak) { return score - peak < least ? 0.0 : exp(max(score - peak, least)); }

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
        for (EACH_COLUMN(j)) peak = max(peak, ENTRY(j));
        peak = maximum_of_group(peak);
        if (floatBitsToUint(peak) == 0xff800000u) {
            for (EACH_COLUMN(j)) result[to + j] = 0.0;
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
