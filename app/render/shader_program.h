// Shaders of the window, compiled and linked.
#pragma once

#include <string>

namespace glassformer {

/// Links NAME.vert and NAME.frag. Throws Error with the driver's log. Requires a current OpenGL context.
unsigned make_program(const std::string& vertex, const std::string& fragment, const std::string& name);
/// Inserts "#define NAME" after the first line of the source, which is #version.
std::string with_definition(std::string source, const char* name);

}  // namespace glassformer
