#version 330 core
// The four corners of a heatmap, in framebuffer pixels from the top left.
uniform vec4 place;   // x, y, width, height
uniform vec2 target;  // size of the framebuffer
void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 at = (place.xy + corner * place.zw) / target;
    gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
}
