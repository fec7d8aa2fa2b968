// Which commands do something in which view: for what shows a command without carrying it out.
#pragma once

#include <string>
#include <string_view>

#include "app/views/shared/commands.h"

namespace glassformer {

/// The command does something while the view of that name (ViewRow::name) is shown: one of the window's in all of them,
/// another one in the views that carry it out.
bool has_command(std::string_view view, Command command);
/// Titles of the views that have it: "Walk", "Walk, Output"; "" for one of the window's.
std::string views_with(Command command);

}  // namespace glassformer
