// The palette of commands: every row of the table of keys, found by typing a part of what it does.
#pragma once

#include <functional>
#include <optional>

#include "app/sheets/chooser.h"
#include "app/views/shared/commands.h"

namespace glassformer {

class CommandPalette {
public:
    Chooser chooser;
    /// Draws it while it is open; returns the command that was taken. `enabled`: whether a command would do something.
    std::optional<Command> draw(ViewContext& context, const std::function<bool(Command)>& enabled);
};

}  // namespace glassformer
