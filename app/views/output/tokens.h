// Tokens as chips: a strip to select a position from.
#pragma once

#include <optional>

#include "app/views/output/state.h"

namespace glassformer {

/// Height of the strip in pixels: as many lines as the tokens need, at most three, fewer in a low area.
float token_chips_height(Ui& ui, const Rect& area, const std::vector<TokenLabel>& tokens);
/// Draws the lines of tokens that fit, scrolled to the selected one; returns the index of the clicked token.
/// `choosable`: whether tokens react to clicks.
std::optional<int> draw_token_chips(ViewContext& context, const Rect& area, const std::vector<TokenLabel>& tokens,
                                    std::string_view name, int chosen, bool choosable);

}  // namespace glassformer
