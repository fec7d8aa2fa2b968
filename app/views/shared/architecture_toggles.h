// The parts of an architecture that a lecture turns off and on: one key each, in every view. A key goes from the value
// that the model was trained with to the one that shows what the part is for, and back.
#pragma once

#include <span>

#include "app/views/shared/commands.h"
#include "app/views/shared/context.h"

namespace glassformer {

struct ArchitectureToggle {
    Shortcut shortcut;
    const char* key;        // of config.json
    const char* contrast;   // the value without the part, as ArchitectureSwitch::value writes it
    const char* otherwise;  // the contrast of a model that was trained without it
};

std::span<const ArchitectureToggle> all_architecture_toggles();
/// Of a key of config.json, and of a command; null where there is none.
const ArchitectureToggle* toggle_of(std::string_view key);
const ArchitectureToggle* toggle_of(Command command);

/// The model that is shown has the part.
bool can_toggle(const ArchitectureToggle& toggle, const Session::Snapshot& shown);
/// Switches it as one step for undo, and says what is switched or why it is not.
void toggle_architecture(const ArchitectureToggle& toggle, ViewContext& context);

}  // namespace glassformer
