// What the task's example attends to with the weights of the step that is looked at: the attention of all heads, the
// alignment of a recurrent decoder, the weights of a lookup table's keys.
#pragma once

#include <string>
#include <vector>

#include "app/views/shared/context.h"
#include "core/session/evaluation.h"

namespace glassformer {

/// One map in an evaluation, [query, key]: its rows sum to 1.
struct TrainedHeadMap {
    int record = -1, head = 0;
    std::string title;  // "Block 1, head 2"
    std::string brief;  // "1.2"
    bool lookup = false;
    std::vector<std::string> queries = {}, keys = {};  // words of its rows and columns; numbers of a table's keys
    std::vector<bool> unknown_queries = {}, unknown_keys = {};  // words that the model does not know; empty: none
};
std::vector<TrainedHeadMap> head_maps(const Evaluation& evaluation);
ConstMatrix head_matrix(const Evaluation& evaluation, std::uint64_t generation, const TrainedHeadMap& map);
/// Where the common color scale of all maps ends: at their largest weight, and no lower than at twice the weight that
/// every key of the smallest of them has when all have the same, so that uniform weights have a middle color.
float head_limit(const Evaluation& evaluation, const std::vector<TrainedHeadMap>& maps);

/// Draws the chosen one with the words of the text, and all in a strip beside or below it; the one that was clicked,
/// or −1. `generation`: another one for every evaluation (ConstMatrix).
int draw_head_maps(ViewContext& context, const Rect& area, const Evaluation& evaluation, std::uint64_t generation,
                   const std::vector<TrainedHeadMap>& maps, int chosen);

}  // namespace glassformer
