#include "app/views/shared/changed_stages.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

namespace glassformer {

namespace {
constexpr std::size_t piece = 1 << 16;  // entries: of a record on a device no more are brought here than are needed
constexpr std::chrono::milliseconds frame_share{4};

bool comparable(const Record& a, const Record& b) {
    return a.value != nullptr && b.value != nullptr && a.value_kept && b.value_kept;
}

/// Compares `length` entries from `first` on.
bool piece_differs(const Record& a, const Record& b, std::size_t first, std::size_t length) {
    const float *left = a.entries(first, length), *right = b.entries(first, length);
    if (left == right || std::memcmp(left, right, length * sizeof(float)) == 0) return false;
    return !std::equal(left, left + length, right,
                       [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

}  // namespace

bool differ(const Record& a, const Record& b) {
    if (!comparable(a, b)) return false;
    const std::size_t count = a.shape.count();
    if (count != b.shape.count()) return true;
    for (std::size_t first = 0; first < count; first += piece)
        if (piece_differs(a, b, first, std::min(piece, count - first))) return true;
    return false;
}

std::optional<float> value_before(const Session::Snapshot& shown, const CellRef& cell) {
    if (!shown.current || !shown.unedited || cell.record < 0) return {};
    const Record* const before = shown.unedited->trace().same_stage(shown.current->trace().record(cell.record));
    return before == nullptr ? std::nullopt : std::optional(before->at(cell.cell));
}

const std::vector<bool>& StageDifferences::of(const Session::Snapshot& shown) {
    const std::uint64_t current = shown.current ? shown.current->generation() : 0;
    const std::uint64_t unedited = shown.current && shown.unedited ? shown.unedited->generation() : 0;
    if (current != current_ || unedited != unedited_) {
        current_ = current;
        unedited_ = unedited;
        differs_.clear();
        stages_ = 0;
        stage_ = entry_ = 0;
        done_ = unedited == 0;
        if (!done_) differs_.resize(shown.current->trace().records().size());
    }
    if (done_) return differs_;
    const Trace &now = shown.current->trace(), &before = shown.unedited->trace();
    const auto end = std::chrono::steady_clock::now() + frame_share;
    while (stage_ < now.stages().size() && std::chrono::steady_clock::now() < end) {
        const int id = now.stages()[stage_];
        const Record* const twin = before.same_stage(now.record(id));
        if (twin == nullptr) {
            ++stage_;
            continue;
        }
        const Record &a = now.record(id), &b = *twin;
        const std::size_t count = a.shape.count();
        const std::size_t length = std::min(piece, count - std::min(count, entry_));
        const bool same_size = count == b.shape.count();
        const bool differs = comparable(a, b) && (!same_size || piece_differs(a, b, entry_, length));
        entry_ += length;
        if (!differs && comparable(a, b) && entry_ < count) continue;
        differs_[static_cast<std::size_t>(id)] = differs;
        stages_ += differs ? 1 : 0;
        entry_ = 0;
        ++stage_;
    }
    done_ = stage_ >= now.stages().size();
    return differs_;
}

}  // namespace glassformer
