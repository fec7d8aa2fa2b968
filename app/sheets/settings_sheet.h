// The settings, over everything: what the user likes, remembered from one run to the next. Changes show at once.
#pragma once

#include <string>

#include "app/views/shared/context.h"

namespace glassformer {

/// Draws them while they are open. `backend`: a sentence on what computes, and why.
void draw_settings(ViewContext& context, const std::string& backend, bool& open);

/// What a new user has.
Preferences default_preferences();

}  // namespace glassformer
