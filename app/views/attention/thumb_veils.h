// The small maps while a head is pointed at, or a query in front of them: its row is outlined in every map, and what is
// said below other heads fades. Cells keep their colours.
#pragma once

#include <optional>
#include <vector>

#include "app/pictures/board/page.h"
#include "app/views/attention/state.h"

namespace glassformer {

class ThumbVeils {
public:
    ThumbVeils(Page& page, const std::vector<AttentionLayer>& layers, const AttentionState& state)
        : page_(page), layers_(layers), at_(state.fading.what()), fade_(state.fading.level()) {}
    /// The row of the query in this layer's maps, which must be of the same tokens; −1: none.
    int row(int layer) const;
    void over_map(int layer, const Rect& map) const;
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
