// A view that can begin, before it is shown, what takes it long.
#pragma once

#include <span>

#include "app/views/shared/view.h"

namespace glassformer {

class Prepares {
public:
    Prepares() = default;
    virtual ~Prepares() = default;
    Prepares(const Prepares&) = delete;
    Prepares& operator=(const Prepares&) = delete;
    /// With these values it is likely to be shown soon, in this order: it begins what takes long of the first of them,
    /// beside the window, and goes on with the next ones. Nothing that it saves or shows changes. Called once a frame
    /// while the shown view computes nothing;
    /// `shown`: it is the view that is shown now, with other values. True once all that it prepares is there.
    virtual bool prepare(ViewContext& context, std::span<const ViewValues> likely, bool shown) = 0;
    /// Nothing is likely any more.
    virtual void end_preparing() = 0;
};

}  // namespace glassformer
