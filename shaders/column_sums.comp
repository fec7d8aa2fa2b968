// y[j] += the sum over all rows of column j: gradients of biases and of what a whole batch shares. Column j is entry
// j modulo `width` of head j / width; row r is row r modulo `inner` of sequence r / inner.
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) buffer Y { float y[]; };
uniform int row_count, columns, width, inner, head_stride, sequence_stride, row_stride;
shared float part[8][32];
void main() {
    const int j = int(gl_GlobalInvocationID.x), me = int(gl_LocalInvocationID.x), line = int(gl_LocalInvocationID.y);
    float sum = 0.0;
    if (j < columns)
        for (int r = line; r < row_count; r += 8)
            sum += x[base[0] + r / inner * sequence_stride + r % inner * row_stride + j / width * head_stride + j % width];
    part[line][me] = sum;
    barrier();
    if (line != 0 || j >= columns) return;
    for (int l = 1; l < 8; ++l) sum += part[l][me];
    y[base[1] + j] += sum;
}
