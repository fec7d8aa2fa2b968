// Commands of the positions view that its buttons carry out too; the whole table is in commands.cpp.
#pragma once

#include "app/views/shared/commands.h"

namespace glassformer {

inline constexpr Command positions_add = command_named("positions.add"),
                         positions_remove = command_named("positions.remove"),
                         positions_walk = command_named("positions.walk"),
                         positions_switch = command_named("positions.switch"),
                         positions_sibling = command_named("positions.sibling"),
                         positions_later = command_named("positions.later"),
                         positions_earlier = command_named("positions.earlier");

}  // namespace glassformer
