// An area between two lines whose edges are smoothed, as triangles without a texture.
#pragma once

#include <span>

#include "app/render/imgui_shim.h"

namespace glassformer {

/// Fills what lies between the lines, from each point of one to the point of the same number of the other (pixels; at
/// least two points each). The edges fade over the pixel around them; a band thinner than a pixel is fainter instead.
void add_smooth_band(ImDrawList& list, std::span<const ImVec2> upper, std::span<const ImVec2> lower, ImU32 colour);

}  // namespace glassformer
