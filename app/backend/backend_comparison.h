// The same pass on the processor and on OpenGL, stage by stage: how far the numbers differ and how long each took.
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
    double largest = 0;            // absolute difference; ∞ where one side is not finite and the other is
    double mean = 0;               // of all entries
    double cpu_ms = 0, gl_ms = 0;  // of computing it: on one thread; by the device's own clock
};

struct BackendComparison {
    std::string device;  // "OpenGL 4.5 on llvmpipe"
    std::vector<StageComparison> stages;
    double cpu_ms = 0, gl_ms = 0;          // of the whole pass, from asking to having it
    const StageComparison* worst() const;  // the largest difference; null without stages
};

/// |a − b| of two tensors of one shape: the largest and the mean. Equal infinities, and NaN on both sides, are equal.
struct Difference {
    double largest = 0, mean = 0;
};
Difference difference(const ConstView& a, const ConstView& b);

/// How far a comparison is.
struct ComparisonProgress {
    std::string_view doing;     // "Timing OpenGL", without an end of its sentence
    int stage = 0, stages = 0;  // of this part of it, from 0 on
    float share = 0;            // 0 … 1 of all of it, counted in stages
};
/// Called before each stage of each part; false ends the comparison.
using WatchComparison = std::function<bool(const ComparisonProgress&)>;

/// Evaluates these inputs on both sides, in memory of its own: once to warm up, once timed. Any thread. Nothing where
/// `watch` said no; throws Error naming what the device could not do.
std::optional<BackendComparison> compare_backends(const Evaluation& of, const std::shared_ptr<gl::Device>& device,
                                                  const WatchComparison& watch);

}  // namespace glassformer
