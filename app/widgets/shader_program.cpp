#include "app/widgets/shader_program.h"

#include <epoxy/gl.h>

#include "core/error.h"

namespace glassformer {

namespace {

unsigned compiled(GLenum kind, const std::string& source, const char* name) {
    const unsigned shader = glCreateShader(kind);
    const char* const text = source.c_str();
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    int good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good) return shader;
    char log[1024] = "";
    glGetShaderInfoLog(shader, sizeof log, nullptr, log);
    glDeleteShader(shader);
    throw Error(std::string("the driver refuses the shader ") + name + ": " + log);
}

}  // namespace

unsigned make_program(const std::string& vertex, const std::string& fragment, const char* name) {
    const unsigned program = glCreateProgram();
    const unsigned parts[] = {compiled(GL_VERTEX_SHADER, vertex, name), compiled(GL_FRAGMENT_SHADER, fragment, name)};
    for (const unsigned part : parts) glAttachShader(program, part);
    glLinkProgram(program);
    for (const unsigned part : parts) glDeleteShader(part);
    int good = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (!good) throw Error(std::string("the driver refuses to link the shaders of ") + name);
    return program;
}

std::string with_definition(std::string source, const char* name) {
    return source.insert(source.find('\n') + 1, std::string("#define ") + name + "\n");
}

}  // namespace glassformer
