// A command of the window: its key, its words, when it has an effect, and what it does. The tables stand where the
// window is put together and are found there (cmake/rows.cmake), so that one command is one row.
#pragma once

#include <span>

#include "app/views/shared/commands.h"
#include "app/views/shared/context.h"

namespace glassformer {

class App;

struct WindowCommand {
    Shortcut shortcut;
    /// Null: another key of the row above.
    void (*act)(App& app, ViewContext& context) = nullptr;
    /// It has an effect now; null: whenever Shortcut::needs is there.
    bool (*enabled)(const App& app, const Session::Snapshot& shown) = nullptr;
    /// It is what its key means now; where it is not, another row of the same key is. Null: always.
    bool (*meant)(const App& app) = nullptr;
};

struct WindowCommandTable {
    int place;  // in the order of the keys; below 0: before the commands of the views
    std::span<const WindowCommand> (*rows)();
};

std::span<const WindowCommandTable> window_command_tables();
/// Null for a command of a view.
const WindowCommand* find_window_command(Command command);

}  // namespace glassformer
