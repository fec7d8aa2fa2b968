#include "app/views/shared/places.h"

#include <utility>

namespace glassformer {

namespace {
constexpr std::size_t longest_history = 100;
}

void Places::change_view(const std::string& from, const std::string& to, Cursor& cursor) {
    if (from == to) return;
    left({from, cursor});
    if (visiting_ == from) {
        Visit& visit = visits_[from];
        const bool chosen = cursor.locked && cursor != visit.own;
        visit.own = cursor;
        if (!chosen) cursor = visit.before;
    }
    visiting_.clear();
    arriving_ = cursor;
    const auto known = visits_.find(to);
    if (known == visits_.end() || known->second.before != cursor) return;
    cursor = known->second.own;  // nothing moved meanwhile: it stands where it was left
    visiting_ = to;
    arriving_.reset();
}

void Places::drawn(const std::string& view, const Cursor& cursor) {
    if (!arriving_) return;
    const Cursor before = *arriving_;
    arriving_.reset();
    if (before.record == cursor.record && before.head == cursor.head) return;
    visits_[view] = {before, cursor};
    visiting_ = view;
}

void Places::left(Place place) {
    if (!history_.empty() && history_.back() == place) return;
    if (history_.size() >= longest_history) history_.erase(history_.begin());
    history_.push_back(std::move(place));
}

std::optional<Places::Place> Places::back() {
    if (history_.empty()) return {};
    Place place = std::move(history_.back());
    history_.pop_back();
    arriving_.reset();
    visiting_.clear();
    return place;
}

void Places::clear() { *this = {}; }

}  // namespace glassformer
