// The largest finite magnitude of a matrix, as the bits of the float: of numbers without a sign, bits and values have
// the same order. Called by the window (app/render/device_matrices.h) on a tensor where it lies.
layout(local_size_x = LOCAL) in;
layout(std430, binding = 0) buffer Found { uint found; };
uniform usamplerBuffer entries;
uniform ivec3 lie;      // entry (row, column) is at lie.x + row * lie.y + column * lie.z
uniform ivec2 cells;    // columns, rows
shared uint largest[LOCAL];

void main() {
    const int me = int(gl_LocalInvocationIndex);
    uint mine = 0u;
    for (int i = FIRST; i < n; i += STRIDE) {
        const int row = i / cells.x;
        const uint bits = texelFetch(entries, lie.x + row * lie.y + (i - row * cells.x) * lie.z).r & 0x7fffffffu;
        if (bits < 0x7f800000u) mine = max(mine, bits);  // neither infinite nor NaN
    }
    largest[me] = mine;
    barrier();
    for (int half_ = LOCAL / 2; half_ > 0; half_ /= 2) {
        if (me < half_) largest[me] = max(largest[me], largest[me + half_]);
        barrier();
    }
    if (me == 0) atomicMax(found, largest[0]);
}
