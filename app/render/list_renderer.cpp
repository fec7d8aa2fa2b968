#include "app/render/list_renderer.h"

#include <epoxy/gl.h>

#include <cmath>
#include <cstddef>

#include "app/render/imgui_shim.h"
#include "app/render/shader_program.h"

namespace glassformer {

namespace shader {
extern const char* const list_vert;
extern const char* const list_frag;
}  // namespace shader

namespace {

/// As OpenGL wants it.
// NOLINTNEXTLINE(performance-no-int-to-ptr)
const void* at_byte(std::size_t offset) { return reinterpret_cast<const void*>(offset); }
std::size_t bytes_of(const ImDrawList& list) {
    return static_cast<std::size_t>(list.VtxBuffer.Size) * sizeof(ImDrawVert);
}

}  // namespace

ListRenderer::ListRenderer() {
    constexpr std::array<const char*, 3> definitions{"PLAIN", "SMOOTH", "TEXTURED"};
    for (std::size_t kind = 0; kind < programs_.size(); ++kind) {
        const unsigned name = make_program(with_definition(shader::list_vert, definitions[kind]),
                                           with_definition(shader::list_frag, definitions[kind]), "list");
        programs_[kind] = {name, glGetUniformLocation(name, "projection")};
    }
    glGenVertexArrays(1, &vertices_);
    glGenBuffers(1, &vertex_buffer_);
    glGenBuffers(1, &index_buffer_);
    glBindVertexArray(vertices_);
    glBindBuffer(GL_ARRAY_BUFFER, vertex_buffer_);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, index_buffer_);
    constexpr int bytes = sizeof(ImDrawVert);
    for (const unsigned attribute : {0U, 1U, 2U}) glEnableVertexAttribArray(attribute);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, bytes, at_byte(offsetof(ImDrawVert, pos)));
    glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, bytes, at_byte(offsetof(ImDrawVert, uv)));
    glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, bytes, at_byte(offsetof(ImDrawVert, col)));
    glBindVertexArray(0);
}

ListRenderer::~ListRenderer() {
    for (const Program& program : programs_) glDeleteProgram(program.name);
    glDeleteVertexArrays(1, &vertices_);
    glDeleteBuffers(1, &vertex_buffer_);
    glDeleteBuffers(1, &index_buffer_);
}

void ListRenderer::upload(const ImDrawData& drawn) {
    std::size_t bytes = 0;
    for (int n = 0; n < drawn.CmdListsCount; ++n) bytes += bytes_of(*drawn.CmdLists[n]);
    glBindBuffer(GL_ARRAY_BUFFER, vertex_buffer_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_DRAW);
    std::size_t at = 0;
    for (int n = 0; n < drawn.CmdListsCount; ++n) {
        const ImDrawList& list = *drawn.CmdLists[n];
        const std::size_t part = bytes_of(list);
        if (part > 0)
            glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(at), static_cast<GLsizeiptr>(part),
                            list.VtxBuffer.Data);
        at += part;
    }
    bytes = 0;
    for (const DrawBatch& batch : batches_) bytes += batch.indices.size() * sizeof(unsigned);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_DRAW);
    at = 0;
    for (const DrawBatch& batch : batches_) {
        const std::size_t part = batch.indices.size() * sizeof(unsigned);
        if (part > 0)
            glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLintptr>(at), static_cast<GLsizeiptr>(part),
                            batch.indices.data());
        at += part;
    }
}

void ListRenderer::cut(const PixelBox& clip) {
    if (clip == clip_) return;
    clip_ = clip;
    glScissor(clip.left, framebuffer_.bottom - clip.bottom, clip.right - clip.left, clip.bottom - clip.top);
}

void ListRenderer::leave_out(const ImDrawData& drawn) { shim::update_textures(drawn); }

void ListRenderer::draw(const ImDrawData& drawn) {
    framebuffer_ = {0, 0, static_cast<int>(std::lround(drawn.DisplaySize.x * drawn.FramebufferScale.x)),
                    static_cast<int>(std::lround(drawn.DisplaySize.y * drawn.FramebufferScale.y))};
    if (framebuffer_.empty()) return;
    shim::update_textures(drawn);
    batches_.sort(drawn, framebuffer_);

    glBindVertexArray(vertices_);
    upload(drawn);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    for (const GLenum off : {GL_CULL_FACE, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_PRIMITIVE_RESTART}) glDisable(off);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glEnable(GL_SCISSOR_TEST);
    glViewport(0, 0, framebuffer_.right, framebuffer_.bottom);
    clip_ = {};
    glActiveTexture(GL_TEXTURE0);
    glBindSampler(0, 0);

    const float left = drawn.DisplayPos.x, right = left + drawn.DisplaySize.x;
    const float top = drawn.DisplayPos.y, bottom = top + drawn.DisplaySize.y;
    // clang-format off
    const std::array<float, 16> projection{2 / (right - left), 0, 0, 0,
                                           0, 2 / (top - bottom), 0, 0,
                                           0, 0, -1, 0,
                                           (right + left) / (left - right), (top + bottom) / (bottom - top), 0, 1};
    // clang-format on
    for (const Program& program : programs_) {
        glUseProgram(program.name);
        glUniformMatrix4fv(program.projection, 1, GL_FALSE, projection.data());
    }
    std::size_t at = 0;
    for (const DrawBatch& batch : batches_) {
        if (batch.kind == DrawBatch::Kind::own) {
            for (const DrawBatch::Own& own : batch.drawings) {
                cut(own.clip);
                own.drawing->draw(&own == batch.drawings.data());
            }
            continue;
        }
        glBindVertexArray(vertices_);
        glUseProgram(programs_[static_cast<std::size_t>(batch.kind)].name);
        cut(batch.clip);
        if (batch.kind == DrawBatch::Kind::plain)
            glDisable(GL_BLEND);
        else
            glEnable(GL_BLEND);
        if (batch.kind == DrawBatch::Kind::textured) glBindTexture(GL_TEXTURE_2D, static_cast<unsigned>(batch.texture));
        glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(batch.indices.size()), GL_UNSIGNED_INT, at_byte(at));
        at += batch.indices.size() * sizeof(unsigned);
    }
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glUseProgram(0);
}

}  // namespace glassformer
