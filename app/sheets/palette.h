// Command palette: every command of the table of shortcuts, found by typing part of its name.
#pragma once

#include <functional>
#include <optional>

#include "app/sheets/chooser.h"
#include "app/views/shared/commands.h"

namespace glassformer {

class CommandPalette {
public:
    Chooser chooser;
    /// Draws the palette while it is open; returns the accepted command. `enabled`: whether a command has an effect
    /// now.
    std::optional<Command> draw(ViewContext& context, const std::function<bool(Command)>& enabled);
};

}  // namespace glassformer
