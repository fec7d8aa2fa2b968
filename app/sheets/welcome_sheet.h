// The first thing that a new user sees: three ways to begin.
#pragma once

#include <cstdint>

#include "app/views/shared/context.h"

namespace glassformer {

enum class Welcome : std::uint8_t { none, tour, lessons, explore };

/// Draws the sheet while it is open; what was chosen closes it. Escape is Welcome::explore.
Welcome draw_welcome(ViewContext& context, bool& open);

}  // namespace glassformer
