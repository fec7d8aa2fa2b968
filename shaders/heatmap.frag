#version 330 core
// Colours one cell a number. The cell is found from the pixel itself, not from interpolated coordinates, which leave
// notches along the diagonal of the quad. Does what HeatScale::fill() in app/paint/heat_scale.cpp does.
// Defined only where it has to be, because a renderer without branches does all of it in every pixel: CUT (cells have
// gaps, or not all are drawn), SPECIAL (there may be cells that are not finite), MANY_STOPS (more than three).
#ifdef ON_DEVICE
uniform usamplerBuffer entries;  // the cells, in a device's buffer
uniform ivec3 lie;               // cell (row, column) is at lie.x + row * lie.y + column * lie.z
#else
uniform sampler2D values;     // one texel a cell
#endif
uniform ivec2 cells;          // columns, rows
uniform vec4 place;           // x, y, width, height in framebuffer pixels from the top left
uniform vec2 target;          // size of the framebuffer
uniform vec4 stops[9];        // the ramp's colours, at equal distances
uniform int stop_count;
uniform vec3 range;           // value at the first stop, to the last one, and what values are multiplied by before
uniform float gap;            // pixels between cells
uniform int shown;            // cells drawn, row by row
uniform vec4 grounds[3];      // of NaN, -inf and +inf; alpha 0: none
uniform vec4 inks[3];         // of the lines across
uniform vec3 lines[3];        // their width and distance in pixels of a row; 1: they rise to the right, -1: they fall
out vec4 colour;

void main() {
    vec2 pixel = vec2(gl_FragCoord.x, target.y - gl_FragCoord.y) - place.xy;  // centres, at .5
    vec2 per_pixel = vec2(cells) / place.zw;
    ivec2 cell = ivec2(clamp(pixel * per_pixel, vec2(0.0), vec2(cells) - 1.0));
#ifdef CUT
    ivec2 after_gap = ivec2(floor((pixel + gap) * per_pixel));
    if (after_gap.x != cell.x || after_gap.y != cell.y) discard;
    if (cell.y * cells.x + cell.x >= shown) discard;
#endif

#ifdef ON_DEVICE
    uint bits = texelFetch(entries, lie.x + cell.y * lie.y + cell.x * lie.z).r;
#else
    uint bits = floatBitsToUint(texelFetch(values, cell, 0).r);
#endif
#ifdef SPECIAL
    // Bits, because isnan() may be optimised away.
    int special = (bits & 0x7fffffffu) > 0x7f800000u ? 0 : bits == 0xff800000u ? 1 : bits == 0x7f800000u ? 2 : -1;
    if (special >= 0) {
        vec3 line = lines[special];
        float diagonal = floor(pixel.x) + line.z * floor(pixel.y);
        float stripe = diagonal - line.y * floor((diagonal + 0.5) / line.y);  // modulo the distance
        vec4 found = stripe < line.x - 0.5 ? inks[special] : grounds[special];
        if (found.a == 0.0) discard;
        colour = vec4(found.rgb, 1.0);
        return;
    }
#endif
    float t = clamp((uintBitsToFloat(bits) * range.z - range.x) / range.y, 0.0, 1.0);
    float at = t * float(stop_count - 1);
#ifdef MANY_STOPS
    int below = min(int(at), stop_count - 2);
    colour = vec4(mix(stops[below].rgb, stops[below + 1].rgb, at - float(below)), 1.0);
#else
    bool upper = at >= 1.0 && stop_count == 3;
    colour = vec4(mix(upper ? stops[1].rgb : stops[0].rgb, upper ? stops[2].rgb : stops[1].rgb,
                      upper ? at - 1.0 : at), 1.0);
#endif
}
