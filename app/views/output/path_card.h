// Card of the first page: how a row of logits becomes percentages, the line of one token written out as an equation,
// and the rest of the vocabulary folded.
#pragma once

#include <string>

#include "app/views/output/state.h"

namespace glassformer {

/// Whether temperature, top-k or top-p change anything; otherwise there is only one distribution to show.
bool changes(const DecodeOptions& options);

/// Height in pixels of a card of this width with so many rows of the table.
float path_card_height(ViewContext& context, float width, OutputState& state, int row, int rows);

/// Draws as many rows as fit; all others are in one line, which opens them to be scrolled.
void draw_path_card(ViewContext& context, const Rect& area, OutputState& state, int row, const std::string& title,
                    const std::string& note);

/// A line with a triangle that opens or closes a list below or above it; true where it was clicked.
bool fold_line(ViewContext& context, const char* id, const Rect& place, const std::string& text, bool unfolded);

/// The part of a candidate list that reacts: hovering explains, a click pins, a right click opens the cell's menu.
void touch_candidates(ViewContext& context, OutputState& state, int row, const std::vector<CandidateLine>& lines);

/// Index of the draw that sampled, or would sample, the token after this row.
int draw_after(const Evaluation& evaluation, const OutputState& state, int row);

}  // namespace glassformer
