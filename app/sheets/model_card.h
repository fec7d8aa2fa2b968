// One model as a card: what it is, how large, what was measured, and texts to try.
#pragma once

#include <optional>

#include "app/views/shared/context.h"

namespace glassformer {

/// Height of the card at this width, in pixels.
float model_card_height(Ui& ui, const ModelChoice& model, float width);

struct CardClick {
    int example = -1;  // −1: the card itself
};
/// Draws it; returns what was clicked, or taken with the keyboard.
std::optional<CardClick> draw_model_card(ViewContext& context, const Rect& area, const ModelChoice& model, bool marked,
                                         bool shown);

}  // namespace glassformer
