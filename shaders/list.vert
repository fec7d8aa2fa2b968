#version 330 core
// The vertices of ImGui's draw lists.
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 at;
layout(location = 2) in vec4 colour;
uniform mat4 projection;
#ifdef PLAIN
flat out vec4 tone;
#else
out vec4 tone;
#endif
#ifdef TEXTURED
out vec2 texel;
#endif
void main() {
    tone = colour;
#ifdef TEXTURED
    texel = at;
#endif
    gl_Position = projection * vec4(position, 0.0, 1.0);
}
