// The first thing that a new user sees: what a transformer is, three ways to begin and what to try, on a card beside
// the picture, which is there to be used.
#pragma once

#include <cstdint>
#include <string>

#include "app/views/shared/context.h"

namespace glassformer {

enum class Welcome : std::uint8_t { none, tour, lessons, explore };

/// Takes the card's column off the right of the view; empty where the view would be too narrow: the card then lies over
/// its lower part.
Rect take_welcome_column(const Ui& ui, Rect& view);
/// Draws the card, in its column or over the view. `try_this`: its last line; "": none. `key_acts`: a key did something
/// in this frame; that, and what the mouse does elsewhere, is Welcome::explore.
Welcome draw_welcome(ViewContext& context, const Rect& column, const Rect& view, const std::string& try_this,
                     bool key_acts);

}  // namespace glassformer
