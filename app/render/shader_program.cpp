#include "app/render/shader_program.h"

#include <fmt/core.h>

#include <epoxy/gl.h>

#include "app/render/texts.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

/// The shader, which lives as long as it is attached to the program.
unsigned attach(unsigned program, GLenum kind, const std::string& source, const std::string& name) {
    const unsigned shader = glCreateShader(kind);
    const char* const text = source.c_str();
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    int good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    char log[1024] = "";
    if (good)
        glAttachShader(program, shader);
    else
        glGetShaderInfoLog(shader, sizeof log, nullptr, log);
    glDeleteShader(shader);
    if (!good) throw Error(fmt::format(texts::render::shader_refused, name, log));
    return shader;
}

}  // namespace

unsigned make_program(const std::string& vertex, const std::string& fragment, const std::string& name) {
    const unsigned program = glCreateProgram();
    try {
        const unsigned shaders[] = {attach(program, GL_VERTEX_SHADER, vertex, name + ".vert"),
                                    attach(program, GL_FRAGMENT_SHADER, fragment, name + ".frag")};
        glLinkProgram(program);
        // Else their sources and all that they were read into stay beside what runs.
        for (const unsigned shader : shaders) glDetachShader(program, shader);
        int good = 0;
        glGetProgramiv(program, GL_LINK_STATUS, &good);
        if (!good) throw Error(fmt::format(texts::render::link_refused, name, name));
    } catch (const Error&) {
        glDeleteProgram(program);
        throw;
    }
    return program;
}

std::string with_definition(std::string source, const char* name) {
    return source.insert(source.find('\n') + 1, std::string("#define ") + name + "\n");
}

}  // namespace glassformer
