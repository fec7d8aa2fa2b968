// The controls over a loss surface, in as many lines as they take.
#pragma once

#include <string>

#include "app/views/shared/context.h"
#include "core/train/surface/surface_slice.h"

namespace glassformer {

enum class SurfacePictures : std::uint8_t { both, contours, relief };

struct SurfaceControls {
    bool can_compute = true;
    bool busy = false;
    float progress = 0;     // 0 to 1, while busy
    std::string compare{};  // what the button of the comparison does; empty: there is none
};
struct SurfaceTouch {
    bool compute = false, cancel = false, compare = false;
};
SurfaceTouch draw_surface_controls(ViewContext& context, Rect& area, SurfaceSettings& settings,
                                   SurfacePictures& pictures, const SurfaceControls& state);

}  // namespace glassformer
