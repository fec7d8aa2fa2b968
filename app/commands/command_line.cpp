#include "app/commands/command_line.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>

#include "app/about/version_text.h"
#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/platform/own_fonts.h"
#include "app/platform/tell.h"
#include "app/views/shared/glossary.h"
#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/file.h"

namespace glassformer {
namespace {

std::filesystem::path executable(const char* argv0) {
    std::error_code failed;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
    return failed ? std::filesystem::absolute(argv0, failed) : self;
}

}  // namespace

int complain(const char* sentence, int code) {
    for (const char* part : {"glassformer: ", sentence, "\n"}) tell_words(part);  // takes no memory: there may be none
    return code;
}

int run_command_line(int argc, char** argv, const Commit& commit, const Fetcher* fetcher) {
    try {
        int exit_code = 0;
        const std::filesystem::path program = executable(argv[0]);
        const CommandContext context{
            .executable_dir = program.parent_path(), .executable = program, .fetcher = fetcher, .exit_code = exit_code};
        use_own_fonts(context.executable_dir);
        look_for_glossary_beside(context.executable_dir);
        CLI::App app(
            "Glassformer shows every number inside a transformer. Run without a subcommand to open the window.",
            "glassformer");
        app.require_subcommand(0, 1);
        app.set_version_flag(
            "-V,--version",
            [&commit, fetcher] {
                return version_text(commit, fetcher ? fetcher->libraries() : std::vector<std::string>());
            },
            "Print version, commit, build, processors and libraries");
        for (const Subcommand& one : subcommands()) one.add(app, context);
        give_examples(app, texts::commands::examples_of_all);
        give_variables(app, texts::commands::variables_of_all);
        try {
            app.parse(argc, argv);
        } catch (const CLI::Success& asked) {  // --help, --version
            const int code = app.exit(asked);
            return std::cout.flush() ? code : complain(texts::commands::not_written, 2);
        } catch (const CLI::ParseError& error) {
            return complain(printable(usage_sentence(app, error, {argv + 1, argv + argc})).c_str(), 2);
        }
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) return complain(texts::commands::not_written, 2);
        return exit_code;
    } catch (const Error& error) {
        return complain(error.what(), 2);
    } catch (const std::filesystem::filesystem_error& error) {
        return complain(
            printable(fmt::format(texts::commands::unusable, path_text(error.path1()), error.code().message())).c_str(),
            2);
    } catch (const std::exception& error) {
        if (std::ferror(stdout) != 0) return complain(texts::commands::not_written, 2);
        return complain(sentence_of(error).c_str(), 1);
    }
}

}  // namespace glassformer
