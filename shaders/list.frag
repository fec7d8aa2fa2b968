#version 330 core
// Triangles of ImGui's draw lists: one colour each (PLAIN), colours that go over into each other, or letters and lines
// of the atlas (TEXTURED).
#ifdef PLAIN
flat in vec4 tone;
#else
in vec4 tone;
#endif
#ifdef TEXTURED
in vec2 texel;
uniform sampler2D atlas;
#endif
layout(location = 0) out vec4 colour;
void main() {
#ifdef TEXTURED
    colour = tone * texture(atlas, texel);
#else
    colour = tone;
#endif
}
