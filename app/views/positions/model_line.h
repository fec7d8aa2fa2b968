// The line of the positions view about the open model: whose query and key are shown, at which stages its encoding
// acts, and the chosen encoding put into it or opened as the model that was trained with it.
#pragma once

#include <string>
#include <vector>

#include "app/views/positions/state.h"
#include "app/views/shared/context.h"
#include "core/positions/content.h"

namespace glassformer {

/// "q of “it”, k of “animal”: block 1, head 2"; "" where they are drawn by lot.
std::string content_text(const PositionsState& state, const positions::Content& content);

/// Records of the open model in which its encoding has a hand: outside the blocks and in this block, in their order.
std::vector<int> touched_records(const Evaluation& evaluation, int block);

/// What is asked of the open model.
struct ModelWish {
    int record = -1;       // to be shown in the walk
    bool encode = false;   // the chosen encoding over its weights
    bool sibling = false;  // the model trained with the chosen encoding
    Rect rest = {};        // of the line, where nothing stands
};
ModelWish draw_model_line(ViewContext& context, const Rect& area, const PositionsState& state,
                          const std::string& sibling);

/// Puts the chosen encoding over the open model's weights; says what came of it.
void switch_encoding(ViewContext& context, const PositionalKind& wanted);
/// Opens that model with the same text.
void open_sibling(ViewContext& context, const std::string& sibling, const std::string& title,
                  const PositionalKind& wanted);

}  // namespace glassformer
