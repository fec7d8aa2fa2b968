#include "app/views/differences.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {
constexpr std::size_t piece = 1 << 16;  // entries: of a record on a device no more are brought here than are needed
}

bool differ(const Record& a, const Record& b) {
    if (a.value == nullptr || b.value == nullptr || !a.value_kept || !b.value_kept) return false;
    const std::size_t count = a.shape.count();
    if (count != b.shape.count()) return true;
    for (std::size_t first = 0; first < count; first += piece) {
        const std::size_t length = std::min(piece, count - first);
        const float *left = a.entries(first, length), *right = b.entries(first, length);
        if (left == right) continue;
        if (!std::equal(left, left + length, right,
                        [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); }))
            return true;
    }
    return false;
}

const std::vector<bool>& StageDifferences::of(const Session::Shown& shown) {
    const std::uint64_t current = shown.current ? shown.current->generation() : 0;
    const std::uint64_t unedited = shown.current && shown.unedited ? shown.unedited->generation() : 0;
    if (current == current_ && unedited == unedited_) return differs_;
    current_ = current;
    unedited_ = unedited;
    differs_.clear();
    stages_ = 0;
    if (unedited == 0) return differs_;
    const Trace &now = shown.current->trace(), &before = shown.unedited->trace();
    differs_.resize(now.records().size());
    for (const int id : now.stages()) {
        if (static_cast<std::size_t>(id) >= before.records().size()) break;
        const bool differs = differ(now.record(id), before.record(id));
        differs_[static_cast<std::size_t>(id)] = differs;
        stages_ += differs ? 1 : 0;
    }
    return differs_;
}

}  // namespace glassformer
