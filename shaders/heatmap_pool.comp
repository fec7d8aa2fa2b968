// A matrix with more cells than pixels, made smaller: of the cells that share a texel the largest magnitude, or the middle
// between the largest and the smallest; NaN before all, -inf only where there is nothing else. The same as pool_entries() in
// core/math/extremes.h. Called by the window on a tensor where it lies.
layout(local_size_x = 8, local_size_y = 8) in;
layout(r32f, binding = 0) writeonly uniform image2D texels;
uniform usamplerBuffer entries;
uniform ivec3 lie;      // entry (row, column) is at lie.x + row * lie.y + column * lie.z
uniform ivec2 cells;    // columns, rows
uniform ivec2 pool;     // columns and rows that share a texel
uniform bool middle;    // between the extremes, instead of the largest magnitude

void main() {
    const ivec2 texel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(texel, imageSize(texels)))) return;
    const ivec2 begin = texel * pool, end = min(begin + pool, cells);
    uint found = 0xff800000u;
    float low = uintBitsToFloat(0x7f800000u), high = uintBitsToFloat(0xff800000u);
    for (int row = begin.y; row < end.y; ++row)
        for (int column = begin.x; column < end.x; ++column) {
            const uint bits = texelFetch(entries, lie.x + row * lie.y + column * lie.z).r;
            const uint size = bits & 0x7fffffffu, largest = found & 0x7fffffffu;
            if (largest > 0x7f800000u) continue;  // NaN stays
            if (size > 0x7f800000u || found == 0xff800000u || (bits != 0xff800000u && size > largest)) found = bits;
            if (bits == 0xff800000u) continue;
            low = min(low, uintBitsToFloat(bits));
            high = max(high, uintBitsToFloat(bits));
        }
    if (middle && (found & 0x7fffffffu) < 0x7f800000u && low < high) found = floatBitsToUint(0.5 * low + 0.5 * high);
    imageStore(texels, texel, vec4(uintBitsToFloat(found), 0.0, 0.0, 0.0));
}
