// Batches of ImGui's triangles in a frame, sorted into few draw calls. Text needs a texture and edges need blending; a
// plain fill needs neither, and a software renderer draws it six times faster that way. A change of state costs as much
// as thousands of pixels, so triangles of one kind are drawn together unless others between them overlap. The picture
// is the same (smooth edges may differ by 1 of 255 per layer). Independent of OpenGL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/platform/geometry.h"

struct ImDrawCmd;
struct ImDrawData;
struct ImDrawList;

namespace glassformer {

/// Framebuffer pixels from the top left, the ends beyond the last one.
struct PixelBox {
    int left = 0, top = 0, right = 0, bottom = 0;
    bool operator==(const PixelBox&) const = default;
    bool empty() const { return left >= right || top >= bottom; }
    bool holds(const PixelBox& other) const {
        return left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom;
    }
    PixelBox intersect(const PixelBox& other) const;
};

/// A coordinate, which may be of any size or no number, as a pixel of 0 … end, or as -1 or end + 1 beside them.
int pixel_at(float at, int end);

/// Drawing in a draw list that is not a triangle of ImGui. Lives until the frame is drawn.
class OwnDrawing {
public:
    virtual ~OwnDrawing() = default;
    virtual PixelBox place() const = 0;
    /// Drawings of the same kind follow one another where they can.
    virtual int kind() const = 0;
    /// The scissor is set. `first`: what was drawn before it was of another kind.
    virtual void draw(bool first) const = 0;
};
void add_own_drawing(ImDrawList& list, OwnDrawing& drawing);

struct DrawBatch {
    enum class Kind : std::uint8_t { plain, smooth, textured, own };  // plain: one opaque colour a triangle

    Kind kind = Kind::plain;
    std::uintptr_t texture = 0;  // what ImGui names it by; of own: kind() of the drawings
    PixelBox clip;               // all of the framebuffer where everything lies in its own clip
    std::vector<unsigned> indices;
    struct Own {
        const OwnDrawing* drawing;
        PixelBox clip;
    };
    std::vector<Own> drawings;
};

class DrawBatches {
public:
    /// `framebuffer` in pixels. Vertices are counted through all lists of the frame, in their order.
    void sort(const ImDrawData& drawn, PixelBox framebuffer);
    /// Batches in drawing order.
    const DrawBatch* begin() const { return batches_.data(); }
    const DrawBatch* end() const { return batches_.data() + count_; }

private:
    struct Unit;
    void triangles(const ImDrawList& list, const ImDrawCmd& command, unsigned first_vertex, const PixelBox& clip);
    DrawBatch* place(DrawBatch::Kind kind, std::uintptr_t texture, const PixelBox& box, const PixelBox& clip);

    std::vector<DrawBatch> batches_;   // their memory is kept for the next frame, as long as that uses it
    std::size_t count_ = 0;            // of them are this frame's
    std::vector<std::uint32_t> last_;  // a tile: the last batch that draws there, counted from 1
    int across_ = 0;                   // tiles
    PixelBox framebuffer_;
    Vec2 offset_, scale_, white_;
};

}  // namespace glassformer
