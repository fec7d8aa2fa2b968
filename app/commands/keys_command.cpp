// keys: the keyboard shortcuts of the window as text.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/usage.h"
#include "app/views/shared/key_table.h"

namespace glassformer {

static void add_keys_command(CLI::App& app, const CommandContext&) {
    auto* command = app.add_subcommand("keys", "The keyboard shortcuts of the window");
    auto markdown = std::make_shared<bool>(false);
    command->add_flag("--markdown", *markdown, "As a table in Markdown");
    give_examples(*command, "  glassformer keys\n  glassformer keys --markdown\n");
    command->callback([markdown] {
        if (*markdown) return fmt::print("{}", key_table_in_markdown());
        for (const KeyLine& line : key_table()) fmt::print("{}\t{}\t{}\n", line.group, line.keys, line.what);
    });
}

extern const Subcommand keys_subcommand{.place = 120, .add = add_keys_command};

}  // namespace glassformer
