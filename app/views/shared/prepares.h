// A view that can begin, before it is shown, what takes it long.
#pragma once

#include "app/views/shared/view.h"

namespace glassformer {

class Prepares {
public:
    Prepares() = default;
    virtual ~Prepares() = default;
    Prepares(const Prepares&) = delete;
    Prepares& operator=(const Prepares&) = delete;
    /// With these values it is likely to be shown soon. Nothing that it saves or shows changes. Called once a frame,
    /// while another view is shown.
    virtual void prepare(const ViewValues& likely) = 0;
};

}  // namespace glassformer
