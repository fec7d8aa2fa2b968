// What is done to a model's weights once they are open, in the background where they are large: matrices are packed for
// products, and numbers that are not finite are found. The model can be used meanwhile.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/background.h"
#include "core/base/progress.h"
#include "core/model/weights.h"

namespace glassformer {

struct ModelConfig;

/// A parameter's packing for a model of the one config serves the other: its columns are grouped by heads of one size.
bool packed_alike(const ModelConfig& a, const ModelConfig& b, const Parameter& parameter);

class Preparation {
public:
    /// Gives the matrices of `weights` their packings and starts; small weights are done when this returns.
    Preparation(const ModelConfig& config, Weights& weights);

    bool done() const { return done_.load(std::memory_order_acquire); }
    void wait() const { done_.wait(false, std::memory_order_acquire); }
    /// The same, saying how far it is: what `loading` expects and has not reached yet is the weights' share. Throws
    /// Error where that is stopped.
    void wait(Loading& loading) const;
    /// Names of the parameters that hold NaN or infinities; complete once done.
    std::vector<std::string> not_finite() const { return done() ? not_finite_ : std::vector<std::string>{}; }

private:
    void prepare(const std::atomic<bool>& stopped);

    std::vector<Parameter> parameters_;
    std::vector<std::shared_ptr<WeightPacking>> packings_;
    std::vector<std::string> not_finite_;
    std::uint64_t numbers_ = 0;               // of all parameters
    std::atomic<std::uint64_t> prepared_{0};  // … of those that are done
    std::atomic<bool> done_{false};
    Background work_{false};  // last: it stops what is not done yet, and ends before what it writes
};

}  // namespace glassformer
