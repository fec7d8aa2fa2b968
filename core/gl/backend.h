// The OpenGL backend: tapes placed on a device, every operation a shader. Values and gradients stay there; what
// somebody looks at is read back, or drawn from the buffer where it lies.
#pragma once

#include "core/backend.h"
#include "core/gl/device.h"
#include "core/trace.h"

namespace glassformer::gl {

class GlBackend final : public Backend {
public:
    struct Options {
        bool timing = false;  // measure every record with the device's own clock
        /// Somebody may look at any stage. If not, the stages between scores and weights are not computed, and reading
        /// them is an Error; gradients are the same.
        bool watched = true;
    };
    GlBackend(std::shared_ptr<Device> device, const Options& options) : device_(std::move(device)), options_(options) {}
    explicit GlBackend(std::shared_ptr<Device> device) : GlBackend(std::move(device), Options{}) {}

    std::string description() const override;
    std::unique_ptr<Placement> place(const Trace& trace) override;
    Device& device() const { return *device_; }

private:
    std::shared_ptr<Device> device_;
    Options options_;
};

}  // namespace glassformer::gl
