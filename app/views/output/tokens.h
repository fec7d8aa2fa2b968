// Tokens as chips: a strip to select a position from, and a wrapped text with its generated tokens highlighted.
#pragma once

#include <optional>
#include <span>

#include "app/views/output/state.h"

namespace glassformer {

/// Height of the strip in pixels: as many lines as the tokens need, at most three, fewer in a low area.
float position_strip_height(Ui& ui, const Rect& area, const std::vector<TokenLabel>& tokens);
/// Draws the lines of tokens that fit, scrolled to the selected one; returns the index of the clicked token.
/// `choosable`: whether tokens react to clicks.
std::optional<int> draw_position_strip(ViewContext& context, const Rect& area, const std::vector<TokenLabel>& tokens,
                                       std::string_view name, int chosen, bool choosable);

/// Height of all lines of the text in pixels, in this width.
float growing_text_height(ViewContext& context, float width, const std::vector<TokenLabel>& tokens);
/// Draws the last lines that fit; the last `steps` tokens are highlighted in proportion to their probability.
void draw_growing_text(ViewContext& context, const Rect& area, const std::vector<TokenLabel>& tokens,
                       std::span<const RunStep> steps);

}  // namespace glassformer
