// Renderer of ImGui's lists with OpenGL, in the order of DrawBatches and with the simplest shader for each kind. Uses
// the textures of ImGui's own backend.
#pragma once

#include <array>

#include "app/render/draw_batches.h"

namespace glassformer {

class ListRenderer {
public:
    ListRenderer();  // needs a current OpenGL context, as every other call
    ~ListRenderer();
    ListRenderer(const ListRenderer&) = delete;
    ListRenderer& operator=(const ListRenderer&) = delete;

    /// Draws into the bound framebuffer, over its contents.
    void draw(const ImDrawData& drawn);
    /// Of a frame that nobody will look at: only what the next one needs.
    static void leave_out(const ImDrawData& drawn);

private:
    struct Program {
        unsigned name = 0;
        int projection = -1;
    };
    void upload(const ImDrawData& drawn);
    void cut(const PixelBox& clip);

    std::array<Program, 3> programs_;  // by kind
    unsigned vertices_ = 0, vertex_buffer_ = 0, index_buffer_ = 0;
    PixelBox framebuffer_, clip_;
    DrawBatches batches_;
};

}  // namespace glassformer
