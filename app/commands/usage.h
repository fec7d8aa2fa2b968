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

/// Ends the --help of a command with lines that can be copied; each begins with two spaces.
void give_examples(CLI::App& command, const char* lines);

/// Behind the examples: the variables of the environment that it reads, "  NAME: what it says" a line.
void give_variables(CLI::App& command, const char* lines);

}  // namespace glassformer
