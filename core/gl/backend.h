// The OpenGL backend: tapes placed on a device, every operation a shader. Values and gradients stay there; entries that
// are looked at are read back, or drawn from the device's buffer.
#pragma once

#include "core/gl/device.h"
#include "core/tape/backend.h"
#include "core/tape/trace.h"

namespace glassformer::gl {

/// A tensor in device memory, to be drawn without reading it back: `count` floats from entry `first` of the buffer on.
/// Shares ownership of the buffer. Its contents are valid until the tape is evaluated again.
struct DeviceTensor {
    std::shared_ptr<Device> device;  // outlives the buffer
    BufferPtr buffer;
    std::size_t first = 0, count = 0;
};

class GlPlacement : public Placement {
public:
    /// The tensor of a record, after finish(). A parameter gets another buffer at its first edit, so ask again for
    /// every evaluation. Any thread. Throws Error if the stage is not kept, or its gradient was not computed.
    virtual DeviceTensor tensor(int record, Part part) const = 0;
};

class GlBackend final : public Backend {
public:
    struct Options {
        bool timing = false;  // measure every record with the device's own clock
        /// Every stage can be read. If false, scale, bias, mask and softmax are fused, and reading a stage between
        /// scores and weights throws Error; gradients are the same.
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
