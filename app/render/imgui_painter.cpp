#include "app/render/imgui_painter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/render/imgui_shim.h"

namespace glassformer {

namespace {

ImVec2 point(Vec2 v) { return {v.x, v.y}; }
constexpr float widest_line = 6;  // pixels: of a band that is drawn as a line

/// A level band of one width, as thin as a line.
bool is_line(std::span<const Vec2> upper, std::span<const Vec2> lower) {
    const float width = lower[0].y - upper[0].y;
    return upper[0].y == upper[1].y && lower[0].y == lower[1].y && upper[0].x == lower[0].x && width > 0 &&
           width <= widest_line;
}

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
    list()->AddRectFilled(point(r.min()), point(r.max()), packed(colour), std::min({radius, r.w / 2, r.h / 2}));
}

void ImGuiPainter::stroke(const Rect& r, Colour colour, float width, float radius) {
    shim::add_rect(list(), point(r.min()), point(r.max()), packed(colour), radius, width);
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

void ImGuiPainter::polyline(std::span<const Vec2> points, Colour colour, float width, bool closed) {
    static_assert(sizeof(Vec2) == sizeof(ImVec2));
    if (points.size() < 2) return;
    shim::add_polyline(list(), reinterpret_cast<const ImVec2*>(points.data()), static_cast<int>(points.size()),
                       packed(colour), closed, width);
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
    const std::size_t count = std::min(upper.size(), lower.size());
    if (count < 2) return;
    if (count == 2 && is_line(upper, lower)) {
        // A line of whole pixels is one quad; what it is too wide, it is too faint.
        const float width = lower[0].y - upper[0].y, pixels = std::ceil(width - 0.05F);
        return line((upper[0] + lower[0]) * 0.5F, (upper[1] + lower[1]) * 0.5F,
                    colour.faded(std::min(1.0F, width / pixels)), pixels);
    }
    ImDrawList* const all = list();
    const auto quads = static_cast<int>(count - 1);
    all->PrimReserve(6 * quads, 4 * quads);
    const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
    for (std::size_t i = 0; i + 1 < count; ++i)
        all->PrimQuadUV(point(upper[i]), point(upper[i + 1]), point(lower[i + 1]), point(lower[i]), white, white, white,
                        white, packed(colour));
    // Smooth edges: the fill has none.
    polyline(upper.first(count), colour, 1, false);
    polyline(lower.first(count), colour, 1, false);
}

void ImGuiPainter::circle(Vec2 centre, float radius, Colour colour) {
    list()->AddCircleFilled(point(centre), radius, packed(colour));
}

void ImGuiPainter::ring(Vec2 centre, float radius, Colour colour, float width) {
    list()->AddCircle(point(centre), radius, packed(colour), 0, width);
}

TextSize ImGuiPainter::measure(std::string_view utf8, float size, Face face) {
    fonts_.want(utf8);
    utf8 = fonts_.drawn(utf8, made_);
    const FontChoice font = fonts_.choose(size, face);
    const float width = font.font->CalcTextSizeA(font.size, FLT_MAX, 0, utf8.data(), utf8.data() + utf8.size()).x;
    return {width, font.line, font.line * ascent_per_em / line_per_em};
}

void ImGuiPainter::text(Vec2 at, std::string_view utf8, const TextStyle& style) {
    if (utf8.empty()) return;
    if (style.degrees == 90) at = {std::round(at.x), std::round(at.y)};  // upright letters keep their pixels
    const TextSize size = measure(utf8, style.size, style.face);
    const FontChoice font = fonts_.choose(style.size, style.face);
    const float left = style.align == Align::left ? 0 : style.align == Align::centre ? size.width / 2 : size.width;
    const float up = style.anchor == Anchor::top      ? 0
                     : style.anchor == Anchor::middle ? size.height / 2
                     : style.anchor == Anchor::bottom ? size.height
                                                      : size.ascent;
    utf8 = fonts_.drawn(utf8, made_);
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

void ImGuiPainter::heatmap(const ConstMatrix& matrix, const Rect& rect, const HeatStyle& style) {
    const Rect seen = rect.intersect(clip());
    if (seen.w <= 0 || seen.h <= 0) return;
    heatmaps_.add(list(), matrix, rect.snapped(), held(limits_, style), *theme_);
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
