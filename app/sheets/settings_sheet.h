// Sheet of the user's settings, which are remembered between runs. Changes take effect at once.
#pragma once

#include <string>

#include "app/views/shared/context.h"

namespace glassformer {

/// Draws the sheet while it is open. `backend`: sentence that names the compute device, and why it is used.
void draw_settings(ViewContext& context, const std::string& backend, bool& open);

/// Settings of a new user.
Preferences default_preferences();

}  // namespace glassformer
