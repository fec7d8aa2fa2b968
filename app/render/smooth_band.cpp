#include "app/render/smooth_band.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace glassformer {

namespace {

constexpr float half_edge = 0.5F;  // pixels that an edge fades on either side of its line

ImU32 with_alpha(ImU32 colour, float of_its_own) {
    const auto alpha = static_cast<float>(colour >> IM_COL32_A_SHIFT & 255U);
    return (colour & ~IM_COL32_A_MASK) | static_cast<ImU32>(std::lround(alpha * of_its_own)) << IM_COL32_A_SHIFT;
}

/// Of length 1, at right angles to the line at its point `i`, away from `other`; null where the line stands still.
ImVec2 outward(std::span<const ImVec2> line, std::size_t i, ImVec2 other) {
    const ImVec2 before = line[i > 0 ? i - 1 : i], after = line[std::min(i + 1, line.size() - 1)];
    ImVec2 normal{before.y - after.y, after.x - before.x};
    const float length = std::hypot(normal.x, normal.y);
    if (!(length > 0)) return {0, 0};
    const float away = (line[i].x - other.x) * normal.x + (line[i].y - other.y) * normal.y;
    const float scale = (away < 0 ? -1 : 1) / length;
    return {normal.x * scale, normal.y * scale};
}

ImVec2 moved(ImVec2 from, ImVec2 along, float by) { return {from.x + along.x * by, from.y + along.y * by}; }

}  // namespace

void add_smooth_band(ImDrawList& list, std::span<const ImVec2> upper, std::span<const ImVec2> lower, ImU32 colour) {
    const std::size_t count = std::min(upper.size(), lower.size());
    if (count < 2) return;
    upper = upper.first(count);
    lower = lower.first(count);
    const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
    const ImU32 none = colour & ~IM_COL32_A_MASK;
    constexpr std::size_t rows = 4;  // outside above, inside above, inside below, outside below
    constexpr unsigned corners = 6;  // of a quad
    list.PrimReserve(static_cast<int>((rows - 1) * corners * (count - 1)), static_cast<int>(rows * count));
    for (std::size_t i = 0; i < count; ++i) {
        const ImVec2 up = outward(upper, i, lower[i]), down = outward(lower, i, upper[i]);
        const float width =
            std::abs((lower[i].x - upper[i].x) * down.x + (lower[i].y - upper[i].y) * down.y);  // pixels
        // Of a thinner one than its two edges the ink stays what it is: triangle instead of trapezoid.
        const float inside = std::min(half_edge, width / 2);
        const ImU32 full = width < 2 * half_edge ? with_alpha(colour, 2 * width / (width + 2 * half_edge)) : colour;
        if (i > 0) {
            const unsigned here = list._VtxCurrentIdx, before = here - static_cast<unsigned>(rows);
            for (unsigned row = 0; row + 1 < rows; ++row)
                for (const unsigned vertex :
                     {before + row, here + row, here + row + 1, before + row, here + row + 1, before + row + 1})
                    list.PrimWriteIdx(static_cast<ImDrawIdx>(vertex));
        }
        list.PrimWriteVtx(moved(upper[i], up, half_edge), white, none);
        list.PrimWriteVtx(moved(upper[i], up, -inside), white, full);
        list.PrimWriteVtx(moved(lower[i], down, -inside), white, full);
        list.PrimWriteVtx(moved(lower[i], down, half_edge), white, none);
    }
}

}  // namespace glassformer
