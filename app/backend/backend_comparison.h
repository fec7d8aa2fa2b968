// Comparison of one forward pass on the CPU and on OpenGL: differences and times per stage.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/gl/device.h"
#include "core/session/session.h"

namespace glassformer {

struct StageComparison {
    std::string name;              // "blocks.0.attn.q"
    double largest = 0;            // absolute difference; ∞ if only one side is finite
    double mean = 0;               // of all entries
    double cpu_ms = 0, gl_ms = 0;  // on one thread; by the device's clock
};

struct BackendComparison {
    std::string device;  // "OpenGL 4.5 on llvmpipe"
    std::vector<StageComparison> stages;
    double cpu_ms = 0, gl_ms = 0;          // of the whole pass
    const StageComparison* worst() const;  // stage with the largest difference; null without stages
};

/// Largest and mean |a − b| of two tensors of one shape. Equal infinities, and NaN on both sides, count as equal.
struct Difference {
    double largest = 0, mean = 0;
};
Difference difference(const ConstView& a, const ConstView& b);

/// Progress of a comparison.
struct ComparisonProgress {
    std::string_view doing;     // "Timing OpenGL", without a full stop
    int stage = 0, stages = 0;  // of this part, counted from 0
    float share = 0;            // 0 … 1 of the whole comparison, in stages
};
/// Called before each stage of each part; false ends the comparison.
using WatchComparison = std::function<bool(const ComparisonProgress&)>;

/// Evaluates the inputs of `of` on both backends in separate memory: once to warm up, once timed. Any thread. Nothing
/// if `watch` returned false; throws Error naming what the device cannot do.
std::optional<BackendComparison> compare_backends(const Evaluation& of, const std::shared_ptr<gl::Device>& device,
                                                  const WatchComparison& watch);

}  // namespace glassformer
