// How a command line is written, and what is wrong with one, in a sentence that names the option and what it takes.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

/// The sentence for what the command line's parser refused. `words`: the arguments, as typed.
std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words);

/// "; did you mean \"forward\"?" for a subcommand written otherwise; "" where none is near.
std::string nearest_subcommand(const CLI::App& app, std::string_view written);

/// Gives every subcommand's --help, and that of the program, a line or two that can be copied.
void add_examples(CLI::App& app);

}  // namespace glassformer
