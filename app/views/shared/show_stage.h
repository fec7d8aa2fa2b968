// The command that leaves a picture of the whole for the stage at the cursor: of the walk, which has such pictures.
#pragma once

#include "app/views/shared/commands.h"

namespace glassformer {

inline constexpr Command show_stage_command = command_named("walk.show_stage");

}  // namespace glassformer
