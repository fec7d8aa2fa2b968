// Where a cell of the run is in its story.
#include <algorithm>

#include "app/pictures/story/story.h"

namespace glassformer {

namespace {

/// Index of a cell along an axis; −1 where the record does not have it, or not with this size.
int index_along(const Record& record, const Cell& cell, Axis axis, std::size_t size) {
    const int d = record.shape.find(axis);
    if (d < 0 || cell[d] < 0 || static_cast<std::size_t>(record.shape[d].size) != size) return -1;
    return cell[d];
}

bool of_block(const StoryBlock& block, const Record& record) {
    return record.site.block == block.site.block && record.site.stack == block.site.stack;
}

}  // namespace

StoryPlace place_in_story(const Story& story, const Trace& trace, int id, const Cell& cell) {
    StoryPlace place;
    if (id < 0 || story.blocks.empty()) return place;
    const Record& record = trace.record(id);
    if (record.stage == nullptr || record.site.stack != story.blocks.front().site.stack) return place;
    const auto block = std::ranges::find_if(story.blocks, [&](const StoryBlock& one) { return of_block(one, record); });
    const StorySublayer* const open = block == story.blocks.end() ? nullptr : attention_of(*block);
    const bool in_open = open != nullptr && record.site.attention == trace.record(open->weights).site.attention;
    if (block != story.blocks.end()) place.block = static_cast<int>(block - story.blocks.begin());
    if (in_open) place.head = index_along(record, cell, Axis::head, static_cast<std::size_t>(open->heads));
    // Keys and values of cross-attention have a row for each token of the source.
    const bool of_source = story.source && in_open && (id == open->key || id == open->value);
    if (!of_source) place.row = index_along(record, cell, Axis::position, story.words.size());
    if (place.row < 0) place.row = index_along(record, cell, Axis::query, story.words.size());
    if (in_open && id == open->weights)
        place.key = index_along(record, cell, Axis::key, story.keys().size());
    return place;
}

}  // namespace glassformer
