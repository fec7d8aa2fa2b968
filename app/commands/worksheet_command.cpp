// worksheet: the exercises of a lesson as a PDF, with numbers drawn from a seed, and their solutions.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <utility>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/handout/worksheet_files.h"
#include "app/platform/tell.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/io/assets.h"

namespace glassformer {

namespace {

void write_worksheet(const CommandContext& context, WorksheetOrder order) {
    order.lesson = find_lesson(order.lesson, find_assets(context.executable_dir));
    if (order.folder.empty() || (std::filesystem::exists(order.folder) && !std::filesystem::is_directory(order.folder)))
        throw Error(fmt::format(texts::commands::out_folder, path_text(order.folder)));
    const std::string missing =
        write_worksheet(order, [&](const std::string& name) { return open_model(context, name); });
    if (!missing.empty()) tell(texts::commands::boxes_instead, missing);
    for (const std::filesystem::path& path : files_of(order)) fmt::print("{}\n", path_text(path));
}

}  // namespace

static void add_worksheet_command(CLI::App& app, const CommandContext& context) {
    auto* command = app.add_subcommand(
        "worksheet", "Write a lesson's exercises as a PDF, with numbers drawn from a seed, and their solutions");
    auto options = std::make_shared<WorksheetOrder>();
    command->add_option("LESSON", options->lesson, "A lesson file, or the name of a built-in lesson")->required();
    add_seed_option(
        *command, "Seed of the numbers: the same seed gives the same file",
        [options](std::uint64_t seed) { options->seed = seed; }, true);
    command->add_option("--out", options->folder, "The folder to write to; it is made if it is missing")->required();
    command->add_flag("--solutions", options->solutions, "Also write the solutions, step by step, to a second file");
    command
        ->add_option("--count", options->count,
                     "Number of exercises, in the order of the lesson and from the first again (default 10)")
        ->check(CLI::Range(1, most_exercises));
    give_examples(*command,
                  "  glassformer worksheet self-attention --seed 7 --out worksheets\n"
                  "  glassformer worksheet my-lecture.md --seed 8 --out worksheets --solutions\n");
    command->callback([context, options] { write_worksheet(context, *options); });
}

extern const Subcommand worksheet_subcommand{.place = 100, .add = add_worksheet_command};

}  // namespace glassformer
