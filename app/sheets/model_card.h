// Card of a model: its title, size, metrics, and example texts to try.
#pragma once

#include <optional>
#include <string>

#include "app/views/shared/context.h"

namespace glassformer {

/// Where the model is from: the task that it learned, or who trained it under which license. "" where nobody says.
std::string origin_text(const ModelChoice& model);

/// Height of the card in pixels, at this width in pixels.
float model_card_height(Ui& ui, const ModelChoice& model, float width);

struct CardClick {
    int example = -1;  // −1: the card itself
};
/// Draws the card; returns the part that was clicked or activated with the keyboard.
std::optional<CardClick> draw_model_card(ViewContext& context, const Rect& area, const ModelChoice& model, bool marked,
                                         bool shown);

}  // namespace glassformer
