// Mean cross entropy over the labelled rows, in three steps: COUNT the labels, the loss of each row (ROWS), their sum
// (TOTAL). BACKWARD gives each logit its share.
#include "reduce.glsl"
layout(local_size_x = LOCAL) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) readonly buffer Labels { float labels[]; };
layout(std430, binding = 2) buffer Result { float result[]; };
layout(std430, binding = 3) buffer Losses { float losses[]; };  // [row], then the number of labels
layout(std430, binding = 4) readonly buffer Upstream { float upstream[]; };
#include "row.glsl"
uniform float smoothing;
uniform int first_row, all_rows;  // this call's rows are first_row … of all_rows

// log Σ exp is the peak and what is beyond it: of a row that is nearly certain, a float holds the two apart but not
// their sum.
float log_sum_exp_beyond(int row_at, out float peak, out float mean) {
    float rest = 0.0, peaks = 0.0;
    peak = minus_infinity;
    mean = 0.0;
    for (EACH_COLUMN(j)) {
        peak = max(peak, ENTRY(j));
        mean += ENTRY(j);
    }
    peak = maximum_of_group(peak);
    mean = sum_of_group(mean) / float(columns);
    for (EACH_COLUMN(j)) {
        if (ENTRY(j) == peak)
            peaks += 1.0;
        else
            rest += exp(max(ENTRY(j) - peak, -87.0));
    }
    peaks = sum_of_group(peaks);
    rest = sum_of_group(rest) / peaks;
    const float series = rest * (1.0 - rest * (0.5 - rest * (1.0 / 3.0 - 0.25 * rest)));
    return log(peaks) + (rest < 0.01 ? series : log(1.0 + rest));
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
        float peak, mean;
        const float beyond = log_sum_exp_beyond(row_at, peak, mean), total = peak + beyond;
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
            float peak, mean;
            const float beyond = log_sum_exp_beyond(row_at, peak, mean), of_label = x[row_at + label];
            loss = peak - of_label + beyond + smoothing * (of_label - mean);
        }
        if (gl_LocalInvocationIndex == 0u) losses[base[3] + first_row + r] = loss;
#endif
    }
#endif
}
