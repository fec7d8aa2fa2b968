// Gradients of a norm's weight and bias: for each column the sum over the rows, with the moments of the rows as the
// norm's own backward call left them.
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) readonly buffer Upstream { float upstream[]; };
layout(std430, binding = 2) readonly buffer Moments { float moments[]; };
layout(std430, binding = 3) buffer Weight { float weight[]; };
layout(std430, binding = 4) buffer Bias { float bias[]; };
uniform int row_count, columns, wants_weight, wants_bias;
shared float of_weight[8][32], of_bias[8][32];
void main() {
    const int j = int(gl_GlobalInvocationID.x), me = int(gl_LocalInvocationID.x), line = int(gl_LocalInvocationID.y);
    float w = 0.0, b = 0.0;
    if (j < columns)
        for (int r = line; r < row_count; r += 8) {
            const int m = base[2] + 3 * r;
            const float g = upstream[base[1] + r * columns + j];
            w += g * ((x[base[0] + r * columns + j] - moments[m]) - moments[m + 1]) / moments[m + 2];
            b += g;
        }
    of_weight[line][me] = w;
    of_bias[line][me] = b;
    barrier();
    if (line != 0 || j >= columns) return;
    for (int l = 1; l < 8; ++l) {
        w += of_weight[l][me];
        b += of_bias[l][me];
    }
    if (wants_weight != 0) weight[base[3] + j] += w;
    if (wants_bias != 0) bias[base[4] + j] += b;
}
