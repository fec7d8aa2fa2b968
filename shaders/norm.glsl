// Layer norm and rms norm (MEAN_FREE) over the last axis, one group a row, and their gradients. The mean is taken
// twice: what rounding took from the first is added, so that entries near the mean keep their digits.
#include "reduce.glsl"
layout(local_size_x = LOCAL) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) readonly buffer Weight { float weight[]; };
layout(std430, binding = 2) readonly buffer Bias { float bias[]; };
layout(std430, binding = 3) buffer Result { float result[]; };  // backward: the gradient of x
layout(std430, binding = 4) readonly buffer Upstream { float upstream[]; };
layout(std430, binding = 5) buffer Moments { float moments[]; };  // [row, mean, low, divisor], for the parameters
#include "row.glsl"
uniform float eps;
uniform int eps_inside, wants_x;
void main() {
    for (EACH_ROW(r)) {
        const int row_at = base[0] + r * columns;
        read_row(row_at);
        float mean = 0.0, low = 0.0;
#ifndef MEAN_FREE
        for (EACH_COLUMN(j)) mean += ENTRY(j);
        mean = sum_of_group(mean) / float(columns);
        for (EACH_COLUMN(j)) low += ENTRY(j) - mean;
        low = sum_of_group(low) / float(columns);
#endif
        float variance = 0.0;
        for (EACH_COLUMN(j)) {
            const float centred = (ENTRY(j) - mean) - low;
            variance += centred * centred;
        }
        variance = sum_of_group(variance) / float(columns);
        const float root = sqrt(eps_inside != 0 ? variance + eps : variance);
        const float divisor = eps_inside != 0 ? root : root + eps;
#ifdef BACKWARD
        if (gl_LocalInvocationIndex == 0u) {
            moments[base[5] + 3 * r] = mean;
            moments[base[5] + 3 * r + 1] = low;
            moments[base[5] + 3 * r + 2] = divisor;
        }
        if (wants_x == 0) continue;
        float of_mean = 0.0, along = 0.0;
        for (EACH_COLUMN(j)) {
            const float g = upstream[base[4] + r * columns + j] * weight[base[1] + j];
            of_mean += g;
            along += g * ((ENTRY(j) - mean) - low);
        }
#ifdef MEAN_FREE
        of_mean = 0.0;
#else
        of_mean = sum_of_group(of_mean) / float(columns);
#endif
        along = sum_of_group(along) / float(columns);
        // A constant row has no direction to fall in.
        const float slope = root > 0.0 ? along / (root * divisor * divisor) : 0.0;
        for (EACH_COLUMN(j)) {
            const float g = upstream[base[4] + r * columns + j] * weight[base[1] + j];
            result[base[3] + r * columns + j] += (g - of_mean) / divisor - ((ENTRY(j) - mean) - low) * slope;
        }
#else
        for (EACH_COLUMN(j)) {
            float y = ((ENTRY(j) - mean) - low) / divisor * weight[base[1] + j];
#ifndef MEAN_FREE
            y += bias[base[2] + j];
#endif
            result[base[3] + r * columns + j] = y;
        }
#endif
    }
}
