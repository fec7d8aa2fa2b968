// C = A B for a pile of matrices, one a head and sequence, in blocks of BM x BN entries; each thread holds RM x RN of
// them. A and B come in tiles of depth BK through shared memory, the next tile while this one is multiplied. Every
// operation that is a matrix product calls this with its own strides, so no tensor is ever transposed or copied.
//   A_ALONG_K, B_ALONG_K   the entries of A (B) lie side by side along k; otherwise along rows of A (columns of B)
//   A_WHOLE, B_WHOLE       ... and in whole aligned fours
//   THREADS_X, THREADS_Y   BN / RN and BM / RM: OpenGL 4.3 takes no expression there
//   BIAS                   the sum starts with the bias of its column
layout(local_size_x = THREADS_X, local_size_y = THREADS_Y) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) buffer C { float c[]; };
#ifdef BIAS
layout(std430, binding = 3) readonly buffer Bias { float bias[]; };
#endif
#ifdef A_WHOLE
layout(std430, binding = 0) readonly buffer A4 { vec4 a4[]; };
#endif
#ifdef B_WHOLE
layout(std430, binding = 1) readonly buffer B4 { vec4 b4[]; };
#endif

uniform int rows_first, rows_end, columns_first, columns_end;    // what this call does of C
uniform int depth_first, depth_end, repeats_first, repeats_end;  // and adds up
uniform int z_first, heads;                   // z is sequence · heads + head
uniform int a_low, a_sequence, a_head, a_group, a_repeat, a_row, a_column;
uniform int b_low, b_sequence, b_head, b_group, b_repeat, b_row, b_column;
uniform int c_low, c_sequence, c_head, c_group, c_row;
uniform int bias_head, accumulate;

const int THREADS = (BM / RM) * (BN / RN);
const int A_LOADS = BM * BK / 4 / THREADS, B_LOADS = BN * BK / 4 / THREADS;

shared float tile_a[2 * BK * BM];  // [k][row]
shared float tile_b[2 * BK * BN];  // [k][column]

// Four neighbours from `at` on, of which `left` exist.
vec4 four_of_a(int at, int left) {
#ifdef A_WHOLE
    if (left >= 4) return a4[at >> 2];
#endif
    return vec4(left > 0 ? a[at] : 0.0, left > 1 ? a[at + 1] : 0.0, left > 2 ? a[at + 2] : 0.0,
                left > 3 ? a[at + 3] : 0.0);
}
vec4 four_of_b(int at, int left) {
#ifdef B_WHOLE
    if (left >= 4) return b4[at >> 2];
#endif
    return vec4(left > 0 ? b[at] : 0.0, left > 1 ? b[at + 1] : 0.0, left > 2 ? b[at + 2] : 0.0,
                left > 3 ? b[at + 3] : 0.0);
}

void main() {
    const int z = z_first + int(gl_WorkGroupID.z), sequence = z / heads, head = z % heads;
    const int a_at = base[0] + sequence * a_sequence + head / a_group * a_head - a_low;
    const int b_at = base[1] + sequence * b_sequence + head / b_group * b_head - b_low;
    const int row0 = rows_first + int(gl_WorkGroupID.y) * BM, column0 = columns_first + int(gl_WorkGroupID.x) * BN;
    const int thread = int(gl_LocalInvocationIndex);
    const int my_row = int(gl_LocalInvocationID.y) * RM, my_column = int(gl_LocalInvocationID.x) * RN;

    float sum[RM * RN];
    for (int s = 0; s < RM * RN; ++s) sum[s] = 0.0;
    vec4 next_a[A_LOADS], next_b[B_LOADS];

    const int tiles_a_repeat = (depth_end - depth_first + BK - 1) / BK;
    const int tiles = (repeats_end - repeats_first) * tiles_a_repeat;
    for (int tile = 0; tile <= tiles; ++tile) {
        if (tile < tiles) {
            const int repeat = repeats_first + tile / tiles_a_repeat, k0 = depth_first + tile % tiles_a_repeat * BK;
            const int a_from = a_at + repeat * a_repeat, b_from = b_at + repeat * b_repeat;
            for (int l = 0; l < A_LOADS; ++l) {
                const int q = thread + l * THREADS;
#ifdef A_ALONG_K
                const int i = row0 + q / (BK / 4), k = k0 + q % (BK / 4) * 4;
                next_a[l] = i < rows_end ? four_of_a(a_from + i * a_row + k, depth_end - k) : vec4(0.0);
#else
                const int k = k0 + q / (BM / 4), i = row0 + q % (BM / 4) * 4;
                next_a[l] = k < depth_end ? four_of_a(a_from + i + k * a_column, rows_end - i) : vec4(0.0);
#endif
            }
            for (int l = 0; l < B_LOADS; ++l) {
                const int q = thread + l * THREADS;
#ifdef B_ALONG_K
                const int j = column0 + q / (BK / 4), k = k0 + q % (BK / 4) * 4;
                next_b[l] = j < columns_end ? four_of_b(b_from + k + j * b_column, depth_end - k) : vec4(0.0);
#else
                const int k = k0 + q / (BN / 4), j = column0 + q % (BN / 4) * 4;
                next_b[l] = k < depth_end ? four_of_b(b_from + k * b_row + j, columns_end - j) : vec4(0.0);
#endif
            }
        }
        if (tile > 0) {
            const int from_a = ((tile - 1) & 1) * BK * BM + my_row, from_b = ((tile - 1) & 1) * BK * BN + my_column;
            for (int k = 0; k < BK; ++k) {
                float of_a[RM], of_b[RN];
                for (int r = 0; r < RM; ++r) of_a[r] = tile_a[from_a + k * BM + r];
                for (int s = 0; s < RN; ++s) of_b[s] = tile_b[from_b + k * BN + s];
                for (int r = 0; r < RM; ++r)
                    for (int s = 0; s < RN; ++s) sum[r * RN + s] += of_a[r] * of_b[s];
            }
        }
        if (tile < tiles) {
            const int to_a = (tile & 1) * BK * BM, to_b = (tile & 1) * BK * BN;
            for (int l = 0; l < A_LOADS; ++l) {
                const int q = thread + l * THREADS;
                for (int x = 0; x < 4; ++x)
#ifdef A_ALONG_K
                    tile_a[to_a + (q % (BK / 4) * 4 + x) * BM + q / (BK / 4)] = next_a[l][x];
#else
                    tile_a[to_a + q / (BM / 4) * BM + q % (BM / 4) * 4 + x] = next_a[l][x];
#endif
            }
            for (int l = 0; l < B_LOADS; ++l) {
                const int q = thread + l * THREADS;
                for (int x = 0; x < 4; ++x)
#ifdef B_ALONG_K
                    tile_b[to_b + (q % (BK / 4) * 4 + x) * BN + q / (BK / 4)] = next_b[l][x];
#else
                    tile_b[to_b + q / (BN / 4) * BN + q % (BN / 4) * 4 + x] = next_b[l][x];
#endif
            }
        }
        barrier();
    }

    const int c_at = base[2] + sequence * c_sequence + head / c_group * c_head - c_low;
    for (int r = 0; r < RM; ++r) {
        const int i = row0 + my_row + r;
        if (i >= rows_end) break;
        for (int s = 0; s < RN; ++s) {
            const int j = column0 + my_column + s;
            if (j >= columns_end) break;
            float value = sum[r * RN + s];
#ifdef BIAS
            value += bias[base[3] + head * bias_head + j];
#endif
            const int at = c_at + i * c_row + j;
            c[at] = accumulate != 0 ? c[at] + value : value;
        }
    }
}
