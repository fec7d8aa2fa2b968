// Tokens as chips: lines of them to choose a position from, and a text that flows over several lines with what was
// generated lit.
#pragma once

#include <optional>
#include <span>

#include "app/views/output/state.h"

namespace glassformer {

/// What the strip takes of an area: as many lines as the tokens need, at most three and less where it is low.
float position_strip_height(Ui& ui, const Rect& area, const std::vector<TokenLabel>& tokens);
/// The tokens in the lines that fit, moved so that the chosen one is seen; returns the one that was clicked.
/// `choosable`: only then a click does something.
std::optional<int> draw_position_strip(ViewContext& context, const Rect& area, const std::vector<TokenLabel>& tokens,
                                       std::string_view name, int chosen, bool choosable);

/// What all lines of it take in this width.
float growing_text_height(ViewContext& context, float width, const std::vector<TokenLabel>& tokens);
/// The end of the text, as many lines as fit; the last `steps` tokens are lit, the more the more likely they were.
void draw_growing_text(ViewContext& context, const Rect& area, const std::vector<TokenLabel>& tokens,
                       std::span<const RunStep> steps);

}  // namespace glassformer
