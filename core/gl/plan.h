// A list of shader calls, prepared once and run many times: what to bind, the uniforms' values, how many groups.
// Kernels write plans; the placement replays them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/gl/device.h"

namespace glassformer::gl {

/// A range of entries of a buffer that the plan's owner keeps alive.
struct Slice {
    const Buffer* buffer = nullptr;
    std::size_t first = 0;
    std::size_t count = 0;
    explicit operator bool() const { return buffer != nullptr; }
    Slice part(std::size_t begin, std::size_t size) const { return {buffer, first + begin, size}; }
};

/// Settings of a shader call beside its tensors; names that a variant does not declare are ignored.
using Uniforms = std::vector<std::pair<std::string, std::variant<int, float>>>;

/// Groups in x, y and z.
using Groups = std::array<unsigned, 3>;

class Plan {
public:
    explicit Plan(Device& device) : device_(&device) {}

    Device& device() const { return *device_; }

    /// Appends a call of shaders/NAME.comp. Slice i is bound to block i; empty slices are not bound.
    void call(const std::string& shader, const std::vector<std::string>& definitions, const std::vector<Slice>& slices,
              const Uniforms& uniforms, Groups groups);
    /// As call(), with as many groups of `local` as n items need, at most 4096: the shader strides over the rest.
    void call_over(std::size_t n, unsigned local, const std::string& shader,
                   const std::vector<std::string>& definitions, const std::vector<Slice>& slices, Uniforms uniforms);

    /// Memory for intermediate results between calls of this plan; its contents are undefined after a run.
    Slice scratch(std::size_t floats);
    /// Numbers computed on the processor, in double where it matters: angles, slopes, buckets.
    Slice constant(const std::vector<float>& values);

    /// Runs the calls, each after what it reads is written. On the device's thread.
    void run() const;

private:
    struct Binding {
        unsigned block;
        unsigned buffer;
        std::size_t offset, bytes;
    };
    struct Value {
        int location;
        std::variant<int, float> value;
    };
    struct Call {
        unsigned program = 0;
        std::vector<Binding> bindings;
        std::vector<Value> values;
        Groups groups{1, 1, 1};
    };

    Device* device_;  // outlives the plan
    std::vector<Call> calls_;
    std::vector<BufferPtr> owned_;
};

}  // namespace glassformer::gl
