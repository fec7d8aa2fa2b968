// worksheet: the exercises of a lesson as a PDF, with numbers drawn from a seed, and their solutions.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <map>
#include <system_error>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/handout/worksheet_pages.h"
#include "app/paint/theme.h"
#include "app/platform/tell.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/exercises/exercise.h"
#include "core/io/assets.h"
#include "core/lesson/read_lesson.h"

namespace glassformer {

namespace {

struct WorksheetOptions {
    std::filesystem::path lesson, folder;
    std::uint64_t seed = 0;
    int count = 10;
    bool solutions = false;
};

void write_worksheet(const CommandContext& context, const WorksheetOptions& options) {
    const std::filesystem::path file = find_lesson(options.lesson, find_assets(context.executable_dir));
    const Lesson lesson = read_lesson(file);
    std::map<std::string, std::shared_ptr<const Model>> models;
    const OpenModel open = [&](const std::string& name) {
        std::shared_ptr<const Model>& model = models[name];
        if (!model) model = open_model(context, name);
        return model;
    };
    const std::vector<Exercise> exercises = draw_worksheet(lesson, options.seed, options.count, open);
    if (options.folder.empty() ||
        (std::filesystem::exists(options.folder) && !std::filesystem::is_directory(options.folder)))
        throw Error(fmt::format(texts::commands::out_folder, path_text(options.folder)));
    Worksheet sheet{.title = lesson.title, .seed = options.seed, .solutions = false, .exercises = exercises};
    const Theme& theme = *find_theme("light");
    const std::string name = fmt::format("{}-seed-{}", file.stem().string(), options.seed);
    // Both are made before either is written.
    std::vector<std::pair<std::filesystem::path, WorksheetFile>> made;
    made.emplace_back(options.folder / (name + ".pdf"), worksheet_pdf(sheet, theme));
    sheet.solutions = true;
    if (options.solutions) made.emplace_back(options.folder / (name + "-solutions.pdf"), worksheet_pdf(sheet, theme));
    std::error_code failed;
    std::filesystem::create_directories(options.folder, failed);
    if (failed) throw Error(fmt::format(texts::commands::unusable, path_text(options.folder), failed.message()));
    for (const auto& [path, pdf] : made) {
        if (!pdf.missing.empty()) tell(texts::commands::boxes_instead, pdf.missing);
        write_file(path, pdf.bytes);
        fmt::print("{}\n", path_text(path));
    }
}

}  // namespace

static void add_worksheet_command(CLI::App& app, const CommandContext& context) {
    auto* command = app.add_subcommand(
        "worksheet", "Write a lesson's exercises as a PDF, with numbers drawn from a seed, and their solutions");
    auto options = std::make_shared<WorksheetOptions>();
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
