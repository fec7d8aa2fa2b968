// Matrices in the memory of a device (core/gl), drawn by the window's shaders without copying them back. Requires the
// window's context to be current and to share the device's buffers. Otherwise, or for a tensor larger than a buffer
// texture, see() finds nothing and the caller copies the numbers back.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

#include "app/paint/painter.h"
#include "core/gl/backend.h"

namespace glassformer {

class DeviceMatrices {
public:
    DeviceMatrices() = default;
    ~DeviceMatrices();
    DeviceMatrices(const DeviceMatrices&) = delete;
    DeviceMatrices& operator=(const DeviceMatrices&) = delete;

    /// A buffer texture of the bits (R32UI: floats in a texture may lose what is below the smallest normal number);
    /// cell (row, column) is texel first + row · row_stride + column · col_stride.
    struct Seen {
        unsigned texture = 0;
        int first = 0, row_stride = 0, col_stride = 0;
    };
    /// Valid until the frame after next begins. Nothing where the numbers are here or have to be read back.
    std::optional<Seen> see(const ConstMatrix& matrix);

    /// `middle`: between the largest and the smallest, instead of the largest magnitude.
    /// Fills a texture of ⌈rows / pool_rows⌉ × ⌈cols / pool_cols⌉ texels (R32F, complete) with one value for the cells
    /// that share a texel.
    void pool(const ConstMatrix& matrix, const Seen& seen, int pool_rows, int pool_cols, bool middle, unsigned texture);
    /// largest_magnitude(); waits for the four bytes of it.
    float limit(const ConstMatrix& matrix, const Seen& seen);

    void begin_frame();
    /// Call after the frame's last draw call: the device does not overwrite the tensors before that call has read them.
    void end_frame();

private:
    struct View {
        unsigned texture = 0;
        gl::DeviceTensor tensor;  // held while it may be drawn
        std::uint64_t generation = 0, last_frame = 0;
    };
    using Key = std::tuple<unsigned, std::size_t, std::size_t>;  // buffer, first float, floats

    void ask();
    void use(unsigned program, const ConstMatrix& matrix, const Seen& seen) const;

    std::map<Key, View> views_;
    std::shared_ptr<gl::Device> drawn_from_;  // in this frame
    std::uint64_t frame_ = 0;
    bool asked_ = false;
    std::size_t alignment_ = 1, largest_ = 0;     // of a buffer texture, in floats
    unsigned extent_ = 0, pool_ = 0, found_ = 0;  // programs, and the buffer that the extent is found in
};

}  // namespace glassformer
