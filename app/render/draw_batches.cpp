#include "app/render/draw_batches.h"

#include <algorithm>
#include <cmath>

#include "app/render/imgui_shim.h"

namespace glassformer {

namespace {

/// Pixels of a triangle from which on it is drawn as a plain one. Smaller ones stay with the edges around them, which
/// they take turns with along a curve.
constexpr float worthwhile = 128;
constexpr int tile = 8;  // pixels; smaller ones find more that does not touch, and take longer

constexpr std::size_t worth_keeping = 1024;  // indices of memory that the last frame did not use

/// Only marks a command as ours: these are drawn from its data.
void own_drawing(const ImDrawList*, const ImDrawCmd*) {}

int area(const PixelBox& box) { return (box.right - box.left) * (box.bottom - box.top); }

PixelBox around(const PixelBox& a, const PixelBox& b) {
    return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right), std::max(a.bottom, b.bottom)};
}

}  // namespace

PixelBox PixelBox::intersect(const PixelBox& other) const {
    return {std::max(left, other.left), std::max(top, other.top), std::min(right, other.right),
            std::min(bottom, other.bottom)};
}

int pixel_at(float at, int end) {
    return !(at > -1) ? -1 : at < static_cast<float>(end + 1) ? static_cast<int>(at) : end + 1;
}

void add_own_drawing(ImDrawList& list, OwnDrawing& drawing) { list.AddCallback(own_drawing, &drawing); }

/// Triangles that follow one another and are drawn alike, near each other.
struct DrawBatches::Unit {
    DrawBatch::Kind kind = DrawBatch::Kind::plain;
    PixelBox box;
    int first = 0, end = 0;  // indices of the command
};

/// The batch that draws something in the box after everything before it there.
DrawBatch* DrawBatches::place(DrawBatch::Kind kind, std::uintptr_t texture, const PixelBox& box, const PixelBox& clip) {
    const PixelBox seen = box.intersect(clip);
    if (seen.empty()) return nullptr;
    const PixelBox own_clip = clip.holds(box) || kind == DrawBatch::Kind::own ? framebuffer_ : clip;
    const int left = seen.left / tile, right = (seen.right - 1) / tile, top = seen.top / tile,
              bottom = (seen.bottom - 1) / tile;
    std::uint32_t after = 0;
    for (int y = top; y <= bottom; ++y) {
        const std::uint32_t* const row = last_.data() + static_cast<std::ptrdiff_t>(y) * across_;
        for (int x = left; x <= right; ++x) after = std::max(after, row[x]);
    }
    std::size_t at = after > 0 ? after - 1U : 0;
    while (at < count_ &&
           !(batches_[at].kind == kind && batches_[at].texture == texture && batches_[at].clip == own_clip))
        ++at;
    if (at == count_) {
        if (count_ == batches_.size()) batches_.emplace_back();
        DrawBatch& fresh = batches_[count_++];
        // Else each would keep the most that any frame drew with it.
        if (fresh.indices.capacity() > worth_keeping + 4 * fresh.indices.size()) fresh.indices.shrink_to_fit();
        fresh.kind = kind;
        fresh.texture = texture;
        fresh.clip = own_clip;
        fresh.indices.clear();
        fresh.drawings.clear();
    }
    const auto mark = static_cast<std::uint32_t>(at + 1);
    for (int y = top; y <= bottom; ++y) {
        std::uint32_t* const row = last_.data() + static_cast<std::ptrdiff_t>(y) * across_;
        std::fill(row + left, row + right + 1, mark);
    }
    return &batches_[at];
}

