// Rows of a table, one a token; backward each thread owns a column of the table and goes through the tokens in order,
// so that a token that stands twice adds up without a race. A table larger than a shader may see comes in pieces of
// table_rows rows from first_row on.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Ids { float ids[]; };
layout(std430, binding = 1) buffer Table { float table[]; };  // backward: its gradient
layout(std430, binding = 2) buffer Result { float result[]; };
uniform int tokens, d_model, first_row, table_rows;
uniform float factor;
void main() {
#ifdef BACKWARD
    for (int c = FIRST; c < n; c += STRIDE)
        for (int i = 0; i < tokens; ++i) {
            const int row = int(ids[base[0] + i]) - first_row;
            if (row >= 0 && row < table_rows)
                table[base[1] + row * d_model + c] += factor * result[base[2] + i * d_model + c];
        }
#else
    for (int e = FIRST; e < n; e += STRIDE) {
        const int row = int(ids[base[0] + e / d_model]) - first_row;
        if (row >= 0 && row < table_rows) result[base[2] + e] = factor * table[base[1] + row * d_model + e % d_model];
    }
#endif
}
