// The command that leads from everywhere to the page on tokens.
#pragma once

#include "app/views/shared/commands.h"

namespace glassformer {

inline constexpr Command show_tokens_command = command_named("window.show_tokens");

}  // namespace glassformer
