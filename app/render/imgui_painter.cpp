#include "app/render/imgui_painter.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "app/paint/written_order.h"
#include "app/platform/window.h"
#include "app/render/imgui_shim.h"
#include "app/render/smooth_band.h"

namespace glassformer {

namespace {

ImVec2 point(Vec2 v) { return {v.x, v.y}; }
std::span<const ImVec2> points(std::span<const Vec2> all) {
    static_assert(sizeof(Vec2) == sizeof(ImVec2));
    return {reinterpret_cast<const ImVec2*>(all.data()), all.size()};
}
/// ImGui 1.86 divides by zero where an arc has a radius between 0 and a millionth. It takes half a pixel off each side
/// of a stroke, and leaves a pixel of a side between two corners.
float drawn_radius(const Rect& r, float radius, float inset) {
    constexpr float least = 0.01F;
    return std::min(radius, (std::min(r.w, r.h) - inset) / 2 - 1) < least ? 0 : radius;
}
constexpr float least_circle = 0.01F;  // pixels; nothing is seen of a smaller one

ImU32 packed(Colour c) { return ImGui::ColorConvertFloat4ToU32({c.r, c.g, c.b, c.a}); }

}  // namespace

void ImGuiPainter::begin_frame(const Theme& theme, float em, const Rect& window) {
    theme_ = &theme;
    em_ = em;
    overlays_ = 0;
    clips_.assign(1, window);
}

ImDrawList* ImGuiPainter::list() const {
    return overlays_ > 0 ? ImGui::GetForegroundDrawList() : ImGui::GetWindowDrawList();
}

void ImGuiPainter::push_overlay() {
    ++overlays_;
    clips_.push_back(clips_.front());
}
void ImGuiPainter::pop_overlay() {
    --overlays_;
    clips_.pop_back();
}

void ImGuiPainter::fill(const Rect& r, Colour colour, float radius) {
    if (r.w <= 0 || r.h <= 0) return;
    list()->AddRectFilled(point(r.min()), point(r.max()), packed(colour),
                          drawn_radius(r, std::min({radius, r.w / 2, r.h / 2}), 0));
}

void ImGuiPainter::stroke(const Rect& r, Colour colour, float width, float radius) {
    shim::add_rect(list(), point(r.min()), point(r.max()), packed(colour), drawn_radius(r, radius, 1), width);
}

void ImGuiPainter::line(Vec2 from, Vec2 to, Colour colour, float width) {
    list()->AddLine(point(from), point(to), packed(colour), width);
}

void ImGuiPainter::dashed(Vec2 from, Vec2 to, Colour colour, float width, float dash, float space) {
    const Vec2 way = to - from;
    const float length = std::hypot(way.x, way.y);
    if (length <= 0) return;
    const Vec2 step = way * (1 / length);
    const int dashes = static_cast<int>(std::ceil(length / (dash + space)));
    for (int d = 0; d < dashes; ++d) {
        const float at = static_cast<float>(d) * (dash + space);
        line(from + step * at, from + step * std::min(length, at + dash), colour, width);
    }
}

void ImGuiPainter::polyline(std::span<const Vec2> all, Colour colour, float width, bool closed) {
    if (all.size() < 2) return;
    shim::add_polyline(list(), points(all).data(), static_cast<int>(all.size()), packed(colour), closed, width);
}

void ImGuiPainter::curve(Vec2 from, Vec2 control1, Vec2 control2, Vec2 to, Colour colour, float width) {
    list()->AddBezierCubic(point(from), point(control1), point(control2), point(to), packed(colour), width);
}

void ImGuiPainter::triangle(Vec2 a, Vec2 b, Vec2 c, Colour colour) {
    // ImGui smooths edges only of triangles that turn clockwise on the screen.
    if ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) < 0) std::swap(b, c);
    list()->AddTriangleFilled(point(a), point(b), point(c), packed(colour));
}

void ImGuiPainter::band(std::span<const Vec2> upper, std::span<const Vec2> lower, Colour colour) {
    add_smooth_band(*list(), points(upper), points(lower), packed(colour));
}

void ImGuiPainter::circle(Vec2 centre, float radius, Colour colour) {
    if (radius < least_circle) return;
    list()->AddCircleFilled(point(centre), radius, packed(colour));
}

void ImGuiPainter::ring(Vec2 centre, float radius, Colour colour, float width) {
    if (radius < 0.5F + least_circle) return;  // the line's middle lies half a pixel further in
    list()->AddCircle(point(centre), radius, packed(colour), 0, width);
}

std::string_view ImGuiPainter::drawn(std::string_view utf8, WritingDirection direction) {
    utf8 = written_order(utf8, ordered_, direction);
    fonts_.want(utf8);
    return fonts_.drawn(utf8, drawn_text_);
}

