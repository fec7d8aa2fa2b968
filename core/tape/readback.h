// Pages of a tape's tensors that were read back from the device that computes them. Host memory is a cache: a reader
// calls ensure() for the entries it needs, and each page is copied once per evaluation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/tape/backend.h"

namespace glassformer {

class Readback {
public:
    /// `entries[r]`: size of record r; host memory is given by point_to().
    Readback(const Placement& placement, const std::vector<std::size_t>& entries);

    void point_to(int record, Part part, float* host);
    void forget(int record, Part part);  // the entries were recomputed: their pages are stale

    /// Copies the pages with these entries that host memory does not have yet. Any thread.
    void ensure(int record, Part part, std::size_t first, std::size_t count) const;

    const Placement& placement() const { return placement_; }
    std::size_t entries_read() const;  // so far, of all tensors

private:
    struct Tensor {
        float* host = nullptr;
        std::size_t entries = 0;
        std::vector<std::uint8_t> here;  // one a page
    };
    static constexpr std::size_t page = 1U << 14U;  // entries: 64 KiB travel about as fast as one entry

    Tensor& tensor(int record, Part part) const {
        return tensors_[2 * static_cast<std::size_t>(record) + (part == Part::gradient ? 1 : 0)];
    }

    const Placement& placement_;
    mutable std::mutex mutex_;
    mutable std::vector<Tensor> tensors_;
    mutable std::size_t entries_read_ = 0;
};

}  // namespace glassformer
