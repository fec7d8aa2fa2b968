// The commands that only the list "Learn" of the rail and their rows name.
#pragma once

#include "app/views/shared/commands.h"

namespace glassformer {

inline constexpr Command tour_command = command_named("window.tour");
inline constexpr Command worksheet_command = command_named("window.worksheet");

}  // namespace glassformer
