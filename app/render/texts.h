// Every message about drawing: fonts, vector files and the graphics driver. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::render {

// Fonts
inline constexpr const char* fonts_missing = "Fonts not found: {} (Debian: fonts-dejavu-core, fonts-dejavu-extra)";
inline constexpr const char* no_font_has = "no installed font has {}";
inline constexpr const char* more_characters_one = "{} and 1 more character";
inline constexpr const char* more_characters = "{} and {} more characters";

// Files
inline constexpr const char* file_types = "a picture is written as .svg, .pdf or .png, not as '{}'";
inline constexpr const char* write_failed = "cannot write the picture {}: {}";

// Graphics driver
inline constexpr const char* picture_too_large =
    "the picture would be {} × {} pixels; this graphics driver draws at most {} in each direction";
inline constexpr const char* picture_failed = "the graphics driver cannot draw a picture of {} × {} pixels";
inline constexpr const char* shader_refused = "the graphics driver cannot compile the shader {}: {}";
inline constexpr const char* link_refused = "the graphics driver cannot link {}.vert and {}.frag";
inline constexpr const char* read_back = "glassformer: tensors are copied from the GPU to be drawn: {}\n";

}  // namespace glassformer::texts::render