TextSize ImGuiPainter::size_of(std::string_view drawn, const FontChoice& font) {
    const float width = font.font->CalcTextSizeA(font.size, FLT_MAX, 0, drawn.data(), drawn.data() + drawn.size()).x;
    return {width, font.line, font.line * ascent_per_em / line_per_em};
}

TextSize ImGuiPainter::measure(std::string_view utf8, float size, Face face) {
    return size_of(drawn(utf8, WritingDirection::of_most_letters), fonts_.choose(size, face));
}

void ImGuiPainter::want(std::string_view utf8) { fonts_.want(written_order(utf8, ordered_)); }

void ImGuiPainter::text(Vec2 at, std::string_view utf8, const TextStyle& style) {
    if (utf8.empty()) return;
    if (style.degrees == 90) at = {std::round(at.x), std::round(at.y)};  // upright letters keep their pixels
    utf8 = drawn(utf8, style.direction);
    const FontChoice font = fonts_.choose(style.size, style.face);
    const TextSize size = size_of(utf8, font);
    const float left = style.align == Align::left ? 0 : style.align == Align::centre ? size.width / 2 : size.width;
    const float up = style.anchor == Anchor::top      ? 0
                     : style.anchor == Anchor::middle ? size.height / 2
                     : style.anchor == Anchor::bottom ? size.height
                                                      : size.ascent;
    const char *begin = utf8.data(), *end = begin + utf8.size();
    const ImVec2 corner(std::round(at.x - left), std::round(at.y - up + font.above));
    ImDrawList* to = list();
    if (style.degrees == 0) {
        to->AddText(font.font, font.size, corner, packed(style.colour), begin, end);
        return;
    }
    const int first = to->VtxBuffer.Size;
    shim::render_unclipped(to, font.font, font.size, corner, packed(style.colour), begin, end);
    const float angle = style.degrees * std::numbers::pi_v<float> / 180;
    const float cosine = std::cos(angle), sine = std::sin(angle);
    for (int v = first; v < to->VtxBuffer.Size; ++v) {
        ImVec2& p = to->VtxBuffer[v].pos;
        const float x = p.x - at.x, y = p.y - at.y;
        p = {at.x + x * cosine + y * sine, at.y - x * sine + y * cosine};
    }
}

void ImGuiPainter::push_clip(const Rect& rect) {
    clips_.push_back(clips_.back().intersect(rect));
    const Rect& c = clips_.back();
    if (overlays_ > 0)
        list()->PushClipRect(point(c.min()), point(c.max()), false);
    else
        ImGui::PushClipRect(point(c.min()), point(c.max()), false);
}

void ImGuiPainter::pop_clip() {
    clips_.pop_back();
    if (overlays_ > 0)
        list()->PopClipRect();
    else
        ImGui::PopClipRect();
}

void ImGuiPainter::image(const Image& image, const Rect& rect) {
    if (!heatmaps_.opengl() || image.width < 1 || image.height < 1) return;
    if (image_.pixels != image.rgba.data() || image_.width != image.width || image_.height != image.height) {
        if (image_.name == 0) glGenTextures(1, &image_.name);
        image_ = {image_.name, image.rgba.data(), image.width, image.height};
        glBindTexture(GL_TEXTURE_2D, image_.name);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image.width, image.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     image.rgba.data());
        glGenerateMipmap(GL_TEXTURE_2D);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    list()->AddImage(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(image_.name)), point(rect.min()),
                     point(rect.max()));
}

void ImGuiPainter::heatmap(const ConstMatrix& matrix, const Rect& rect, const HeatStyle& style) {
    const Rect seen = rect.intersect(clip());
    if (seen.w <= 0 || seen.h <= 0) return;
    heatmaps_.add(list(), matrix, rect.snapped(), held(limits_, style), *theme_, em_);
}

std::size_t ImGuiPainter::beyond(const ConstMatrix& m, const HeatStyle& style) {
    if (m.generation == 0) return Painter::beyond(m, style);
    constexpr std::size_t kept = 512;
    if (beyond_.size() > kept) beyond_.clear();
    const auto [place, added] =
        beyond_.try_emplace({m.data, m.rows, m.cols, m.row_stride, m.col_stride, style.limit}, Count{});
    Count& known = place->second;
    if (!added && known.generation == m.generation) return known.beyond;
    // Numbers on a device are read back only where some are beyond the limit.
    const bool none = m.record != nullptr && limit(m) <= style.limit;
    return (known = {m.generation, none ? 0 : Painter::beyond(m, style)}).beyond;
}

}  // namespace glassformer
