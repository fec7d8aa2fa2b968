// Command palette: every command of the table of shortcuts, found by typing part of its name or another word for it;
// and what else goes by these words, the open model's stages, what the views answer and the terms of the glossary. A
// question is answered by terms and experiments before all others.
#pragma once

#include <functional>
#include <optional>

#include "app/sheets/chooser.h"
#include "app/sheets/search.h"
#include "app/views/shared/commands.h"
#include "app/views/shared/glossary.h"

namespace glassformer {

/// One of these.
struct PaletteChoice {
    std::optional<Command> command = {};
    std::optional<SearchHit> stage = {};
    const GlossaryTerm* term = nullptr;
    std::optional<TopicHit> topic = {};
};

class CommandPalette {
public:
    Chooser chooser;
    /// Draws the palette while it is open; returns what was accepted. `enabled`: whether a command has an effect now;
    /// one that only other views carry out can be taken in any case.
    std::optional<PaletteChoice> draw(ViewContext& context, const std::function<bool(Command)>& enabled);

private:
    RunSearch run_;
};

}  // namespace glassformer
