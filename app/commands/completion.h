// What can follow on a command line, for the shells' Tab key: commands, options, and the values that an option takes.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/commands/commands.h"

namespace glassformer {

struct Completion {
    std::vector<std::string> words;  // that begin as the last word does, in the order of --help
    bool files = false;              // files and folders, too
};

/// `written`: the words behind the program's name as the shell has them, with quotes; the last one is being typed, and
/// may be empty. Models, lessons and stages are those that the line names; what cannot be read has none.
Completion completion_of(const CLI::App& program, const CommandContext& context,
                         const std::vector<std::string>& written);

}  // namespace glassformer
