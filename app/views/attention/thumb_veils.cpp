#include "app/views/attention/thumb_veils.h"

#include "app/paint/outline.h"

namespace glassformer {

const std::vector<TokenLabel>& ThumbVeils::tokens(int layer) const {
    const int weights = layers_[static_cast<std::size_t>(layer)].weights;
    return page_.scene.evaluation.tokens_along(page_.trace.record(weights), Axis::query);
}

int ThumbVeils::row(int layer) const {
    if (!at_ || at_->query < 0 || at_->query >= layers_[static_cast<std::size_t>(layer)].queries) return -1;
    return layer == at_->layer || &tokens(layer) == &tokens(at_->layer) ? at_->query : -1;
}

void ThumbVeils::over_map(int layer, const Rect& map) const {
    const int queries = layers_[static_cast<std::size_t>(layer)].queries, query = row(layer);
    if (query >= 0 && queries > 1)
        outline(page_.painter, cell_rect(map, queries, 1, query, 0), colour(page_.painter.theme(), Meaning::query), 1);
}

/// They stay readable.
void ThumbVeils::over_words(int layer, int head, const Rect& caption, const Colour& ground) const {
    if (stays(layer, head) || row(layer) >= 0) return;
    veil(page_.painter, caption, 1 - (1 - faded_numbers) * fade_, ground);
}

}  // namespace glassformer
