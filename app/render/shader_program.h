// Shaders of the window, compiled and linked.
#pragma once

#include <string>

namespace glassformer {

/// Of NAME.vert and NAME.frag. Throws Error with the driver's words. Needs a current OpenGL context.
unsigned make_program(const std::string& vertex, const std::string& fragment, const std::string& name);
/// The source with "#define NAME" behind its first line, which is #version.
std::string with_definition(std::string source, const char* name);

}  // namespace glassformer
