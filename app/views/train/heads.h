// The attention of all heads in the task's example, with the weights of the step that is looked at.
#pragma once

#include <string>
#include <vector>

#include "app/views/shared/context.h"
#include "core/session/evaluation.h"

namespace glassformer {

/// One head's map in an evaluation.
struct TrainedHeadMap {
    int record = -1, head = 0;
    std::string title;  // "Block 1, head 2"
    std::string brief;  // "1.2"
};
std::vector<TrainedHeadMap> head_maps(const Evaluation& evaluation);

/// Draws the chosen one with the words of the text, and all in a strip below; the one that was clicked, or −1.
/// `generation`: another one for every evaluation (ConstMatrix).
int draw_head_maps(ViewContext& context, const Rect& area, const Evaluation& evaluation, std::uint64_t generation,
                   const std::vector<TrainedHeadMap>& maps, int chosen);

}  // namespace glassformer
