#include "core/tape/readback.h"

#include <algorithm>

namespace glassformer {

Readback::Readback(const Placement& placement, const std::vector<std::size_t>& entries)
    : placement_(placement), tensors_(2 * entries.size()) {
    for (std::size_t r = 0; r < entries.size(); ++r)
        for (const Part part : {Part::value, Part::gradient}) {
            Tensor& of = tensor(static_cast<int>(r), part);
            of.entries = entries[r];
            of.here.assign((entries[r] + page - 1) / page, 0);
        }
}

void Readback::point_to(int record, Part part, float* host) { tensor(record, part).host = host; }

void Readback::forget(int record, Part part) {
    const std::lock_guard lock(mutex_);
    std::ranges::fill(tensor(record, part).here, std::uint8_t{0});
}

void Readback::ensure(int record, Part part, std::size_t first, std::size_t count) const {
    const std::lock_guard lock(mutex_);
    Tensor& of = tensor(record, part);
    if (of.host == nullptr || count == 0) return;
    const std::size_t end = (std::min(first + count, of.entries) + page - 1) / page;
    for (std::size_t p = first / page; p < end; ++p) {
        if (of.here[p] != 0) continue;
        std::size_t last = p + 1;  // neighbouring pages travel together
        while (last < end && of.here[last] == 0) ++last;
        const std::size_t from = p * page, to = std::min(last * page, of.entries);
        placement_.read(record, part, from, to - from, of.host + from);
        entries_read_ += to - from;
        std::fill(of.here.begin() + static_cast<std::ptrdiff_t>(p), of.here.begin() + static_cast<std::ptrdiff_t>(last),
                  std::uint8_t{1});
        p = last - 1;
    }
}

std::size_t Readback::entries_read() const {
    const std::lock_guard lock(mutex_);
    return entries_read_;
}

}  // namespace glassformer
