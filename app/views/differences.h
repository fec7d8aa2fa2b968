// Which records of the shown run differ from the run without its changes: found once for each pair of evaluations.
#pragma once

#include <cstdint>
#include <vector>

#include "core/session.h"

namespace glassformer {

/// Some entry of the record differs. Stops at the first one that does; NaN equals NaN.
bool differ(const Record& a, const Record& b);

class StageDifferences {
public:
    /// By record id; empty where there is nothing to compare with.
    const std::vector<bool>& of(const Session::Shown& shown);
    /// How many stages differ, of what was asked for last.
    int stages() const { return stages_; }

private:
    std::uint64_t current_ = 0, unedited_ = 0;  // generations
    std::vector<bool> differs_;
    int stages_ = 0;
};

}  // namespace glassformer