void DrawBatches::triangles(const ImDrawList& list, const ImDrawCmd& command, unsigned first_vertex,
                            const PixelBox& clip) {
    const auto texture = shim::texture_of(command);
    const ImDrawIdx* const indices = list.IdxBuffer.Data + command.IdxOffset;
    const ImDrawVert* const vertices = list.VtxBuffer.Data + command.VtxOffset;
    const float pixels = scale_.x * scale_.y;  // of a unit of area
    Unit unit;
    const auto put = [&] {
        if (unit.end == unit.first) return;
        const bool bound = unit.kind == DrawBatch::Kind::textured;
        DrawBatch* const batch = place(unit.kind, bound ? texture : 0, unit.box, clip);
        if (batch == nullptr) return;
        const unsigned first = first_vertex + command.VtxOffset;
        const auto put_at = static_cast<std::ptrdiff_t>(batch->indices.size());
        batch->indices.resize(batch->indices.size() + static_cast<std::size_t>(unit.end - unit.first));
        std::transform(indices + unit.first, indices + unit.end, batch->indices.begin() + put_at,
                       [first](ImDrawIdx index) { return first + index; });
    };
    for (int i = 0; i + 2 < static_cast<int>(command.ElemCount); i += 3) {
        const ImDrawVert &a = vertices[indices[i]], &b = vertices[indices[i + 1]], &c = vertices[indices[i + 2]];
        const auto white = [&](const ImDrawVert& v) { return v.uv.x == white_.x && v.uv.y == white_.y; };
        const bool filled = white(a) && white(b) && white(c);
        const bool one = a.col == b.col && a.col == c.col && (a.col >> IM_COL32_A_SHIFT & 255U) == 255U;
        const float twice =
            std::abs((b.pos.x - a.pos.x) * (c.pos.y - a.pos.y) - (b.pos.y - a.pos.y) * (c.pos.x - a.pos.x));
        const DrawBatch::Kind kind = !filled                                   ? DrawBatch::Kind::textured
                                     : one && twice * pixels >= 2 * worthwhile ? DrawBatch::Kind::plain
                                                                               : DrawBatch::Kind::smooth;
        const auto across = [&](float x) { return (x - offset_.x) * scale_.x; };
        const auto down = [&](float y) { return (y - offset_.y) * scale_.y; };
        const PixelBox box{pixel_at(std::floor(across(std::min({a.pos.x, b.pos.x, c.pos.x}))), framebuffer_.right),
                           pixel_at(std::floor(down(std::min({a.pos.y, b.pos.y, c.pos.y}))), framebuffer_.bottom),
                           pixel_at(std::ceil(across(std::max({a.pos.x, b.pos.x, c.pos.x}))), framebuffer_.right),
                           pixel_at(std::ceil(down(std::max({a.pos.y, b.pos.y, c.pos.y}))), framebuffer_.bottom)};
        const PixelBox both = around(unit.box, box);
        constexpr int slack = 256;
        if (unit.end > unit.first && unit.kind == kind && area(both) <= area(unit.box) + 2 * area(box) + slack) {
            unit.box = both;
            unit.end = i + 3;
            continue;
        }
        put();
        unit = {kind, box, i, i + 3};
    }
    put();
}

void DrawBatches::sort(const ImDrawData& drawn, PixelBox framebuffer) {
    framebuffer_ = framebuffer;
    offset_ = {drawn.DisplayPos.x, drawn.DisplayPos.y};
    scale_ = {drawn.FramebufferScale.x, drawn.FramebufferScale.y};
    const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
    white_ = {white.x, white.y};
    count_ = 0;
    across_ = (framebuffer.right + tile - 1) / tile;
    last_.assign(static_cast<std::size_t>(across_) * static_cast<std::size_t>((framebuffer.bottom + tile - 1) / tile),
                 0);
    unsigned first_vertex = 0;
    for (int n = 0; n < drawn.CmdListsCount; ++n) {
        const ImDrawList& list = *drawn.CmdLists[n];
        for (const ImDrawCmd& command : list.CmdBuffer) {
            // The rectangle that ImGui's own renderer cuts to.
            const ImVec4& r = command.ClipRect;
            const float left = (r.x - offset_.x) * scale_.x, top = (r.y - offset_.y) * scale_.y,
                        right = (r.z - offset_.x) * scale_.x, bottom = (r.w - offset_.y) * scale_.y;
            const auto high = static_cast<float>(framebuffer.bottom);
            const int low = framebuffer.bottom - static_cast<int>(high - bottom);
            const PixelBox clip = PixelBox{static_cast<int>(left), low - static_cast<int>(bottom - top),
                                           static_cast<int>(left) + static_cast<int>(right - left), low}
                                      .intersect(framebuffer);
            if (command.UserCallback == nullptr) {
                triangles(list, command, first_vertex, clip);
            } else if (command.UserCallback == own_drawing) {
                const auto* const own = static_cast<const OwnDrawing*>(command.UserCallbackData);
                const PixelBox box = own->place().intersect(framebuffer);
                DrawBatch* const batch =
                    place(DrawBatch::Kind::own, static_cast<std::uintptr_t>(own->kind()), box, clip);
                if (batch != nullptr) batch->drawings.push_back({own, clip.holds(box) ? framebuffer : clip});
            }
        }
        first_vertex += static_cast<unsigned>(list.VtxBuffer.Size);
    }
    batches_.resize(count_);
}

}  // namespace glassformer
