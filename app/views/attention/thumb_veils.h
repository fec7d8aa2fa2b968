// What fades of the small maps while a head is pointed at, or a query in front of them.
#pragma once

#include <optional>
#include <vector>

#include "app/pictures/board/page.h"
#include "app/views/attention/state.h"

namespace glassformer {

/// Covers other heads with what is said below them; of a query that is pointed at, the other rows of every head.
class ThumbVeils {
public:
    ThumbVeils(Page& page, const std::vector<AttentionLayer>& layers, const AttentionState& state)
        : page_(page), layers_(layers), at_(state.fading.what()), fade_(state.fading.level()) {}
    /// The row that stays in this layer's maps, which must be of the same tokens; −1: none.
    int row(int layer) const;
    void over_map(int layer, int head, const Rect& map, const Colour& ground) const;
    void over_words(int layer, int head, const Rect& caption, const Colour& ground) const;

private:
    bool stays(int layer, int head) const { return !at_ || (layer == at_->layer && head == at_->head); }
    const std::vector<TokenLabel>& tokens(int layer) const;
    Page& page_;
    const std::vector<AttentionLayer>& layers_;
    const std::optional<HeadFocus> at_;
    const float fade_;
};

}  // namespace glassformer
