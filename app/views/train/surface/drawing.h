// The pictures of one surface or of two beside each other: contours and relief, on one scale, with what is under the
// mouse.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/pictures/charts/relief.h"
#include "app/views/train/surface/controls.h"
#include "core/train/surface/surface_work.h"

namespace glassformer {

struct ShownSurface {
    const SurfaceResult* result = nullptr;
    std::string title{};  // empty: none
};

class SurfaceDrawing {
public:
    void draw(ViewContext& context, const Rect& area, std::span<const ShownSurface> surfaces, SurfacePictures which);
    const ReliefView& view() const { return view_; }
    void turn_to(const ReliefView& view) { view_ = view; }
    /// What is under the mouse, as its box says it; "" where nothing is.
    const std::string& says() const { return says_; }

private:
    struct Under {
        std::size_t surface = 0;
        std::optional<GridCell> cell;
        std::optional<std::size_t> step;  // of the path
        bool operator==(const Under&) const = default;
    };
    void contours(ViewContext& context, const Rect& area, const ShownSurface& surface, std::size_t index,
                  const LossScale& scale);
    void relief(ViewContext& context, const Rect& area, const ShownSurface& surface, std::size_t index,
                const LossScale& scale);

    ReliefView view_;
    std::optional<Under> under_, before_;  // in this frame, in the last one
    std::string says_;
};

}  // namespace glassformer
