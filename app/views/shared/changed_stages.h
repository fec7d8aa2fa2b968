// Which records of the shown run differ from the run without its changes: found once for each pair of evaluations, over
// as many frames as it takes, for a large model has hundreds of megabytes to compare.
#pragma once

#include <cstdint>
#include <vector>

#include "core/session/session.h"

namespace glassformer {

/// Some entry of the record differs. Stops at the first one that does; NaN equals NaN.
bool differ(const Record& a, const Record& b);

class StageDifferences {
public:
    /// By record id, as far as is known now; empty where there is nothing to compare with. Compares on for some
    /// milliseconds: to be called again in the next frame until done().
    const std::vector<bool>& of(const Session::Snapshot& shown);
    bool done() const { return done_; }
    /// How many stages differ, of what was asked for last.
    int stages() const { return stages_; }

private:
    std::uint64_t current_ = 0, unedited_ = 0;  // generations
    std::vector<bool> differs_;
    int stages_ = 0;
    std::size_t stage_ = 0, entry_ = 0;  // that come next
    bool done_ = true;
};

}  // namespace glassformer
