// Records of the shown run that differ from the run without its changes: compared once per pair of evaluations, over
// several frames, because a large model has hundreds of megabytes to compare.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/views/shared/cursor.h"
#include "core/session/session.h"

namespace glassformer {

/// True where some entry of the record differs; NaN equals NaN.
bool differ(const Record& a, const Record& b);

/// The cell's number in the run without the changes; empty where there are no changes, or no such stage without them.
std::optional<float> value_before(const Session::Snapshot& shown, const CellRef& cell);

class StageDifferences {
public:
    /// True by record id, as far as known; empty without a run to compare with. Compares for some milliseconds: to be
    /// called again in the next frame until done().
    const std::vector<bool>& of(const Session::Snapshot& shown);
    bool done() const { return done_; }
    /// Number of stages that differ in the last compared pair.
    int stages() const { return stages_; }

private:
    std::uint64_t current_ = 0, unedited_ = 0;  // generations
    std::vector<bool> differs_;
    int stages_ = 0;
    std::size_t stage_ = 0, entry_ = 0;  // to be compared next
    bool done_ = true;
};

}  // namespace glassformer
