// manual: the pages for man, one for each command.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/manual_page.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/io/version.h"

namespace glassformer {

static void add_manual_command(CLI::App& app, const CommandContext&) {
    const std::string version(program_version());
    auto* command = app.add_subcommand("manual", "Write the manual pages of all commands, for man");
    auto folder = std::make_shared<std::filesystem::path>();
    command->add_option("--out", *folder, "The folder to write to; it is made if it is missing")->required();
    give_examples(*command,
                  "  glassformer manual --out man1\n"
                  "  man ./man1/glassformer-trace.1\n");
    command->callback([&app, version, folder] {
        std::error_code failed;
        if (folder->empty() ||
            (std::filesystem::exists(*folder, failed) && !std::filesystem::is_directory(*folder, failed)))
            throw Error(fmt::format(texts::commands::out_folder, path_text(*folder)));
        for (const ManualPage& page : manual_pages(app, version)) write_file(*folder / (page.name + ".1"), page.text);
    });
}

extern const Subcommand manual_subcommand{.place = 170, .add = add_manual_command};

}  // namespace glassformer
