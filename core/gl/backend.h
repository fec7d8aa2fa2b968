// The OpenGL backend: tapes placed on a device, every operation a shader. Values and gradients stay there; what
// somebody looks at is read back, or drawn from the buffer where it lies.
#pragma once

#include "core/gl/device.h"
#include "core/tape/backend.h"
#include "core/tape/trace.h"

namespace glassformer::gl {

/// Where a tensor lies, for who draws it from there: `count` floats from entry `first` of the buffer on. Holding it
/// keeps the memory, not its contents: those last as long as nobody computes the tape anew.
struct DeviceTensor {
    std::shared_ptr<Device> device;  // outlives the buffer
    BufferPtr buffer;
    std::size_t first = 0, count = 0;
};

class GlPlacement : public Placement {
public:
    /// Of a record whose computation has finished; a parameter's changes with its first edit, so ask again for every
    /// evaluation. Any thread. Throws Error where the stage is not kept, or its gradient was not computed.
    virtual DeviceTensor tensor(int record, Part part) const = 0;
};

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
