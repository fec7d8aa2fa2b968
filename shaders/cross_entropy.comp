// Mean cross entropy over the labelled rows, in three steps: COUNT the labels, the loss of each row (ROWS), their sum
// (TOTAL). BACKWARD gives each logit its share.
#include "reduce.glsl"
layout(local_size_x = LOCAL) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) readonly buffer Labels { float labels[]; };
layout(std430, binding = 2) buffer Result { float result[]; };
layout(std430, binding = 3) buffer Losses { float losses[]; };  // [row], and behind them the number of labels
layout(std430, binding = 4) readonly buffer Upstream { float upstream[]; };
#include "row.glsl"
uniform float smoothing;
uniform int first_row, all_rows;  // this call's rows are first_row … of all_rows

float log_sum_exp(int row_at, out float mean) {
    float peak = minus_infinity, sum = 0.0;
    mean = 0.0;
    for (EACH_COLUMN(j)) {
        peak = max(peak, ENTRY(j));
        mean += ENTRY(j);
    }
    peak = maximum_of_group(peak);
    mean = sum_of_group(mean) / float(columns);
    for (EACH_COLUMN(j)) sum += exp(max(ENTRY(j) - peak, -87.0));
    return peak + log(sum_of_group(sum));
}

void main() {
#if defined(COUNT) || defined(TOTAL)
    float sum = 0.0;
    for (int r = int(gl_LocalInvocationIndex); r < all_rows; r += LOCAL) {
#ifdef COUNT
        sum += labels[base[1] + r] >= 0.0 ? 1.0 : 0.0;
#else
        sum += losses[base[3] + r];
#endif
    }
    sum = sum_of_group(sum);
    if (gl_LocalInvocationIndex != 0u) return;
#ifdef COUNT
    losses[base[3] + all_rows] = sum;
#else
    const float labelled = losses[base[3] + all_rows];
    result[base[2]] = labelled == 0.0 ? 0.0 : sum / labelled;
#endif
#else
    for (EACH_ROW(r)) {
        const int row_at = base[0] + r * columns, label = int(labels[base[1] + first_row + r]);
#ifdef BACKWARD
        if (label < 0) continue;
        read_row(row_at);
        float mean;
        const float total = log_sum_exp(row_at, mean);
        const float share = upstream[base[4]] / losses[base[3] + all_rows];
        for (EACH_COLUMN(j)) {
            const float p = exp(max(ENTRY(j) - total, -87.0));
            const float target = smoothing / float(columns) + (j == label ? 1.0 - smoothing : 0.0);
            result[base[2] + r * columns + j] += share * (p - target);
        }
#else
        float loss = 0.0;
        if (label >= 0) {
            read_row(row_at);
            float mean;
            loss = log_sum_exp(row_at, mean) - (1.0 - smoothing) * x[row_at + label] - smoothing * mean;
        }
        if (gl_LocalInvocationIndex == 0u) losses[base[3] + first_row + r] = loss;
#endif
    }
#endif
}
